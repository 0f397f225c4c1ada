package orchestrator

import (
	"context"
	"sync"

	"github.com/aisteam/aisteam/assistant"
)

// door is where a crew is brought what somebody in this process has claimed with a transaction of its own: no token and no
// command to Redis lies between. It lets in only what there is room for at once; everything else goes the long way, by a hint.
//
//	enter ──a seat──▶ claim, in the transaction at hand ──begin──▶ work
//	  │                  └──nothing claimed──▶ leave
//	  └──no room, or nobody at work──▶ the long way
type door struct {
	mu           sync.Mutex
	tokenWorkers *tokenWorkers   // nil while nobody works here
	work         context.Context //nolint:containedctx // of all that comes in, no call's
	intake       context.Context //nolint:containedctx // likewise
	inside       sync.WaitGroup  // who has entered
}

// open lets work in until intake ends. Whoever opens closes.
func (d *door) open(work, intake context.Context, c *tokenWorkers) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tokenWorkers, d.work, d.intake = c, work, intake
}

// close lets nobody in any more, and waits for those who are inside.
func (d *door) close() {
	d.mu.Lock()
	d.tokenWorkers = nil
	d.mu.Unlock()
	d.inside.Wait()
}

// enter gives a seat, or nil. Whoever has one begins or leaves.
func (d *door) enter(t assistant.TenantID) *laneHold {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tokenWorkers == nil || stopping(d.intake) {
		return nil
	}
	s := d.tokenWorkers.laneHold(t)
	if s != nil {
		d.inside.Add(1)
	}
	return s
}

// leave gives back a seat for which there is nothing to do after all.
func (d *door) leave(s *laneHold) {
	s.leave()
	d.inside.Done()
}

// begin starts the work, which leaves the seat.
func (d *door) begin(work func(work, intake context.Context)) {
	d.mu.Lock()
	ctx, intake := d.work, d.intake
	d.mu.Unlock()
	go func() {
		defer d.inside.Done()
		work(ctx, intake)
	}()
}
