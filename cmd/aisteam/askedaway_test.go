package main

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// awayWorld is somebody who works on Slack and is reached on Discord too: both accounts are one person's.
type awayWorld struct {
	*slackWorld

	away *discordWorld
}

func newAwayWorld(t *testing.T, env ...string) *awayWorld {
	t.Helper()
	fake, err := fakediscord.New(t.Context(), fakediscord.Config{Schema: fakediscord.FindSchema(), IdentifyEvery: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel(discordChannel, fakediscord.Text)
	fake.AddUser(discordAsker, "Anna")
	w := newSlackWorld(t, append([]string{
		"DISCORD_TOKEN=" + fake.Token, "DISCORD_APPLICATION_ID=" + fake.Application, "DISCORD_API_URL=" + fake.APIURL(), "DISCORD_GUILD_ID=" + fake.Guild,
	}, env...)...)
	w.child.startReady()
	a := &awayWorld{w, &discordWorld{tb: t, discord: fake, child: w.child}}
	eventually(t, patience, "the gateway is up and the commands are known", func() bool { return fake.Readies() > 0 && fake.Registered() > 0 })
	a.link(t)
	return a
}

// link makes one person of the account on Slack and the one on Discord, by a code.
func (w *awayWorld) link(t *testing.T) {
	t.Helper()
	a, err := w.slack.Command(t.Context(), channel, asker, "link")
	var said struct{ Text string }
	if err != nil || json.Unmarshal(a.Body, &said) != nil {
		t.Fatalf("link: %s %v", a.Body, err)
	}
	code := regexp.MustCompile(`[A-Z0-9]{4}-[A-Z0-9]{4}`).FindString(said.Text)
	b, err := w.away.discord.Command(t.Context(), discordChannel, discordAsker, "settings", "code", code+" yes")
	if err != nil || !strings.Contains(b.Note(), "your accounts are linked") {
		t.Fatalf("linking with %q says %q, %v", code, b.Note(), err)
	}
}

// makesTask asks for a recurring task in the thread on Slack, and lets it come due now.
func (w *awayWorld) makesTask(t *testing.T) {
	t.Helper()
	calm := func() {}
	w.say("Every day at 9 create a ticket about the contact form and tell me its number", calm)
	w.press(w.shows("the plan", calm, has("plan_approve")), "plan_approve", calm)
	w.shows("that it is made", calm, says("Made the automation"))
	var made struct{ Tasks []struct{ ID string } }
	if !w.asksAPI(http.MethodGet, "/api/tasks", nil, &made) || len(made.Tasks) != 1 {
		t.Fatalf("the tasks are %+v", made)
	}
	if !w.asksAPI(http.MethodPost, "/api/tasks/"+made.Tasks[0].ID+"/run", nil, nil) {
		t.Fatal("it cannot be run now")
	}
	w.shows("the card in the thread", calm, has("approval_approve"))
}

// direct waits for a direct message on Slack.
func (w *awayWorld) direct(t *testing.T, what string, wish func(fakeslack.Message) bool) fakeslack.Message {
	t.Helper()
	var found fakeslack.Message
	eventually(t, patience, what, func() bool {
		for _, m := range w.slack.Posted(w.slack.Direct(asker), "") {
			if wish(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

// directAway waits for a direct message on Discord; meanwhile what is to be looked at a while later is looked at now.
func (w *awayWorld) directAway(t *testing.T, what string, wish func(fakediscord.Message) bool) fakediscord.Message {
	t.Helper()
	var found fakediscord.Message
	eventually(t, patience, what, func() bool {
		remindNow(t, w.child)
		for _, m := range w.away.discord.Posted(w.away.discord.Direct(discordAsker)) {
			if wish(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

func (w *awayWorld) lawful(t *testing.T) {
	t.Helper()
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	if v := w.away.discord.Violations(); len(v) > 0 {
		t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// mutedUntil is until when somebody wants no direct messages; zero if nobody has said so.
func mutedUntil(t *testing.T, c *child) time.Time {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(c.data, "aisteam.db")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var raw string
	if err := db.QueryRowContext(t.Context(), `select hearing from persons where hearing like '%mutedUntil%'`).Scan(&raw); err != nil {
		return time.Time{}
	}
	return assistant.ReadHearing(raw).MutedUntil
}

// TestWhatATaskWantsIsAskedByDirectMessage: a task that is due wants to change something. Its owner gets the card with its
// preview and buttons directly; decided there it is decided in the thread, where it is done and reported.
func TestWhatATaskWantsIsAskedByDirectMessage(t *testing.T) {
	t.Parallel()
	w := newAwayWorld(t)
	w.makesTask(t)
	calm := func() {}
	card := w.direct(t, "the card", has("approval_approve"))
	if said := strings.Join(fakeslack.Lines(card.Blocks), "\n"); !strings.Contains(said, "contact form") {
		t.Errorf("the card shows nothing of what is to be done:\n%s", said)
	}
	// Its owner can ask for quiet on the message itself; what stands there is decided as before.
	w.press(card, "hush:hours", calm)
	eventually(t, patience, "she is left alone for two hours", func() bool { return time.Until(mutedUntil(t, w.child)) > 110*time.Minute })
	if has("hush:hours")(w.shows("the card in the thread", calm, has("approval_approve"))) {
		t.Error("the thread's card offers to leave somebody alone")
	}
	w.press(card, "approval_approve", calm)
	w.shows("the report in the thread", calm, says("Its number is 1."))
	w.shows("who decided, in the thread", calm, says("Approved"))
	w.direct(t, "that it is decided", func(m fakeslack.Message) bool { return says("Approved")(m) && !has("approval_approve")(m) })
	if n := len(w.slack.Posted(w.slack.Direct(asker), "")); n != 1 {
		t.Errorf("%d direct messages about one thing", n)
	}
	if n := len(w.away.discord.Posted(w.away.discord.Direct(discordAsker))); n != 0 {
		t.Errorf("%d direct messages on Discord, though Slack has it", n)
	}
	w.lawful(t)
}

// TestWhoTakesNoDirectMessagesOnSlackIsAskedOnDiscord: the same person decides there, after the process has died in between, and
// once.
func TestWhoTakesNoDirectMessagesOnSlackIsAskedOnDiscord(t *testing.T) {
	t.Parallel()
	w := newAwayWorld(t)
	w.slack.RefuseDirect(asker, "messages_tab_disabled")
	w.makesTask(t)
	calm := func() {}
	card := w.directAway(t, "the card on Discord", discordHas("v1:approval:approve"))
	if card.Action("v1:hush:monday") == "" {
		t.Errorf("the card on Discord offers no quiet: %v", card.Actions())
	}
	w.child.kill()
	w.child.startReady()
	eventually(t, patience, "the gateway is up again", func() bool { return w.away.discord.Readies() > 1 })
	w.away.press(card, "v1:approval:approve")
	w.shows("the report in the thread", calm, says("Its number is 1."))
	w.directAway(t, "that it is decided", func(m fakediscord.Message) bool {
		return discordSays("Approved")(m) && m.Action("v1:approval:approve") == ""
	})
	a, err := w.away.discord.Click(t.Context(), card, discordAsker, card.Action("v1:approval:approve"), "")
	if err != nil || !strings.Contains(a.Note(), "already") && !strings.Contains(a.Note(), "nothing more to do") {
		t.Errorf("the second press says %q, %v", a.Note(), err)
	}
	if n := len(w.away.discord.Posted(w.away.discord.Direct(discordAsker))); n != 1 {
		t.Errorf("%d direct messages on Discord about one thing", n)
	}
	w.lawful(t)
}
