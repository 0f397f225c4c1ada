package slack_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

const reminderNonce = "0123456789abcdef01234567"

// reminding is a bot that reminds Alice of what waits in a thread.
type reminding struct {
	*testing.T
	fake *fakeslack.Server
	bot  *slack.Bot
	at   assistant.Place

	config slack.Config // the bot's
}

func newReminding(t *testing.T, change func(*slack.Config)) *reminding {
	t.Helper()
	r := &reminding{T: t}
	r.fake, r.bot = fakeAndBot(t, func(c *slack.Config) {
		if change != nil {
			change(c)
		}
		r.config = *c
	})
	r.at = place(r.fake.Write("C1", "", "U1", "please"))
	t.Cleanup(func() {
		if v := r.fake.Violations(); len(v) > 0 {
			t.Errorf("rules broken: %s", strings.Join(v, "\n"))
		}
	})
	return r
}

func waiting() bots.ReminderCard {
	return bots.ReminderCard{
		Conversation: "conv", Subject: "plan:1/1", Title: "Services <page>", For: "alice", Person: "Alice", ExpiresAt: time.Now().Add(time.Hour),
		Decides: true, Who: "Alice, an approver or an admin may decide",
	}
}

// remind reminds; the place has been searched before where it is tried again.
func (r *reminding) remind(bot *slack.Bot, again bool) (string, error) {
	r.Helper()
	if again {
		if ref, found, err := bot.Find(r.Context(), r.at, reminderNonce); found || err != nil {
			return ref, err
		}
	}
	to := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1"}
	return bot.Remind(r.Context(), r.at, waiting(), to, reminderNonce, again)
}

func (r *reminding) inThread() []fakeslack.Message { return r.fake.Posted("C1", r.at.Thread) }

func (r *reminding) directly() []fakeslack.Message { return r.fake.Posted(r.fake.Direct("U1"), "") }

func says(m fakeslack.Message) string { return strings.Join(fakeslack.Lines(m.Blocks), "\n") }

func TestAReminderIsADirectMessageThatLeadsToTheThread(t *testing.T) {
	r := newReminding(t, nil)
	if _, err := r.remind(r.bot, false); err != nil {
		t.Fatal(err)
	}
	said := r.directly()
	if len(said) != 1 || len(r.inThread()) != 0 {
		t.Fatalf("%d direct messages, %d in the thread", len(said), len(r.inThread()))
	}
	link := "<https://t1.slack.com/archives/C1/p" + strings.ReplaceAll(r.at.Thread, ".", "") + "|Open it>"
	for _, want := range []string{"Your decision is still waiting: *Services &lt;page&gt;*", link, "Alice, an approver or an admin may decide"} {
		if !strings.Contains(says(said[0]), want) {
			t.Errorf("it does not say %q:\n%s", want, says(said[0]))
		}
	}
	if strings.Contains(says(said[0])+said[0].Text, "<@") || said[0].Text != "Your decision is still waiting: Services &lt;page&gt;" {
		t.Errorf("it reads aloud %q", said[0].Text)
	}
}

// TestWithoutALinkToTheThreadTheReminderLeadsToThePanel, where people have one.
func TestWithoutALinkToTheThreadTheReminderLeadsToThePanel(t *testing.T) {
	for url, want := range map[string]string{"https://panel.example": "<https://panel.example/c/conv|Open it>", "": ""} {
		r := newReminding(t, func(c *slack.Config) { c.Public = assistant.PublicAt(url) })
		r.fake.Fault("chat.getPermalink", fakeslack.Fault{Error: "message_not_found"})
		if _, err := r.remind(r.bot, false); err != nil || len(r.directly()) != 1 {
			t.Fatal(err)
		}
		if got := says(r.directly()[0]); strings.Contains(got, "Open it") != (want != "") || !strings.Contains(got, want) {
			t.Errorf("with the panel %q it says\n%s", url, got)
		}
	}
}

// TestWhomSlackLetsNobodyWriteToIsMentionedInTheThread, they alone, once.
func TestWhomSlackLetsNobodyWriteToIsMentionedInTheThread(t *testing.T) {
	for _, code := range []string{"messages_tab_disabled", "channel_not_found", "user_not_found", "user_disabled", "cannot_dm_bot", "restricted_action"} {
		t.Run(code, func(t *testing.T) {
			r := newReminding(t, nil)
			r.fake.RefuseDirect("U1", code)
			ref, err := r.remind(r.bot, false)
			said := r.inThread()
			if err != nil || len(said) != 1 || said[0].TS != ref || len(r.directly()) != 0 {
				t.Fatalf("%q, %v; the thread:\n%s", ref, err, r.fake.Dump("C1", r.at.Thread))
			}
			for _, words := range []string{says(said[0]), said[0].Text} {
				if strings.Count(words, "<@") != 1 || !strings.Contains(words, "<@U1> Your decision is still waiting") {
					t.Errorf("it says %q", words)
				}
			}
		})
	}
}

func TestAThreadOfDirectMessagesTakesTheReminderItself(t *testing.T) {
	r := newReminding(t, nil)
	r.at = assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "D1", Thread: r.fake.Write("D1", "", "U1", "please")}
	if _, err := r.remind(r.bot, false); err != nil {
		t.Fatal(err)
	}
	said := r.fake.Posted("D1", r.at.Thread)
	if len(said) != 1 || len(r.directly()) != 0 || strings.Contains(says(said[0]), "<@") || !strings.Contains(says(said[0]), "Your decision is still waiting") {
		t.Errorf("the thread:\n%s", r.fake.Dump("D1", r.at.Thread))
	}
}

