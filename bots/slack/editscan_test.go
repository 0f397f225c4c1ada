package slack_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/storage"
)

// ahead is a clock that a test moves on.
type ahead struct{ atomic.Int64 }

func (l *ahead) now() time.Time { return time.Now().Add(time.Duration(l.Load())) }

// clocked is away with a clock for Slack and the bot.
func clocked(t *testing.T) (*fakeslack.Server, *slack.Bot, *inbox, *ahead) {
	t.Helper()
	var clock ahead
	fake, bot, in := away(t, func(c *slack.Config) { c.Now = clock.now })
	fake.Now = clock.now
	return fake, bot, in, &clock
}

// talk is a thread that the bot knows: a question, its answer and two replies. A quarter of an hour later the bot is away.
func talk(t *testing.T) (*fakeslack.Server, *slack.Bot, *inbox, *ahead, []fakeslack.Message) {
	t.Helper()
	fake, bot, in, clock := clocked(t)
	said := []fakeslack.Message{fake.Written("C1", "", "U1", "<@UBOT> make a page")}
	deliver(t, fake, fake.Said("app_mention", said[0]))
	if _, err := bot.Post(t.Context(), place(said[0].TS), cards()["answer"], "n"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"make it blue", "and large"} {
		m := fake.Written("C1", said[0].TS, "U1", text)
		deliver(t, fake, fake.Said("message", m))
		said = append(said, m)
	}
	clock.Add(int64(15 * time.Minute))
	in.until = clock.now()
	return fake, bot, in, clock, said
}

func deliver(t *testing.T, fake *fakeslack.Server, event map[string]any) {
	t.Helper()
	if a, err := fake.Event(t.Context(), event); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
}

func TestWhatWasChangedAndTakenBackWhileNobodyListenedIsFollowedOnce(t *testing.T) {
	fake, bot, in, _, said := talk(t)
	late := []map[string]any{fake.Edited(said[1], "make it green"), fake.Edited(said[1], "make it red"), fake.Deleted(said[2])}
	asked := fake.Calls("conversations.replies")
	for range 2 {
		bot.CatchUp(t.Context())
	}
	if n := fake.Calls("conversations.replies") - asked; n != 2 {
		t.Errorf("%d calls to read one thread twice", n)
	}
	want := []string{"said: make a page", "said: make it blue", "said: and large", "edited: make it red", "deleted: "}
	if d := cmp.Diff(want, in.texts()); d != "" {
		t.Error(d)
	}
	for _, event := range late { // Slack brings them again
		deliver(t, fake, event)
	}
	if d := cmp.Diff(want, in.texts()); d != "" {
		t.Errorf("after they were brought again: %s", d)
	}
	if gone := in.received[4]; gone.ExternalID != "C1/"+said[2].TS || gone.Person != "person of U1" || gone.Place != place(said[0].TS) || gone.Tenant != "tenant" {
		t.Errorf("%+v", gone)
	}
}

// What has come as an event already is not taken again either, and nothing at all where nothing has happened.
func TestChangesThatWereHeardAreNotTakenAgain(t *testing.T) {
	fake, bot, in, _, said := talk(t)
	deliver(t, fake, fake.Edited(said[1], "make it red"))
	deliver(t, fake, fake.Deleted(said[2]))
	before := len(in.texts())
	bot.CatchUp(t.Context())
	if got := in.texts(); len(got) != before {
		t.Errorf("taken again: %v", got[before:])
	}
}

func TestAQuestionThatWasTakenBackIsFollowed(t *testing.T) {
	fake, bot, in, clock, said := talk(t)
	lone := fake.Written("C1", "", "U2", "<@UBOT> never mind")
	deliver(t, fake, fake.Said("app_mention", lone))
	clock.Add(int64(2 * time.Minute))
	late := []map[string]any{fake.Deleted(said[0]), fake.Deleted(lone)} // one leaves a tombstone, the other one nothing
	for again := range 3 {
		bot.CatchUp(t.Context())
		if again == 2 { // and Slack brings it again
			deliver(t, fake, late[0])
			deliver(t, fake, late[1])
		}
		var gone []string
		for _, r := range in.received {
			if r.Change == assistant.ChangeDeleted {
				gone = append(gone, r.ExternalID)
			}
		}
		slices.Sort(gone)
		if d := cmp.Diff([]string{"C1/" + said[0].TS, "C1/" + lone.TS}, gone); d != "" || len(in.received) != 6 {
			t.Errorf("%v: %s", in.texts(), d)
		}
	}
}

