package orchestrator

import (
	"context"
	"sync"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
)

// laneHold is the room that one piece of a tenant's work takes up: a lane while it computes, and for as long as it is in hand its
// bytes. Whoever has one leaves it.
type laneHold struct {
	tenant assistant.TenantID
	lanes  *lanes.Lanes
	room   *lanes.Lanes // in bytes; nil where they are not counted
	bytes  int

	mu   sync.Mutex
	away int  // waits that are going on
	lane bool // it has one
}

// aside gives the lane to others while wait waits for a model, a tool, a reader or an outside system, and takes one again
// afterwards. When that is too late its error is ctx's cause.
func (s *laneHold) aside(ctx context.Context, wait func() error) error {
	if s == nil {
		return wait()
	}
	s.rise()
	err := wait()
	if !s.back(ctx) && err == nil {
		return context.Cause(ctx)
	}
	return err
}

func (s *laneHold) rise() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away++
	if s.lane {
		s.lane = false
		s.lanes.Leave(s.tenant, 1)
	}
}

func (s *laneHold) back(ctx context.Context) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away--; s.away > 0 {
		return true // another wait of the same work goes on
	}
	s.lane = s.lanes.Return(ctx, s.tenant, 1)
	return s.lane
}

// grow counts what the work has in hand besides.
func (s *laneHold) grow(bytes int) {
	if s == nil || s.room == nil {
		return
	}
	s.mu.Lock()
	s.bytes += bytes
	s.mu.Unlock()
	s.room.Grow(s.tenant, bytes)
}

// leave gives everything back.
func (s *laneHold) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lane {
		s.lane = false
		s.lanes.Leave(s.tenant, 1)
	}
	if s.room != nil && s.bytes > 0 {
		s.room.Leave(s.tenant, s.bytes)
		s.bytes = 0
	}
}

// beside are up to n more seats of the same tenant, without waiting.
func (s *laneHold) beside(n int) []*laneHold {
	var out []*laneHold
	for range n {
		if !s.lanes.Enter(s.tenant, 1) {
			break
		}
		out = append(out, &laneHold{tenant: s.tenant, lanes: s.lanes, lane: true})
	}
	return out
}
