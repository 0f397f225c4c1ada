package bots_test

import (
	"context"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// tardy is a surface whose platform does, a while later, what it never answered.
type tardy struct {
	bots.Surface
	clock *clock
	after time.Duration
	todo  func()
	due   time.Time
}

func (y *tardy) catchUp() {
	if y.todo != nil && !y.clock.now().Before(y.due) {
		do := y.todo
		y.todo = nil
		do()
	}
}

func (y *tardy) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	if y.after == 0 {
		y.catchUp()
		return y.Surface.Post(ctx, p, c, nonce)
	}
	y.todo, y.due = func() { _, _ = y.Surface.Post(ctx, p, c, nonce) }, y.clock.now().Add(y.after)
	ctx = context.WithoutCancel(ctx)
	y.after = 0
	return "", &bots.SilentError{Err: context.DeadlineExceeded}
}

func (y *tardy) Find(ctx context.Context, p assistant.Place, nonce string) (string, bool, error) {
	y.catchUp()
	return y.Surface.Find(ctx, p, nonce)
}

func TestAPostThatArrivesAfterItWasGivenUpIsNotMadeTwice(t *testing.T) {
	var late *tardy
	d := newDesk(t, func(s bots.Surface, c *clock) bots.Surface {
		late = &tardy{Surface: s, clock: c, after: 4 * time.Second}
		return late
	})
	d.store.say(answer("one"))
	d.deliverAll()
	d.clock.pass(time.Minute)
	late.catchUp()
	d.shows("one")
	if d.outcomes[bots.OutcomeFound] != 1 {
		t.Errorf("outcomes: %v", d.outcomes)
	}
}