func TestAReminderOfNobodyWhoIsHereMentionsNobody(t *testing.T) {
	r := newReminding(t, nil)
	if _, err := r.bot.Post(t.Context(), r.at, waiting(), reminderNonce); err != nil {
		t.Fatal(err)
	}
	if _, err := r.bot.Remind(t.Context(), r.at, waiting(), assistant.Identity{External: "!channel"}, "n2", false); err != nil {
		t.Fatal(err)
	}
	said := r.inThread()
	for _, m := range said {
		if !strings.Contains(says(m), "A decision is still waiting") || strings.Contains(says(m), "<@") || strings.Contains(says(m), "<!channel") {
			t.Errorf("it says %q", says(m))
		}
	}
	if len(said) != 2 || len(r.directly()) != 0 {
		t.Errorf("%d messages in the thread, %d direct", len(said), len(r.directly()))
	}
}

// TestAReminderWhoseAnswerWasLostCallsNobodyTwice: where the channel of direct messages is known, it is looked for there. A
// process that does not know it says it in the thread, once, and calls nobody.
func TestAReminderWhoseAnswerWasLostCallsNobodyTwice(t *testing.T) {
	lost := func(t *testing.T, r *reminding) {
		t.Helper()
		r.fake.Fault("chat.postMessage", fakeslack.Fault{Cut: true})
		if _, err := r.remind(r.bot, false); err == nil || later(err) || refused(err) {
			t.Fatalf("a lost answer is neither put off nor refused: %v", err)
		}
	}
	t.Run("the channel is known", func(t *testing.T) {
		in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
		r := newReminding(t, func(c *slack.Config) { c.Inbox, c.Threads, c.Questions, c.Work = in, in, in, in })
		if _, a, err := r.fake.Say(t.Context(), r.fake.Direct("U1"), "", "U1", "hello"); err != nil || !a.OK() {
			t.Fatal(a, err)
		}
		lost(t, r)
		ref, err := r.remind(r.bot, true)
		if said := r.directly(); err != nil || len(said) != 1 || said[0].TS != ref || len(r.inThread()) != 0 {
			t.Errorf("%q, %v: %d direct messages and %d in the thread", ref, err, len(said), len(r.inThread()))
		}
	})
	t.Run("it is known, and the message is not there", func(t *testing.T) {
		r := newReminding(t, nil)
		if _, err := r.bot.Remind(t.Context(), r.at, waiting(), assistant.Identity{External: "U1"}, "another", false); err != nil {
			t.Fatal(err)
		}
		if _, err := r.remind(r.bot, true); err != nil || len(r.directly()) != 2 || len(r.inThread()) != 0 {
			t.Errorf("%v: %d direct messages and %d in the thread", err, len(r.directly()), len(r.inThread()))
		}
	})
	t.Run("another process goes on", func(t *testing.T) {
		r := newReminding(t, nil)
		lost(t, r)
		other := slack.New(r.config)
		first, err := r.remind(other, true)
		again, err2 := r.remind(other, true)
		said := r.directly()
		if err != nil || err2 != nil || len(said) != 1 || len(r.inThread()) != 0 || first != said[0].TS || again != first {
			t.Fatalf("%v, %v: %d direct messages and %d in the thread", err, err2, len(said), len(r.inThread()))
		}
	})
	t.Run("another process goes on that may not list direct messages", func(t *testing.T) {
		r := newReminding(t, nil)
		r.fake.Withhold("im:read")
		lost(t, r)
		other := slack.New(r.config)
		first, err := r.remind(other, true)
		again, err2 := r.remind(other, true)
		said := r.inThread()
		if err != nil || err2 != nil || len(r.directly()) != 1 || len(said) != 1 || first != said[0].TS || again != first {
			t.Fatalf("%v, %v: %d direct messages and %d in the thread", err, err2, len(r.directly()), len(said))
		}
		if strings.Contains(says(said[0]), "<@") || !strings.Contains(says(said[0]), "A decision is still waiting") {
			t.Errorf("it says %q", says(said[0]))
		}
	})
	t.Run("of the mention", func(t *testing.T) {
		r := newReminding(t, nil)
		r.fake.RefuseDirect("U1", "messages_tab_disabled")
		r.fake.Fault("chat.postMessage", fakeslack.Fault{}, fakeslack.Fault{Cut: true})
		if _, err := r.remind(r.bot, false); err == nil || later(err) || refused(err) {
			t.Fatalf("a lost answer is neither put off nor refused: %v", err)
		}
		if ref, err := r.remind(slack.New(r.config), true); err != nil || len(r.inThread()) != 1 || r.inThread()[0].TS != ref {
			t.Errorf("%q, %v; the thread:\n%s", ref, err, r.fake.Dump("C1", r.at.Thread))
		}
	})
}

func TestAReminderThatSlackPutsOffIsNotSaidElsewhere(t *testing.T) {
	r := newReminding(t, nil)
	r.fake.Fault("chat.postMessage", fakeslack.Fault{Status: 429, RetryAfter: 3 * time.Second})
	for range 2 {
		if _, err := r.remind(r.bot, false); !later(err) {
			t.Fatal(err)
		}
	}
	if r.fake.Calls("chat.postMessage") != 1 || len(r.directly())+len(r.inThread()) != 0 {
		t.Errorf("%d posts", r.fake.Calls("chat.postMessage"))
	}
}

func later(err error) bool { _, ok := errors.AsType[*bots.LaterError](err); return ok }

func refused(err error) bool { _, ok := errors.AsType[*bots.RefusedError](err); return ok }
