package orchestrator

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// The sweeper's paces: with Redis it only makes up for lost hints, without it is what moves the work.
const (
	sweepEvery   = time.Second
	sweepAway    = 100 * time.Millisecond
	sweepMore    = 20 * time.Millisecond // where more timers are due than one sweep lets speak
	givePatience = 20 * time.Millisecond // of one kind, while this process's workers are busy
)

// absence tells whether Redis is away.
type absence interface{ Away() bool }

// Sweeper frees claims whose holder died, gives this process's workers what nobody took, and lets due timers speak. One
// runs on every replica; they do not need to know of each other.
type Sweeper struct {
	ledger ledger
	timers timers
	queue  absence
	turns  chan<- queue.Token
	tasks  chan<- queue.Token
	shows  chan<- queue.Token
	random *rand.Rand
	log    *slog.Logger
	meter  *metrics.Metrics
}

// Run sweeps until ctx ends. A database that is away is tried again at the next sweep.
func (s *Sweeper) Run(ctx context.Context) error {
	for {
		every, patience := sweepEvery, sweepEvery
		away := s.queue.Away()
		if away {
			every, patience = sweepAway, 0
		}
		s.meter.RedisAway(away)
		more, err := s.sweep(ctx, patience)
		switch {
		case err != nil && ctx.Err() == nil:
			s.log.WarnContext(ctx, "sweep", slog.Any("err", err))
		case more:
			every = sweepMore
		}
		// Jitter keeps replicas from sweeping in step.
		wait := time.NewTimer(every/2 + time.Duration(s.random.Int64N(int64(every))))
		select {
		case <-ctx.Done():
			wait.Stop()
			return nil
		case <-wait.C:
		}
	}
}

// sweep says whether there is more to do at once.
func (s *Sweeper) sweep(ctx context.Context, patience time.Duration) (more bool, err error) {
	waiting, err := s.ledger.Sweep(ctx, patience)
	if err != nil {
		return false, fmt.Errorf("sweep: %w", err)
	}
	s.meter.Rescued(waiting.Rescued)
	s.meter.Waiting(metrics.QueueTurns, len(waiting.Turns), waiting.OldestTurn)
	s.meter.Waiting(metrics.QueueTasks, len(waiting.Tasks), waiting.OldestTask)
	s.meter.Waiting(metrics.QueueDeliveries, len(waiting.Deliveries), waiting.OldestDelivery)
	s.give(ctx, queue.Turns, s.turns, waiting.Turns)
	s.give(ctx, queue.Tasks, s.tasks, waiting.Tasks)
	s.give(ctx, queue.Deliveries, s.shows, waiting.Deliveries)
	return s.timers.speak(ctx)
}

// give offers the tenants to this process's workers in random order; those that are busy are left to other replicas and
// the next sweep.
func (s *Sweeper) give(ctx context.Context, k queue.Kind, to chan<- queue.Token, tenants []assistant.TenantID) {
	s.random.Shuffle(len(tenants), func(i, j int) { tenants[i], tenants[j] = tenants[j], tenants[i] })
	patience := time.NewTimer(givePatience)
	defer patience.Stop()
	for _, t := range tenants {
		select {
		case to <- queue.Token{Kind: k, Tenant: t}:
		case <-ctx.Done():
			return
		case <-patience.C:
			return
		}
	}
}
