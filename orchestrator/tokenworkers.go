package orchestrator

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// rest is how long a token waits here for a lane of its tenant. After that it goes to the tail of its stream, where another
// replica may have room for it.
const rest = 100 * time.Millisecond

// crew works off a kind's tokens. A token is a turn to claim something: it goes on to others as soon as that is done, and what
// was claimed is worked on without it.
//
//	token ──lane of its tenant──▶ claim ──nothing left──▶ the token ends
//	  │                             ├──more left──▶ to the tail, or again at once where the token is our own
//	  │                             └──▶ work, in the lane, which it gives up whenever it waits
//	  └──none within rest──▶ to the tail
type tokenWorkers struct {
	queue queue.Queue
	lanes *lanes.Lanes
	room  *lanes.Lanes // in bytes; nil where they are not counted
	base  int          // bytes that work takes up at least
	log   *slog.Logger
	// claim takes something of the seat's tenant in hand; work does it, leaves the seat, and is nil where nothing was to be
	// had. more says that there is more to be had: the claiming transaction saw it.
	claim func(ctx context.Context, s *laneHold) (work func(), more bool, err error)
}

// run works until intake ends, and then until what is in hand has ended, which it does at the latest with ctx. While no lane is
// free no token is taken: a replica that is idle may have it.
func (c *tokenWorkers) run(ctx, intake context.Context, tokens <-chan queue.Token) {
	var all sync.WaitGroup
	defer all.Wait()
	for c.lanes.Open(intake) {
		token, ok := <-tokens
		if !ok {
			return
		}
		all.Go(func() { c.take(ctx, intake, token, &all) })
	}
}

// take makes use of one token.
func (c *tokenWorkers) take(ctx, intake context.Context, token queue.Token, all *sync.WaitGroup) {
	for {
		s := c.sit(intake, token.Tenant)
		if s == nil {
			c.end(ctx, token, true)
			return
		}
		work, more, err := c.claim(ctx, s)
		if work == nil {
			s.leave()
			if err != nil && !abandoned(ctx, err) {
				c.log.ErrorContext(ctx, "claim", slog.String("tenant", string(token.Tenant)), slog.Any("err", err))
			}
			c.end(ctx, token, false) // after an error the sweeper makes up for it, at its pace
			return
		}
		all.Go(work)
		if token.ID != "" || !more {
			c.end(ctx, token, more)
			return
		}
	}
}

// sit waits for a seat, for as long as a token rests.
func (c *tokenWorkers) sit(ctx context.Context, t assistant.TenantID) *laneHold {
	ctx, cancel := context.WithTimeout(ctx, rest)
	defer cancel()
	s := &laneHold{tenant: t, lanes: c.lanes, room: c.room}
	if c.room != nil {
		if !c.room.Wait(ctx, t, c.base) {
			return nil
		}
		s.bytes = c.base
	}
	if s.lane = c.lanes.Wait(ctx, t, 1); !s.lane {
		s.leave()
		return nil
	}
	return s
}

// laneHold is a seat that is free at once, or nil.
func (c *tokenWorkers) laneHold(t assistant.TenantID) *laneHold {
	s := &laneHold{tenant: t, lanes: c.lanes, room: c.room}
	if c.room != nil {
		if !c.room.Enter(t, c.base) {
			return nil
		}
		s.bytes = c.base
	}
	if s.lane = c.lanes.Enter(t, 1); !s.lane {
		s.leave()
		return nil
	}
	return s
}

// end ends a token's turn. A token that gets lost here costs a sweep.
func (c *tokenWorkers) end(ctx context.Context, token queue.Token, more bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = c.queue.Done(ctx, token, more)
}
