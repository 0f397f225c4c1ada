package slack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// wire leads to the fake without a network, so that time can stand still around it. It counts the calls, and lets answers
// take their time.
type wire struct {
	http.Handler
	slow func(method string, form url.Values) time.Duration

	mu    sync.Mutex
	calls map[string]int
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	out := httptest.NewRecorder()
	w.ServeHTTP(out, r)
	method := strings.TrimPrefix(r.URL.Path, "/api/")
	w.mu.Lock()
	w.calls[method]++
	w.mu.Unlock()
	if w.slow != nil {
		select {
		case <-time.After(w.slow(method, r.Form)):
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	return out.Result(), nil
}

func (w *wire) count() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.calls)
}

// gapped is a bot, and a thread that it knows, in which something was said while nobody listened.
type gapped struct {
	log bytes.Buffer // what the bot has logged

	*fakeslack.Server

	bot  *slack.Bot
	in   *inbox
	wire *wire
	root string
}

// wired makes a bot that has caught up with everything, in a bubble of time.
func wired(t *testing.T, test func(*testing.T, *gapped)) {
	t.Helper()
	wiredTo(t, func(*slack.Config) {}, test)
}

// wiredTo is wired with another configuration.
func wiredTo(t *testing.T, change func(*slack.Config), test func(*testing.T, *gapped)) {
	t.Helper()
	clock := func() time.Time { return time.Now().AddDate(26, 10, 0) }
	fake, err := fakeslack.New(context.Background(), fakeslack.Config{Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if v := fake.Violations(); len(v) > 0 {
			t.Error(v)
		}
		_ = fake.Close()
	})
	fake.AddChannel("C1", "D1")
	synctest.Test(t, func(t *testing.T) {
		g := &gapped{Server: fake, in: &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}, wire: &wire{Handler: fake.Handler(), calls: map[string]int{}}}
		config := slack.Config{
			SigningSecret: fake.SigningSecret, Token: fake.Token, APIURL: fake.APIURL(), Tenant: "tenant", Space: "T1", Now: clock,
			Inbox: g.in, Threads: g.in, Questions: g.in, Work: g.in, Backlog: g.in, HTTPClient: &http.Client{Transport: g.wire},
			Log: slog.New(slog.NewTextHandler(&g.log, nil)),
		}
		change(&config)
		g.bot = slack.New(config)
		fake.Connect(g.bot)
		g.bot.CatchUp(t.Context())
		g.root = g.says(t, "C1", "", "<@UBOT> make a page")
		g.in.until = clock()
		test(t, g)
	})
}

// says makes somebody say something that is brought to the bot, and to nobody else.
func (g *gapped) says(t *testing.T, channel, thread, text string) string {
	t.Helper()
	start := time.Now()
	ts, a, err := g.Say(t.Context(), channel, thread, "U1", text)
	if err != nil || !a.OK() {
		t.Fatalf("%d %v", a.Status, err)
	}
	if took := time.Since(start); took > 2500*time.Millisecond {
		t.Errorf("%q is acknowledged after %s", text, took)
	}
	return ts
}

// since is what the bot has taken, besides what the talk has begun with.
func (g *gapped) since(t *testing.T, want ...string) {
	t.Helper()
	got := g.in.texts()[1:]
	for i, text := range got {
		got[i] = strings.TrimPrefix(text, "said: ")
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestWhatWasMissedIsTakenBeforeWhatAnswersIt(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		g.Write("C1", g.root, "U1", "make it blue")
		g.bot.Behind()
		g.says(t, "C1", g.root, "no, red")
		g.since(t, "make it blue", "no, red")
		g.bot.CatchUp(t.Context())
		g.since(t, "make it blue", "no, red")
	})
}

func TestOverASocketToo(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		g.Write("C1", g.root, "U1", "make it blue")
		g.bot.Behind()
		payload, err := g.Envelop(g.Said("message", g.Written("C1", g.root, "U1", "no, red")))
		if err != nil {
			t.Fatal(err)
		}
		parcel, err := json.Marshal(map[string]any{"type": "events_api", "envelope_id": "e", "payload": json.RawMessage(payload)})
		if err != nil {
			t.Fatal(err)
		}
		if _, ack, err := g.bot.TakeParcel(t.Context(), parcel); err != nil || len(ack) == 0 {
			t.Fatalf("%s %v", ack, err)
		}
		g.since(t, "make it blue", "no, red")
	})
}

