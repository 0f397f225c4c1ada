package orchestrator

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// Couriers lets the surfaces' couriers show what is new, on hints and on what the sweeper finds.
type Couriers struct {
	surfaces Surfaces
	queue    queue.Queue
	shows    int // places of one tenant that are shown something at the same time
	grace    time.Duration
	log      *slog.Logger
	local    <-chan queue.Token
	drafting *drafting
	door     door
}

// Run delivers until ctx ends.
func (c *Couriers) Run(ctx context.Context) error {
	work, stop := graceful(ctx, c.grace)
	defer stop()
	tokens := merge(ctx, c.queue.Tokens(ctx, queue.Deliveries), c.local)
	var g errgroup.Group
	g.Go(func() error { c.drafting.run(ctx, work, c.draft); return nil })
	shown := &tokenWorkers{queue: c.queue, lanes: lanes.Sharing(c.shows), log: c.log, claim: c.take}
	c.door.open(work, ctx, shown)
	defer c.door.close()
	shown.run(work, ctx, tokens)
	return g.Wait()
}

// take lets every surface take a place that is behind; work brings them up to date.
func (c *Couriers) take(ctx context.Context, s *laneHold) (work func(), more bool, err error) {
	var shows []func(context.Context) (bool, error)
	for _, surface := range c.surfaces.Deliverers() {
		show, other, serr := surface.Take(ctx, s.tenant)
		more, err = more || other, errors.Join(err, serr)
		if show != nil {
			shows = append(shows, show)
		}
	}
	if len(shows) == 0 {
		return nil, false, err
	}
	if err != nil && !abandoned(ctx, err) {
		c.log.WarnContext(ctx, "deliver", slog.String("tenant", string(s.tenant)), slog.Any("err", err))
	}
	return func() { c.shown(ctx, s, shows) }, more, nil
}

// shown brings places up to date, all at once.
func (c *Couriers) shown(ctx context.Context, s *laneHold, shows []func(context.Context) (bool, error)) {
	defer s.leave()
	var all sync.WaitGroup
	for _, show := range shows {
		all.Go(func() { c.show(ctx, s.tenant, show) })
	}
	all.Wait()
}

// settling lets a settling take the places in hand that it leaves behind, where there is room for them here, and shows them
// what is new.
func (c *Couriers) settling(t assistant.TenantID, settle func(of []assistant.Surface, lease time.Duration) (assistant.Settled, error)) (assistant.Settled, error) {
	by, kinds, longest := c.following()
	if len(kinds) == 0 {
		return settle(nil, 0)
	}
	s := c.door.enter(t)
	if s == nil {
		return settle(nil, 0)
	}
	done, err := settle(kinds, longest)
	if err != nil || len(done.Places) == 0 {
		c.door.leave(s)
		return done, err
	}
	var shows []func(context.Context) (bool, error)
	for _, claim := range done.Places {
		shows = append(shows, by[claim.Place.Surface].Given(claim))
	}
	c.door.begin(func(ctx, _ context.Context) { c.shown(ctx, s, shows) })
	return done, nil
}

// following are the surfaces whose places are shown whatever comes, with the longest that one holds a place. On the others people are told by a
// timer, and of nothing that comes after it.
func (c *Couriers) following() (by map[assistant.Surface]Deliverer, kinds []assistant.Surface, longest time.Duration) {
	by = map[assistant.Surface]Deliverer{}
	for _, surface := range c.surfaces.Deliverers() {
		if kind, lease := surface.Shows(); !kind.Away() {
			by[kind], kinds, longest = surface, append(kinds, kind), max(longest, lease)
		}
	}
	return by, kinds, longest
}

// show brings one place up to date, and hints where it stayed behind.
func (c *Couriers) show(ctx context.Context, t assistant.TenantID, show func(context.Context) (bool, error)) {
	more, err := show(ctx)
	if err != nil && !abandoned(ctx, err) {
		c.log.WarnContext(ctx, "deliver", slog.String("tenant", string(t)), slog.Any("err", err))
	}
	if more {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), hintPatience)
		defer cancel()
		_ = c.queue.Hint(ctx, queue.Deliveries, t)
	}
}
