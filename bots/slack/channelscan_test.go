package slack_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// away is a bot that has heard everything until now, and is away from here on: what is written is missed.
func away(t *testing.T, change func(*slack.Config)) (*fakeslack.Server, *slack.Bot, *inbox) {
	t.Helper()
	fake, bot, in := remembering(t, change)
	bot.CatchUp(t.Context())
	in.until = time.Now()
	t.Cleanup(func() {
		if v := fake.Violations(); len(v) > 0 {
			t.Error(v)
		}
	})
	return fake, bot, in
}

func TestAFirstMentionInAChannelWhereNobodyTalkedWithTheBotIsAnsweredOnce(t *testing.T) {
	fake, bot, in := away(t, nil)
	for n := range 250 { // more than a page
		fake.AddChannel(fmt.Sprintf("C9%03d", n))
	}
	fake.AddChannel("C2", "C3", "C4", "G5", "D6")
	fake.SetKind("G5", "mpim")
	fake.Expel("C3")
	fake.Archive("C4")
	missed := fakeslack.Message{}
	for channel, text := range map[string]string{
		"C2": "<@UBOT> in a channel", "C3": "<@UBOT> where it is not", "C4": "<@UBOT> in the archive", "G5": "<@UBOT> in a group", "D6": "in private",
		"C9249": "<@UBOT> far down",
	} {
		if m := fake.Written(channel, "", "U1", text); channel == "C2" {
			missed = m
		}
		if channel != "D6" {
			fake.Write(channel, "", "U1", "not for the bot")
		}
	}
	for range 2 {
		bot.CatchUp(t.Context())
	}
	// Slack brings it once more, ten minutes late.
	if a, err := fake.Event(t.Context(), fake.Said("message", missed)); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	got := in.texts()
	slices.Sort(got)
	if d := cmp.Diff([]string{"said: far down", "said: in a channel", "said: in a group", "said: in private"}, got); d != "" {
		t.Error(d)
	}
}

// Somebody says something, and somebody else calls the bot to it.
func TestAFirstMentionBelowWhatSomebodyElseHasBegunIsAnsweredOnce(t *testing.T) {
	fake, bot, in := away(t, nil)
	if _, _, err := fake.Mention(t.Context(), "C1", "", "U1", "hello"); err != nil {
		t.Fatal(err)
	}
	fake.AddChannel("C2")
	for _, channel := range []string{"C1", "C2"} { // known, and not
		root := fake.Write(channel, "", "U1", "sales are down in "+channel)
		fake.Write(channel, root, "U2", "<@UBOT> why in "+channel)
		fake.Write(channel, root, "U1", "I wonder too")
		fake.Write(channel, fake.Write(channel, "", "U1", "lunch?"), "U2", "yes")
	}
	for range 2 {
		bot.CatchUp(t.Context())
	}
	want := []string{"said: hello", "said: why in C1", "said: I wonder too", "said: why in C2", "said: I wonder too"}
	if d := cmp.Diff(want, in.texts()); d != "" {
		t.Error(d)
	}
	if before := in.received[3].Before; !strings.Contains(before, "sales are down in C2") {
		t.Errorf("it comes with %q", before)
	}
}

func TestWhereTheBotHasNeverListenedNoChannelIsLookedThrough(t *testing.T) {
	fake, bot, in := remembering(t, nil)
	fake.Write("C1", "", "U1", "<@UBOT> said before the bot was there")
	bot.CatchUp(t.Context())
	if n := fake.Calls("users.conversations") + fake.Calls("conversations.history"); n != 0 || len(in.texts()) != 0 {
		t.Errorf("%d calls, %v", n, in.texts())
	}
}

// An installation from before the scopes were asked for.
func TestWithoutTheScopesTheBotGoesOnAndSaysWhichToAdd(t *testing.T) {
	var said bytes.Buffer
	fake, bot, in := away(t, func(c *slack.Config) { c.Log = slog.New(slog.NewTextHandler(&said, nil)) })
	fake.AddChannel("C2", "D6")
	root, _, err := fake.Mention(t.Context(), "C1", "", "U1", "hello")
	if err != nil {
		t.Fatal(err)
	}
	fake.Write("C1", root, "U2", "missed where it is known")
	fake.Write("C2", "", "U2", "<@UBOT> missed where it is not")
	fake.Write("D6", "", "U2", "missed in private")
	fake.Withhold("channels:read")
	fake.Withhold("mpim:read")
	bot.Behind()
	bot.KeepUp(t.Context())
	if d := cmp.Diff([]string{"said: hello", "said: missed where it is known", "said: missed in private"}, in.texts()); d != "" {
		t.Error(d)
	}
	if log := said.String(); strings.Count(log, "\n") != 1 || !strings.Contains(log, `scopes="channels:read mpim:read"`) {
		t.Errorf("it is logged: %s", log)
	}
	before, calls := in.until, fake.Calls("users.conversations")
	if bot.KeepUp(t.Context()); !in.until.After(before) || fake.Calls("users.conversations") != calls {
		t.Error("it is tried again")
	}
}

func TestAListingThatFailsIsTriedAgain(t *testing.T) {
	fake, bot, in := away(t, nil)
	fake.AddChannel("C2")
	fake.Write("C2", "", "U2", "<@UBOT> hello")
	fake.Fault("users.conversations", fakeslack.Fault{Status: 503})
	bot.Behind()
	for range 2 {
		bot.KeepUp(t.Context())
	}
	if d := cmp.Diff([]string{"said: hello"}, in.texts()); d != "" {
		t.Error(d)
	}
}

// A workspace has ten minutes at a call every second and a half. What is left then would be left again.
func TestInAWorkspaceOfManyChannelsTimeBoundsHowManyAreLookedThrough(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		for n := range 600 {
			g.AddChannel(fmt.Sprintf("C9%03d", n))
		}
		g.Write("C9100", "", "U1", "<@UBOT> in time")
		g.Write("C9599", "", "U1", "<@UBOT> too far away")
		g.bot.Behind()
		start := time.Now()
		g.bot.KeepUp(t.Context())
		calls := 0
		for _, n := range g.wire.count() {
			calls += n
		}
		if took := time.Since(start); took > 10*time.Minute || calls < 380 || calls > 410 {
			t.Errorf("%d calls in %s", calls, took)
		}
		g.since(t, "in time")
		if log := g.log.String(); !strings.Contains(log, "slack places not read back in time") || !strings.Contains(log, " places=2") {
			t.Error(log)
		}
		before := g.in.until
		if g.bot.KeepUp(t.Context()); !g.in.until.After(before) {
			t.Error("it is tried again")
		}
	})
}
