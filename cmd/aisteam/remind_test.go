package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// remindNow makes the reminders that wait in a child's database due, and counts them.
func remindNow(t *testing.T, c *child) int64 {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(c.data, "aisteam.db")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	res, err := db.ExecContext(t.Context(), `update timers set due_at = 1 where kind like 'remind%'`)
	if err != nil {
		t.Fatal(err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestWhoeverForgetsADecisionOnDiscordIsReminded: by a direct message that leads back to the thread, by a mention there once
// they take no direct messages, and not of what is decided.
func TestWhoeverForgetsADecisionOnDiscordIsReminded(t *testing.T) {
	t.Parallel()
	w := newDiscordWorld(t, false)
	w.thread = w.discord.Mention(discordChannel, discordAsker, "Please create a new webpage called Services.")
	w.shows("the questions", discordSays("Which language"))
	if n := remindNow(t, w.child); n != 1 {
		t.Fatalf("%d reminders wait", n)
	}
	var direct []fakediscord.Message
	eventually(t, patience, "a direct message", func() bool {
		direct = w.discord.Posted(w.discord.Direct(discordAsker))
		return len(direct) > 0
	})
	for _, want := range []string{"Your answer is still awaited: **", "(https://discord.com/channels/" + w.discord.Guild + "/" + w.thread + ")"} {
		if said := strings.Join(direct[0].Lines(), "\n"); !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}

	w.discord.RefuseDirect(discordAsker, fakediscord.DirectClosed)
	w.discord.Say(w.thread, discordAsker, "English, for homeowners, found by water filters")
	forks := w.shows("the forks", discordHas("v1:ask:opt"))
	if n := remindNow(t, w.child); n != 1 {
		t.Fatalf("%d reminders wait", n)
	}
	mention := w.shows("the mention", discordSays("<@"+discordAsker+"> Your answer is still awaited"))
	if len(mention.Mentions) != 1 || mention.Mentions[0].ID != discordAsker {
		t.Errorf("it mentions %v", mention.Mentions)
	}

	w.press(forks, "v1:ask:opt")
	w.press(w.shows("the plan", discordHas("v1:plan:approve")), "v1:plan:approve")
	w.press(w.shows("the finished text", discordHas("v1:approval:approve")), "v1:approval:approve")
	w.shows("the summary", discordSays("1 step can be undone"))
	if n := remindNow(t, w.child); n != 0 {
		t.Errorf("%d reminders of what is decided", n)
	}
	if n := strings.Count(w.discord.Dump(w.thread), "is still awaited"); n != 1 || len(w.discord.Posted(w.discord.Direct(discordAsker))) != 1 {
		t.Errorf("%d reminders in the thread, %d direct", n, len(w.discord.Posted(w.discord.Direct(discordAsker))))
	}
	if v := w.discord.Violations(); len(v) > 0 {
		t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// TestWhoeverForgetsADecisionOnSlackIsReminded: by a direct message that leads back to the thread, also when it comes due
// while the service is down.
func TestWhoeverForgetsADecisionOnSlackIsReminded(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	calm := func() {}
	w.say("Please create a new webpage called Services.", calm)
	w.shows("the questions", calm, says("Which language"))
	w.child.kill()
	if n := remindNow(t, w.child); n != 1 {
		t.Fatalf("%d reminders wait", n)
	}
	w.child.startReady()
	var direct []fakeslack.Message
	eventually(t, patience, "a direct message", func() bool {
		direct = w.slack.Posted(w.slack.Direct(asker), "")
		return len(direct) > 0
	})
	said := strings.Join(fakeslack.Lines(direct[0].Blocks), "\n")
	if !strings.Contains(said, "Your answer is still awaited: *") || !strings.Contains(said, "/archives/"+channel+"/p"+strings.ReplaceAll(w.root, ".", "")+"|Open it>") {
		t.Errorf("it says\n%s", said)
	}
	settled(t, w.child, calm)
	if n := len(w.slack.Posted(w.slack.Direct(asker), "")); n != 1 || strings.Contains(w.slack.Dump(channel, w.root), "still awaited") {
		t.Errorf("%d direct messages; the thread:\n%s", n, w.slack.Dump(channel, w.root))
	}
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}
