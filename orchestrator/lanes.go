package orchestrator

import (
	"context"
	"sync"

	"github.com/aisteam/aisteam/assistant"
)

// lanes say how much of one kind of work this process does at a time, and for whom. A tenant may begin one more piece while
// more lanes are free than it has in use. So one tenant alone gets half of them, two get a third each, and there is always
// room for one that has nothing at work, however long the others take, until as many tenants are at work as there are lanes.
type lanes struct {
	mu   sync.Mutex
	free int
	used map[assistant.TenantID]int
	left chan struct{} // closed, and made anew, when a lane comes free
}

// newLanes gives lanes of which one tenant alone may use so many.
func newLanes(share int) *lanes {
	return &lanes{free: 2 * share, used: map[assistant.TenantID]int{}, left: make(chan struct{})}
}

// enter takes a lane for the tenant, or tells that it has its share. Whoever has entered leaves.
func (l *lanes) enter(t assistant.TenantID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.used[t] >= l.free {
		return false
	}
	l.used[t]++
	l.free--
	return true
}

// leave gives a lane back.
func (l *lanes) leave(t assistant.TenantID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free++
	if l.used[t]--; l.used[t] == 0 {
		delete(l.used, t)
	}
	close(l.left)
	l.left = make(chan struct{})
}

// wait enters as soon as the tenant may, or tells that ctx ended first.
func (l *lanes) wait(ctx context.Context, t assistant.TenantID) bool {
	for {
		l.mu.Lock()
		left := l.left
		l.mu.Unlock()
		if l.enter(t) {
			return true
		}
		select {
		case <-left:
		case <-ctx.Done():
			return false
		}
	}
}