// What cannot be seen is not taken for gone: what was said a moment ago, what lies behind the last page, a channel that is
// hidden.
func TestWhatIsOnlyNotSeenIsNotTakenBack(t *testing.T) {
	for name, hide := range map[string]func(*fakeslack.Server){
		"the channel is gone":  func(fake *fakeslack.Server) { fake.RemoveChannel("C1") },
		"the bot is not in it": func(fake *fakeslack.Server) { fake.Expel("C1") },
		"it was said just now": nil,
		"an answer without all": func(fake *fakeslack.Server) {
			nothing := fakeslack.Fault{Raw: `{"ok":true,"messages":[],"has_more":false}`}
			fake.Fault("conversations.replies", nothing, nothing)
		},
	} {
		fake, bot, in, clock := clocked(t)
		root := fake.Written("C1", "", "U1", "<@UBOT> make a page")
		deliver(t, fake, fake.Said("app_mention", root))
		reply := fake.Written("C1", root.TS, "U1", "make it blue")
		deliver(t, fake, fake.Said("message", reply))
		fake.Write("C1", root.TS, "U2", "nice")
		lone := fake.Written("C1", "", "U2", "<@UBOT> never mind")
		deliver(t, fake, fake.Said("app_mention", lone))
		fake.Deleted(reply)
		fake.Deleted(lone)
		in.until = clock.now()
		if hide != nil {
			clock.Add(int64(15 * time.Minute))
			hide(fake)
		}
		bot.CatchUp(t.Context())
		for _, r := range in.received {
			if r.Change == "deleted" {
				t.Errorf("%s: %s is taken back", name, r.ExternalID)
			}
		}
	}
}

// A thread of which more was said than is read at once: what is new comes all the same.
func TestALongThreadIsComparedAsFarAsItGoesAndReadToItsEnd(t *testing.T) {
	fake, bot, in, clock, said := talk(t)
	for n := range 600 {
		fake.Write("C1", said[0].TS, "UOTHER", fmt.Sprint("<@U2> chatter ", n))
	}
	deliver(t, fake, fake.Said("message", fake.Written("C1", said[0].TS, "U1", "known, and too far away to be seen")))
	clock.Add(int64(15 * time.Minute))
	in.until = clock.now()
	fake.Edited(said[1], "make it red")
	fake.Write("C1", said[0].TS, "U1", "missed")
	bot.CatchUp(t.Context())
	want := []string{
		"said: make a page", "said: make it blue", "said: and large", "said: known, and too far away to be seen", "edited: make it red", "said: missed",
	}
	if d := cmp.Diff(want, in.texts()); d != "" {
		t.Error(d)
	}
}

// kept is the database as the bot's inbox, without anybody who works.
type kept struct {
	storage.Verbs

	inbox
	fresh []string // what was stored
}

func (k *kept) Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error) {
	got, err := k.Verbs.Receive(ctx, in)
	if err == nil && !got.Known {
		k.fresh = append(k.fresh, string(in.Change)+": "+in.Text)
	}
	return got, err
}

func (k *kept) ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error) {
	return k.Verbs.ConversationAt(ctx, t, p)
}

func (k *kept) Known(ctx context.Context, t assistant.TenantID, p assistant.Place) (bool, error) {
	return k.Verbs.Known(ctx, t, p)
}

func TestWhatTheDatabaseKnowsIsHeldAgainstWhatIsThere(t *testing.T) {
	e := newEstate(t)
	k := &kept{Verbs: e.db.Verbs.Verbs}
	bot := e.bot(func(c *slack.Config) {
		c.Token, c.Installs, c.Space, c.Pace.ReadBackEvery = e.slack.Token, nil, "T1", time.Nanosecond
		c.Inbox, c.Threads, c.Backlog = k, k, k.Verbs
	})
	bot.CatchUp(t.Context())
	root := e.slack.Written("C1", "", "UANNA", "<@UBOT> make a page")
	deliver(t, e.slack, e.slack.Said("app_mention", root))
	blue, large := e.slack.Written("C1", root.TS, "UANNA", "make it blue"), e.slack.Written("C1", root.TS, "UANNA", "and large")
	deliver(t, e.slack, e.slack.Said("message", blue))
	deliver(t, e.slack, e.slack.Said("message", large))
	e.later(15 * time.Minute)
	if err := k.Verbs.MarkHeard(t.Context(), e.own, assistant.SurfaceSlack, e.clock()); err != nil {
		t.Fatal(err)
	}
	late := []map[string]any{e.slack.Edited(blue, "make it red"), e.slack.Deleted(large)}
	e.slack.Write("C1", root.TS, "UANNA", "missed")
	for range 2 {
		bot.CatchUp(t.Context())
	}
	for _, event := range late {
		deliver(t, e.slack, event)
	}
	want := []string{"said: make a page", "said: make it blue", "said: and large", "edited: make it red", "deleted: ", "said: missed"}
	if d := cmp.Diff(want, k.fresh); d != "" {
		t.Error(d)
	}
	known, err := k.Verbs.HeardIn(t.Context(), e.own, assistant.SurfaceSlack, "T1", "C1", 10)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, in := range known {
		got = append(got, string(in.Change)+": "+in.Text)
	}
	slices.Sort(got)
	if d := cmp.Diff([]string{"deleted: ", "edited: make it red", "said: make a page", "said: missed"}, got); d != "" {
		t.Error(d)
	}
}
