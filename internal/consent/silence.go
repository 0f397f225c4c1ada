package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/executor/packs/content"
)

const (
	slowSign      = "slowsign"                      // begins the name of a sign about which models have much to say
	streamsFor    = 60 * time.Second                // how long they say it
	streamsEvery  = 20 * time.Millisecond           // a word
	mustBeSilent  = 250 * time.Millisecond          // after a stop, 95 times of 100
	stopsMeasured = 60                              // of each kind
	beginsWithin  = 2 * time.Minute                 // what is to be stopped; a deadline for what hangs
	toAnswer      = "Please paint the sign called " // what no tool does, so that it is answered
	drafted       = 2                               // the kind that is a draft of a run's task
)

var slow = regexp.MustCompile(slowSign + `\d+`)

// stream is a model's call that says much.
type stream struct {
	begun chan struct{}
	ended chan time.Time // when nothing was said any more
}

// streams are those that are waited for, by their sign.
type streams struct {
	asked atomic.Int64 // models that are at it, of any kind

	mu  sync.Mutex
	all map[string]*stream
}

func newStreams() *streams { return &streams{all: map[string]*stream{}} }

func (s *streams) of(sign string) *stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[sign] == nil {
		s.all[sign] = &stream{begun: make(chan struct{}, 1), ended: make(chan time.Time, 1)}
	}
	return s.all[sign]
}

// streaming is a model that says much about slow signs, whatever it is asked, and else is another one.
type streaming struct {
	*streams

	llm.Asker
}

// Ask implements llm.Asker.
func (m streaming) Ask(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	m.asked.Add(1)
	defer m.asked.Add(-1)
	sign := slowOf(string(r.Facts))
	slowly := r.Purpose == llm.PurposeAnswer && strings.Contains(string(r.Facts), toAnswer) // else it is the first step, which leaves it to planning
	if sign == "" || !slowly && r.Purpose != llm.PurposePlan && r.Purpose != content.PurposeDraft {
		return m.Asker.Ask(ctx, r, onText)
	}
	s := m.of(sign)
	tell(s.begun, struct{}{})
	defer func() { tell(s.ended, time.Now()) }()
	tick, last := time.NewTicker(streamsEvery), time.After(streamsFor)
	defer tick.Stop()
	for text := ""; ; {
		select {
		case <-ctx.Done():
			return llm.Reply{}, context.Cause(ctx)
		case <-last:
			return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, text)}, nil
		case <-tick.C:
			if text += "and another word "; onText != nil {
				onText(text)
			}
		}
	}
}

// tell tells who waits, and waits for nobody.
func tell[T any](who chan T, what T) {
	select {
	case who <- what:
	default:
	}
}

// slowOf is the slow sign that words name, "" for none.
func slowOf(words string) string {
	return slow.FindString(words)
}

func mustFacts(words string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{"text": words}) // words can be written
	return raw
}

// silence is how long it took from a stop, before it was handed in, until the model's call was given up.
type silence struct {
	of   string
	took []time.Duration
}

// String is how a person reads it.
func (s silence) String() string {
	slices.Sort(s.took)
	at := func(of int) time.Duration { return s.took[(len(s.took)-1)*of/100].Round(100 * time.Microsecond) }
	return fmt.Sprintf("%s %d times: p50 %v, p95 %v, max %v", s.of, len(s.took), at(50), at(95), at(100))
}

// p95 is what 95 of 100 stay below.
func (s silence) p95() time.Duration {
	slices.Sort(s.took)
	return s.took[(len(s.took)-1)*95/100]
}

// silences says stop to models that have much to say, and keeps how long they went on. Nothing crashes meanwhile.
func (t *talk) silences(ctx context.Context, v *verdict, n int) error {
	t.calm.Store(true)
	for i, kind := range []silence{{of: "an answer"}, {of: "a plan being made"}, {of: "a draft being written"}} {
		var mu sync.Mutex
		g, gctx := errgroup.WithContext(ctx)
		g.SetLimit(4)
		for k := range n {
			g.Go(func() error {
				took, err := t.silence(gctx, i, i*n+k)
				mu.Lock()
				defer mu.Unlock()
				kind.took = append(kind.took, took)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return err
		}
		if kind.p95() >= mustBeSilent {
			v.wrong = append(v.wrong, "it was not silent within "+mustBeSilent.String()+": "+kind.String())
		}
		v.silences = append(v.silences, kind)
	}
	return t.quiet(ctx)
}

// approve approves the first plan of a place, which is drafted then.
func (t *talk) approve(ctx context.Context, p assistant.Place) error {
	card, err := t.planOf(ctx, p)
	if err != nil {
		return err
	}
	key := t.ids.New()
	t.remember(key, deed{who: anna, at: t.clock.next(), subject: subjectOf(card), place: p})
	if _, err := t.work.Inbox.Act(ctx, assistant.Act{Tenant: t.tenant, From: account(anna), Key: key, Body: assistant.PlanDecided{
		Plan: card.Plan.ID, Version: card.Plan.Version, Verdict: assistant.VerdictApproved, Hash: card.Plan.Hash,
	}}); err != nil {
		return fmt.Errorf("approve the plan: %w", err)
	}
	return nil
}

// planOf waits for the card of a place's plan.
func (t *talk) planOf(ctx context.Context, p assistant.Place) (bots.PlanCard, error) {
	for late := time.After(beginsWithin); ; {
		for _, c := range t.board.open(p) {
			if card, ok := c.(bots.PlanCard); ok {
				return card, nil
			}
		}
		select {
		case <-ctx.Done():
			return bots.PlanCard{}, fmt.Errorf("wait for a plan: %w", ctx.Err())
		case <-late:
			return bots.PlanCard{}, fmt.Errorf("no plan stands in %s", p.Thread)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// silence is one of them.
func (t *talk) silence(ctx context.Context, kind, n int) (time.Duration, error) {
	sign := slowSign + strconv.Itoa(n)
	p := assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: sign}
	words := []string{toAnswer, "Please create a page that is closed for ", "Please create a page that is open for "}
	if err := t.write(ctx, p, anna, t.ids.New(), words[kind]+sign); err != nil {
		return 0, err
	}
	if kind == drafted {
		if err := t.approve(ctx, p); err != nil {
			return 0, err
		}
	}
	s := t.streams.of(sign)
	select {
	case <-s.begun:
	case <-time.After(beginsWithin):
		return 0, fmt.Errorf("nobody asks a model about %s", sign)
	}
	time.Sleep(time.Duration(rand.IntN(400)) * time.Millisecond)
	start := time.Now()
	if err := t.halts(ctx, p, anna); err != nil {
		return 0, err
	}
	select {
	case at := <-s.ended:
		return at.Sub(start), nil
	case <-ctx.Done():
		return 0, fmt.Errorf("wait for silence: %w", ctx.Err())
	}
}
