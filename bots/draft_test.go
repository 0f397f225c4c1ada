package bots_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// wall is a platform that shows texts, and can lose its answer after it did what was asked.
type wall struct {
	texts  []string          // by position
	marks  map[string]string // nonce to ref
	loses  bool              // the next answer
	taken  map[string]bool   // refs that a person has deleted
	writes int
}

var errLost = errors.New("connection reset")

func (w *wall) answer(ref string) (string, error) {
	if w.loses {
		w.loses = false
		return "", errLost
	}
	return ref, nil
}

func text(c bots.Card) string {
	switch c := c.(type) { //nolint:gochecksumtype // the rest look alike
	case bots.AnswerCard:
		if c.Draft {
			return c.Text + "…"
		}
		return c.Text
	case bots.ErrorCard:
		return "problem: " + c.Problem.Message.String()
	case bots.ThinkingCard:
		return "thinking"
	default:
		return "other"
	}
}

func (w *wall) Hash(_ context.Context, _ assistant.Place, c bots.Card) string { return text(c) }

func (w *wall) Post(_ context.Context, _ assistant.Place, c bots.Card, nonce string) (string, error) {
	w.texts = append(w.texts, text(c))
	ref := strconv.Itoa(len(w.texts) - 1)
	w.marks[nonce] = ref
	return w.answer(ref)
}

func (w *wall) Edit(_ context.Context, _ assistant.Place, ref string, c bots.Card) error {
	if w.taken[ref] {
		return &bots.RefusedError{Reason: "message_not_found"}
	}
	i, err := strconv.Atoi(ref)
	if err != nil {
		return err
	}
	w.texts[i] = text(c)
	_, err = w.answer(ref)
	return err
}

func (w *wall) Find(_ context.Context, _ assistant.Place, nonce string) (string, bool, error) {
	ref, ok := w.marks[nonce]
	return ref, ok && !w.taken[ref], nil
}

func (w *wall) Write(ctx context.Context, p assistant.Place, so bots.AnswerCard, ref, nonce string) (string, error) {
	w.writes++
	if ref == "" {
		return w.Post(ctx, p, so, nonce)
	}
	return ref, w.Edit(ctx, p, ref, so)
}

func (w *wall) Finish(ctx context.Context, p assistant.Place, ref string, c bots.Card, _ string) (string, error) {
	return ref, w.Edit(ctx, p, ref, c)
}

// pen is a courier that shows drafts on a wall.
type pen struct {
	*testing.T
	*wall
	store   *store
	clock   *clock
	courier *bots.Courier
}

func newPen(t *testing.T) *pen {
	t.Helper()
	c := newClock(t)
	p := &pen{T: t, wall: &wall{marks: map[string]string{}, taken: map[string]bool{}}, clock: c}
	p.store = newStore(c.now, assistant.Place{Surface: assistant.SurfaceSlack, Channel: "C1", Thread: "1"})
	p.store.turning = "q"
	p.courier = bots.New(bots.Config{Kind: assistant.SurfaceSlack, Surface: p.wall, Store: p.store, Drafts: p.store, Roster: bots.Always(roster()), Now: c.now})
	return p
}

func (p *pen) writes(text string) error {
	p.Helper()
	_, err := p.courier.Draft(p.Context(), assistant.Draft{Tenant: "tenant", Conversation: "c", Cause: "q", Agent: assistant.Chief, Text: text})
	return err
}

// ends ends the turn with a message and delivers what there is.
func (p *pen) ends(m assistant.Message) {
	p.Helper()
	m.Cause = "q"
	p.store.turning = ""
	p.store.say(m)
	p.delivers()
}

func (p *pen) delivers() {
	p.Helper()
	for range 10 {
		did, _, err := p.courier.Deliver(p.Context(), "tenant")
		if err != nil {
			p.Fatal(err)
		}
		if !did && !p.store.ready {
			return
		}
		p.clock.pass(bots.Config{}.Lease + 1e9*60)
	}
	p.Fatal("the courier never comes to rest")
}

func (p *pen) shows(want ...string) {
	p.Helper()
	if d := cmp.Diff(want, p.texts); d != "" {
		p.Errorf("people see: %s", d)
	}
}

func TestAnAnswerIsWrittenBeforePeoplesEyesInOneMessage(t *testing.T) {
	p := newPen(t)
	for _, so := range []string{"The", "The services", "The services are"} {
		if err := p.writes(so); err != nil {
			t.Fatal(err)
		}
		p.shows(so + "…")
	}
	p.ends(answer("The services are three."))
	p.shows("The services are three.")
	if n := len(p.store.drafts()); n != 0 {
		t.Errorf("%d drafts are still kept", n)
	}
	if err := p.writes("late"); err != nil {
		t.Fatal(err)
	}
	p.shows("The services are three.")
}

func TestADraftOfATurnThatFailsBecomesTheProblem(t *testing.T) {
	p := newPen(t)
	if err := p.writes("The"); err != nil {
		t.Fatal(err)
	}
	p.ends(assistant.Message{Agent: assistant.Chief, Body: assistant.Failed{Problem: assistant.Problem{Message: assistant.Say("no model")}}})
	p.shows("problem: no model")
}

func TestALostDraftIsLookedUpAndNotLeftBeside(t *testing.T) {
	p := newPen(t)
	p.loses = true
	if err := p.writes("The"); !errors.Is(err, errLost) {
		t.Fatalf("writing gives %v", err)
	}
	if err := p.writes("The services"); err != nil {
		t.Fatal(err)
	}
	p.shows("The…") // nobody writes on before it is known where
	p.ends(answer("The services are three."))
	p.shows("The services are three.")
}

func TestAnEndWhoseAnswerIsLostIsShownOnce(t *testing.T) {
	p := newPen(t)
	if err := p.writes("The"); err != nil {
		t.Fatal(err)
	}
	p.loses = true
	p.ends(answer("The services are three."))
	p.shows("The services are three.")
}

func TestADraftThatAPersonDeletedDoesNotCostTheAnswer(t *testing.T) {
	p := newPen(t)
	if err := p.writes("The"); err != nil {
		t.Fatal(err)
	}
	p.taken["0"] = true
	p.ends(answer("The services are three."))
	p.shows("The…", "The services are three.")
}

func TestThinkingDoesNotTakeOverADraft(t *testing.T) {
	p := newPen(t)
	if err := p.writes("The"); err != nil {
		t.Fatal(err)
	}
	p.store.say(assistant.Message{Kind: assistant.KindThinking, Cause: "q", Content: "x", Body: assistant.Thought{}})
	p.ends(answer("Done."))
	p.shows("Done.", "thinking")
}

func TestADraftThatNothingFollowsSaysSo(t *testing.T) {
	p := newPen(t)
	if err := p.writes("The"); err != nil {
		t.Fatal(err)
	}
	p.store.turning = ""
	p.store.say(answer("Something else."))
	p.delivers()
	p.shows("This answer was not finished.", "Something else.")
}

func TestWhereSomethingWaitsToBeShownADraftWaits(t *testing.T) {
	p := newPen(t)
	p.store.say(answer("Earlier."))
	if err := p.writes("The"); err != nil {
		t.Fatal(err)
	}
	p.shows()
	p.delivers()
	if err := p.writes("The"); err != nil {
		t.Fatal(err)
	}
	p.shows("Earlier.", "The…")
}