// In direct messages people go on without a thread.
func TestWhatWasMissedInDirectMessagesIsTakenFirst(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		g.Write("D1", "", "U1", "make it blue")
		g.bot.Behind()
		g.says(t, "D1", "", "no, red")
		g.since(t, "make it blue", "no, red")
	})
}

func TestAnEditThatWasMissedIsTakenBeforeWhatIsSaidToIt(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		blue := g.says(t, "C1", g.root, "make it blue")
		g.Edited(fakeslack.Message{Channel: "C1", TS: blue, Thread: g.root, User: "U1", Text: "make it blue"}, "make it red")
		g.bot.Behind()
		g.says(t, "C1", g.root, "go ahead")
		g.since(t, "make it blue", "edited: make it red", "go ahead")
	})
}

// The mention that a thread began with was missed: a reply to it is for the bot once that is known, and nothing is read for
// every thread of others' in which somebody speaks.
func TestAReplyToAMentionThatWasMissedComesAfterIt(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		root := g.Write("C1", "", "U1", "<@UBOT> make it blue")
		g.bot.Behind()
		asked := g.wire.count()
		g.says(t, "C1", root, "no, red")
		if d := cmp.Diff(asked, g.wire.count()); d != "" {
			t.Error(d)
		}
		g.bot.CatchUp(t.Context())
		g.since(t, "make it blue", "no, red")
	})
}

func TestAPlaceIsReadOnceForEachGap(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		for gap, want := range []int{1, 2} {
			g.bot.Behind()
			for range 3 {
				g.says(t, "C1", g.root, "and this")
			}
			if n := g.wire.count()["conversations.replies"]; n != want {
				t.Errorf("after gap %d the thread was read %d times", gap, n)
			}
		}
	})
}

// Late is better than lost: what was said now is taken in time, whatever becomes of the reading, and what was missed comes
// later.
func TestAReadingThatIsSlowOrFailsHoldsNothingUp(t *testing.T) {
	for name, c := range map[string]struct {
		fault  fakeslack.Fault
		slow   time.Duration
		within time.Duration
	}{
		"slow":                   {slow: 20 * time.Second, within: 1500 * time.Millisecond},
		"unavailable":            {fault: fakeslack.Fault{Status: 503}},
		"put off":                {fault: fakeslack.Fault{Status: 429, RetryAfter: 30 * time.Second}},
		"not allowed":            {fault: fakeslack.Fault{Error: "missing_scope"}},
		"answered with nonsense": {fault: fakeslack.Fault{Raw: "<html>"}},
	} {
		t.Run(name, func(t *testing.T) {
			wired(t, func(t *testing.T, g *gapped) {
				g.Write("C1", g.root, "U1", "make it blue")
				g.bot.Behind()
				if c.fault != (fakeslack.Fault{}) {
					g.Fault("conversations.replies", c.fault)
				}
				g.wire.slow = func(method string, _ url.Values) time.Duration {
					if method == "conversations.replies" {
						return c.slow
					}
					return 0
				}
				start := time.Now()
				g.says(t, "C1", g.root, "no, red")
				if took := time.Since(start); took > c.within {
					t.Errorf("it took %s", took)
				}
				g.since(t, "no, red")
				g.wire.slow = nil
				g.bot.CatchUp(t.Context())
				g.since(t, "no, red", "make it blue")
			})
		})
	}
}

// Many threads at once: a few are read, the others are taken as they come, and the pace of what catches up is left alone.
func TestNotEveryPlaceIsReadAtOnce(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		roots := make([]string, 30)
		for i := range roots {
			roots[i] = g.says(t, "C1", "", "<@UBOT> hello")
		}
		g.bot.Behind()
		start := time.Now()
		for _, root := range roots {
			g.says(t, "C1", root, "go on")
		}
		if n := g.wire.count()["conversations.replies"]; n != 10 || time.Since(start) > 0 || len(g.in.texts()) != 61 {
			t.Errorf("%d threads read in %s, %d messages taken", n, time.Since(start), len(g.in.texts()))
		}
	})
}

