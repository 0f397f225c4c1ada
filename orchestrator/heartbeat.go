package orchestrator

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// The paces of staying alive. A replica that was killed is noticed silence after its last beat; one that has not got through
// for steadyFor begins nothing outside any more, which is a second before anybody could think it dead.
const (
	beatEvery = time.Second
	silence   = 3500 * time.Millisecond
	steadyFor = 2500 * time.Millisecond
)

// Life is where replicas say that they are alive.
type Life interface {
	Beat(ctx context.Context, silence time.Duration) (lost bool, freed assistant.Waiting, err error)
	Leave(ctx context.Context) error
}

// Heartbeat keeps this replica's claims its own: it says once a second that it is alive, and hints for what others left who
// do not say so any more. A nil one is of a process that is alone on its database.
//
//	alive ──a beat got through──▶ alive
//	  │ none for 2.5 s: what is in hand goes on, nothing outside begins ──a beat gets through──▶ alive
//	  └ taken for dead (paused, cut off): what is in hand ends, since nothing of it can be written ──▶ alive, with empty hands
type Heartbeat struct {
	life  Life
	queue queue.Queue
	now   func() time.Time
	log   *slog.Logger
	meter *metrics.Metrics

	mu    sync.Mutex
	said  time.Time       // when the last beat that got through was sent
	heard chan struct{}   // closed at the next one
	alive context.Context //nolint:containedctx // of all that is in hand, no call's
	die   context.CancelCauseFunc
}

// NewHeartbeat makes a heartbeat, which beats in [Heartbeat.Run]. now is a clock that does not jump.
func NewHeartbeat(l Life, q queue.Queue, now func() time.Time, log *slog.Logger, m *metrics.Metrics) *Heartbeat {
	h := &Heartbeat{life: l, queue: q, now: now, log: log, meter: m, heard: make(chan struct{})}
	h.alive, h.die = context.WithCancelCause(context.Background())
	return h
}

// Run beats until ctx ends, which has to be after the work in hand has ended.
func (h *Heartbeat) Run(ctx context.Context) error {
	if h == nil {
		return nil
	}
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		h.beat(ctx)
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := h.life.Leave(last); err != nil {
		h.log.WarnContext(ctx, "leave", slog.Any("err", err)) // the others notice by its silence
	}
	return nil
}

func (h *Heartbeat) beat(ctx context.Context) {
	sent := h.now()
	bounded, cancel := context.WithTimeout(ctx, silence) // a connection that swallows everything is given up
	defer cancel()
	lost, freed, err := h.life.Beat(bounded, silence)
	if lost {
		h.log.WarnContext(ctx, "taken for dead: what was in hand is somebody else's")
		h.reborn()
	}
	if err != nil {
		if ctx.Err() == nil {
			h.log.WarnContext(ctx, "beat", slog.Any("err", err))
		}
		return
	}
	h.through(sent)
	h.meter.Rescued(freed.Rescued)
	h.hint(ctx, freed)
}

// reborn ends what is in hand.
func (h *Heartbeat) reborn() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.die(assistant.ErrFenced)
	h.alive, h.die = context.WithCancelCause(context.Background())
}

func (h *Heartbeat) through(sent time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.said = sent
	close(h.heard)
	h.heard = make(chan struct{})
}

// hint tells everybody what a dead replica has left, a token for each of its claims.
func (h *Heartbeat) hint(ctx context.Context, freed assistant.Waiting) {
	for _, of := range []struct {
		kind    queue.Kind
		tenants []assistant.TenantID
	}{{queue.Turns, freed.Turns}, {queue.Tasks, freed.Tasks}, {queue.Deliveries, freed.Deliveries}} {
		for _, t := range of.tenants {
			bounded, cancel := context.WithTimeout(ctx, hintPatience)
			err := h.queue.Hint(bounded, of.kind, t)
			cancel()
			if err != nil {
				return // the sweeper finds what waits
			}
		}
	}
}

// while gives claimed work its context: it ends with [assistant.ErrFenced] when this replica has been taken for dead.
func (h *Heartbeat) while(ctx context.Context) (context.Context, func()) { return h.since()(ctx) }

// since is while for work that is claimed from now on, and gets its context later.
func (h *Heartbeat) since() func(context.Context) (context.Context, func()) {
	if h == nil {
		return func(ctx context.Context) (context.Context, func()) { return ctx, func() {} }
	}
	h.mu.Lock()
	alive := h.alive
	h.mu.Unlock()
	return func(ctx context.Context) (context.Context, func()) {
		ctx, cancel := context.WithCancelCause(ctx)
		stop := context.AfterFunc(alive, func() { cancel(assistant.ErrFenced) })
		return ctx, func() { stop(); cancel(nil) }
	}
}

// Steady makes a write that something outside follows, and returns when that may begin: while nobody can take this replica
// for dead. [assistant.ErrFenced] means that somebody has; then it must not begin.
func (h *Heartbeat) Steady(ctx context.Context, write func() error) error {
	if h == nil {
		return write()
	}
	h.mu.Lock()
	alive := h.alive
	h.mu.Unlock()
	if err := write(); err != nil {
		return err
	}
	for {
		h.mu.Lock()
		fresh, heard := h.now().Sub(h.said) < steadyFor, h.heard
		h.mu.Unlock()
		switch {
		case alive.Err() != nil:
			return assistant.ErrFenced
		case fresh:
			return nil
		}
		select {
		case <-heard:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
