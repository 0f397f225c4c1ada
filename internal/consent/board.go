package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// clock orders what happens in this process, whatever the databases' clocks say.
type clock struct{ n atomic.Int64 }

func (c *clock) next() int64 { return c.n.Add(1) }

// board is the platform that cards are posted to. It is slow now and then, and puts a post off.
type board struct {
	clock *clock

	mu     sync.Mutex
	cards  map[assistant.Place]map[string]bots.Card // as they look now, by their ref
	posted map[string]int64                         // when a subject's card was first there
	at     map[string]time.Time                     // by the platform's clock, by ref
	refs   int
}

func newBoard(c *clock) *board {
	return &board{clock: c, cards: map[assistant.Place]map[string]bots.Card{}, posted: map[string]int64{}, at: map[string]time.Time{}}
}

// subjectOf names what a card lets people decide; "" for the others.
func subjectOf(c bots.Card) string {
	switch c := c.(type) { //nolint:gochecksumtype // the rest decide nothing
	case bots.PlanCard:
		return fmt.Sprintf("plan %s/%d", c.Plan.ID, c.Plan.Version)
	case bots.ApprovalCard:
		return "approval " + string(c.Approval.ID)
	case bots.StepCard:
		return "card " + string(c.Run)
	default:
		return ""
	}
}

// subjectsOf names everything that a card lets people decide.
func subjectsOf(c bots.Card) []string {
	step, ok := c.(bots.StepCard)
	if !ok {
		return []string{subjectOf(c)}
	}
	var out []string
	for _, a := range step.Actions {
		out = append(out, subjectOf(a))
	}
	return out
}

// stands notes what is there to be decided from now on. The caller holds the lock.
func (b *board) stands(c bots.Card) {
	for _, s := range subjectsOf(c) {
		if _, known := b.posted[s]; s != "" && !known {
			b.posted[s] = b.clock.next()
		}
	}
}

// Hash implements bots.Surface.
func (b *board) Hash(_ context.Context, _ assistant.Place, c bots.Card) string {
	switch c := c.(type) { //nolint:gochecksumtype // the rest look as their words
	case bots.PlanCard:
		return subjectOf(c) + string(c.State)
	case bots.ApprovalCard:
		return subjectOf(c) + string(c.State)
	case bots.StepCard:
		var look strings.Builder
		look.WriteString(subjectOf(c))
		for _, a := range c.Actions {
			look.WriteString(subjectOf(a) + string(a.State))
		}
		return look.String()
	case bots.AnswerCard:
		return c.Text
	default:
		return ""
	}
}

// Post implements bots.Surface.
func (b *board) Post(_ context.Context, p assistant.Place, c bots.Card, _ string) (string, error) {
	if rand.IntN(8) == 0 {
		return "", &bots.LaterError{After: time.Duration(rand.IntN(5)) * time.Millisecond}
	}
	time.Sleep(time.Duration(rand.IntN(4)) * time.Millisecond)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refs++
	ref := strconv.Itoa(b.refs)
	if b.cards[p] == nil {
		b.cards[p] = map[string]bots.Card{}
	}
	b.stands(c)
	b.cards[p][ref], b.at[ref] = c, time.Now()
	return ref, nil
}

// PostedAt implements bots.Dater.
func (b *board) PostedAt(ref string) time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.at[ref]
}

// Edit implements bots.Surface.
func (b *board) Edit(_ context.Context, p assistant.Place, ref string, c bots.Card) error {
	if rand.IntN(8) == 0 {
		return &bots.LaterError{After: time.Duration(rand.IntN(5)) * time.Millisecond}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stands(c)
	b.cards[p][ref] = c
	return nil
}

// Find implements bots.Surface: what is posted is always known here.
func (b *board) Find(context.Context, assistant.Place, string) (string, bool, error) {
	return "", false, nil
}

// open are the cards with buttons that stand in a place.
func (b *board) open(p assistant.Place) []bots.Card {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []bots.Card
	for _, c := range b.cards[p] {
		if o, ok := c.(interface{ Open() bool }); ok && o.Open() && subjectOf(c) != "" {
			out = append(out, c)
		}
	}
	return out
}

// any is a card of the place that ever had buttons: people press old ones too.
func (b *board) any(p assistant.Place) []bots.Card {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []bots.Card
	for _, c := range b.cards[p] {
		if subjectOf(c) != "" {
			out = append(out, c)
		}
	}
	return out
}

// stood is when a subject's card was first there.
func (b *board) stood(subject string) (int64, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at, ok := b.posted[subject]
	return at, ok
}
