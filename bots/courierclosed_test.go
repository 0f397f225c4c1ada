package bots_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// now is a message that is said at the desk's time.
func (d *desk) now(m assistant.Message) assistant.Message {
	m.At = d.clock.now()
	return m
}

// passes lets the time pass until then, and the courier work whenever it may. It returns how often that asked Slack to post something.
func (d *desk) passes(span time.Duration) (posts int) {
	d.Helper()
	began, before := d.clock.now(), d.fake.Calls("chat.postMessage")
	for d.clock.now().Sub(began) < span {
		if !d.deliver() {
			d.clock.pass(min(30*time.Second, began.Add(span).Sub(d.clock.now())))
		}
	}
	return d.fake.Calls("chat.postMessage") - before
}

// TestWhatAClosedChannelWasNotShownIsShownOnceItIsOpened: nothing that was said is lost to a channel that somebody archived, or put the
// bot out of, and opened again within a week.
func TestWhatAClosedChannelWasNotShownIsShownOnceItIsOpened(t *testing.T) {
	for name, shuts := range map[string]func(*desk){
		"put out": func(d *desk) { d.fake.Expel("C1") }, "archived": func(d *desk) { d.fake.Archive("C1") },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, nil)
			shuts(d)
			d.store.say(d.now(answer("one")), d.now(answer("two")))
			if n := d.passes(30 * time.Second); n != 1 {
				t.Errorf("a closed channel was asked %d times at once", n)
			}
			if kept := d.store.deliveries["said:m1"]; !kept.Withheld || kept.Nonce != "" || kept.Ref != "" || !d.store.deliveries["said:m2"].Withheld {
				t.Errorf("kept %+v", d.store.deliveries)
			}
			if n := d.passes(24 * time.Hour); n < 24 || n > 60 {
				t.Errorf("it was asked %d times in a day", n)
			}
			d.store.say(d.now(answer("three")))
			if n := d.passes(30 * time.Second); n != 1 {
				t.Errorf("what was said there was tried %d times at once", n)
			}
			d.fake.Reopen("C1")
			d.shows()
			d.passes(time.Hour)
			d.shows("one", "two", "three")
			if len(d.store.failures) != 3 || d.store.failures[0].Outcome != string(bots.OutcomeLater) || d.outcomes[bots.OutcomePosted] != 3 {
				t.Errorf("noted %+v, outcomes %v", d.store.failures, d.outcomes)
			}
			if d.deliver() || d.store.closed {
				t.Error("it is taken for closed")
			}
		})
	}
}

func TestAWordInAChannelThatIsOpenAgainBringsWhatWaited(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(d.now(answer("one")))
	d.passes(time.Minute)
	d.fake.Archive("C1")
	one := d.now(thinks(assistant.Chief, assistant.PhaseRouting, "", "zeroth"))
	d.store.say(one, d.now(thinks(assistant.Chief, assistant.PhaseRouting, "", "first")))
	d.passes(10 * time.Hour)
	d.fake.Reopen("C1")
	d.store.say(d.now(answer("two")))
	d.passes(time.Second)
	d.shows("one", "Thinking: first", "two")
}

// TestNobodyWaitsLongerThanAWeekForAClosedChannel: what it was not shown then is given up, and what comes later is tried.
func TestNobodyWaitsLongerThanAWeekForAClosedChannel(t *testing.T) {
	d := newDesk(t, nil)
	d.fake.Expel("C1")
	d.store.say(d.now(answer("one")))
	d.passes(8 * 24 * time.Hour)
	if d.outcomes[bots.OutcomeGivenUp] != 1 || d.deliver() {
		t.Errorf("outcomes %v", d.outcomes)
	}
	d.fake.Reopen("C1")
	d.store.say(d.now(answer("two")))
	d.passes(time.Minute)
	d.shows("two")
}

// shutWall is a wall that shows nothing while it is closed, and knows all that it ever showed.
type shutWall struct {
	*wall

	closed bool
	ever   []string
}

func (w *shutWall) refuses() error {
	if w.closed {
		return &bots.RefusedError{Reason: "is_archived", Closed: true, Opens: true}
	}
	return nil
}

func (w *shutWall) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	if err := w.refuses(); err != nil {
		return "", err
	}
	w.ever = append(w.ever, text(c))
	return w.wall.Post(ctx, p, c, nonce)
}

func (w *shutWall) Edit(ctx context.Context, p assistant.Place, ref string, c bots.Card) error {
	if err := w.refuses(); err != nil {
		return err
	}
	w.ever = append(w.ever, text(c))
	return w.wall.Edit(ctx, p, ref, c)
}

func (w *shutWall) Finish(ctx context.Context, p assistant.Place, ref string, c bots.Card, _ string) (string, error) {
	return ref, w.Edit(ctx, p, ref, c)
}

// TestAnAnswerThatWasBegunInAClosedChannelIsFinishedOnceItIsOpened, in the message that it was begun in, whether it was the first that
// was refused or came behind another; nobody reads meanwhile that it was not finished.
func TestAnAnswerThatWasBegunInAClosedChannelIsFinishedOnceItIsOpened(t *testing.T) {
	for what, c := range map[string]struct {
		before bool
		tries  int
	}{"by itself": {false, 3}, "behind another": {true, 3}, "by itself, opened at once": {false, 1}, "behind another, opened at once": {true, 1}} {
		p := newPen(t)
		w := &shutWall{wall: p.wall}
		p.courier = bots.New(bots.Config{Kind: assistant.SurfaceSlack, Surface: w, Store: p.store, Drafts: p.store, Roster: bots.Always(roster()), Now: p.clock.now})
		if err := p.writes("The"); err != nil {
			t.Fatal(err)
		}
		now := func(m assistant.Message) assistant.Message {
			m.At = p.clock.now()
			return m
		}
		w.closed, p.store.turning = true, ""
		want := []string{"The services are three."}
		if c.before {
			p.store.say(now(answer("Beside it.")))
			want = append(want, "Beside it.")
		}
		said := now(answer("The services are three."))
		said.Cause = "q"
		p.store.say(said)
		for range c.tries {
			if _, _, err := p.courier.Deliver(t.Context(), "tenant"); err != nil {
				t.Fatal(err)
			}
			p.clock.pass(time.Hour)
		}
		w.closed = false
		p.delivers()
		p.shows(want...)
		if slices.Contains(w.ever, "This answer was not finished.") || len(p.store.drafts()) != 0 {
			t.Errorf("%s: people read %q, and %d drafts are kept", what, w.ever, len(p.store.drafts()))
		}
	}
}
