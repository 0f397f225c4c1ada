package orchestrator

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// Couriers lets the surfaces' couriers show what is new, on hints and on what the sweeper finds.
type Couriers struct {
	surfaces []Deliverer
	waits    ledger
	queue    queue.Queue
	workers  int // places of one tenant that are shown something at the same time
	grace    time.Duration
	log      *slog.Logger
	local    <-chan queue.Token
	drafting *drafting
}

// Run delivers until ctx ends.
func (c *Couriers) Run(ctx context.Context) error {
	if len(c.surfaces) == 0 {
		<-ctx.Done()
		return nil
	}
	work, stop := graceful(ctx, c.grace)
	defer stop()
	tokens := merge(ctx, c.queue.Tokens(ctx, queue.Deliveries), c.local)
	var g errgroup.Group
	g.Go(func() error { c.drafting.run(ctx, work, c.draft); return nil })
	newCrew(queue.Deliveries, c.queue, c.waits, c.workers).run(work, ctx, tokens, func(t queue.Token) bool { return c.deliver(work, t.Tenant) })
	return g.Wait()
}

// deliver lets every surface bring one place up to date; it tells whether one of them stayed behind.
func (c *Couriers) deliver(ctx context.Context, t assistant.TenantID) (more bool) {
	for _, s := range c.surfaces {
		_, behind, err := s.Deliver(ctx, t)
		if err != nil && !abandoned(ctx, err) {
			c.log.WarnContext(ctx, "deliver", slog.String("tenant", string(t)), slog.Any("err", err))
		}
		more = more || behind
	}
	return more
}