// Those who come while a place is being read wait in line, also where the one before them takes longer than they would.
func TestWhoComesWhileAPlaceIsReadWaitsInLine(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		g.Write("C1", g.root, "U1", "one")
		g.bot.Behind()
		g.wire.slow = func(method string, form url.Values) time.Duration {
			switch {
			case method == "conversations.replies":
				return 500 * time.Millisecond // "one" and "two" were there when it was read
			case form.Get("user") == "USLOW":
				return 300 * time.Millisecond
			default:
				return 0
			}
		}
		var all sync.WaitGroup
		for _, said := range [][2]string{{"U1", "two"}, {"USLOW", "three"}, {"U1", "four"}, {"U1", "five"}} {
			all.Go(func() {
				if _, a, err := g.Say(t.Context(), "C1", g.root, said[0], said[1]); err != nil || !a.OK() {
					t.Error(a.Status, err)
				}
			})
			synctest.Wait()
		}
		all.Wait()
		g.since(t, "one", "two", "three", "four", "five")
		if n := g.wire.count()["conversations.replies"]; n != 1 {
			t.Errorf("the thread was read %d times", n)
		}
	})
}

// What could not be stored was missed, also in a place that was read back before.
func TestWhatCouldNotBeStoredIsTakenBeforeWhatAnswersIt(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		g.bot.Behind()
		g.says(t, "C1", g.root, "and now?")
		g.in.err = errors.New("the database is away")
		asked := g.wire.count()["conversations.replies"]
		if _, a, err := g.Say(t.Context(), "C1", g.root, "U1", "make it blue"); err != nil || a.Status != http.StatusServiceUnavailable {
			t.Fatal(a.Status, err)
		}
		if n := g.wire.count()["conversations.replies"]; n != asked {
			t.Error("Slack is asked although nothing can be stored")
		}
		g.in.err = nil
		g.says(t, "C1", g.root, "no, red")
		g.since(t, "and now?", "make it blue", "no, red")
	})
}

// Where nothing was missed Slack is asked no more than by a bot that never reads back.
func TestWhereNothingWasMissedSlackIsNotAskedForIt(t *testing.T) {
	ordinary := func(t *testing.T, g *gapped) map[string]int {
		clear(g.wire.calls)
		root := g.says(t, "C1", "", "<@UBOT> hello")
		g.says(t, "C1", root, "go on")
		dm := g.says(t, "D1", "", "in private")
		g.says(t, "D1", dm, "and on")
		g.says(t, "D1", "", "something else")
		if a, err := g.Change(t.Context(), "C1", root, "<@UBOT> hello you"); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
		if a, err := g.Delete(t.Context(), "D1", dm); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
		g.since(t, "hello", "go on", "in private", "and on", "something else", "edited: hello you", "deleted: ")
		return g.wire.count()
	}
	var want, got map[string]int
	wiredTo(t, func(c *slack.Config) { c.Backlog = nil }, func(t *testing.T, g *gapped) {
		g.bot.Behind()
		want = ordinary(t, g)
	})
	wired(t, func(t *testing.T, g *gapped) {
		g.bot.Behind()
		g.bot.CatchUp(t.Context())
		got = ordinary(t, g)
	})
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// What is read ahead while the others are read back has gone on, too.
func TestWhatFollowedOnWhatWasReadAheadIsReadBack(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		g.says(t, "D1", "", "hi")
		root := g.Write("D1", "", "U1", "make it blue")
		g.Write("D1", root, "U1", "or red")
		g.bot.Behind()
		spoken := false
		g.wire.slow = func(method string, _ url.Values) time.Duration {
			if method == "conversations.history" && !spoken {
				spoken = true
				g.says(t, "D1", "", "are you there?")
			}
			return 0
		}
		g.bot.CatchUp(t.Context())
		g.since(t, "hi", "make it blue", "are you there?", "or red")
	})
}

// Also where nothing that is asked at Slack is answered, not even what somebody is called who is not known yet.
func TestWhereAllOfSlackIsSlowWhatComesIsTakenInTime(t *testing.T) {
	wired(t, func(t *testing.T, g *gapped) {
		time.Sleep(5 * time.Minute) // the groups that were asked for before are not known any more
		g.Write("C1", g.root, "U1", "make it blue")
		g.bot.Behind()
		g.wire.slow = func(method string, _ url.Values) time.Duration {
			if strings.HasPrefix(method, "assistant.") {
				return 0 // the status, which nobody waits for
			}
			return time.Minute
		}
		start := time.Now()
		if _, a, err := g.Say(t.Context(), "C1", g.root, "UNEW", "no, red"); err != nil || !a.OK() || time.Since(start) > 2300*time.Millisecond {
			t.Errorf("%d after %s: %v", a.Status, time.Since(start), err)
		}
		g.since(t, "no, red")
	})
}
