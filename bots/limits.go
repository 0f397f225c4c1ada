package bots

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bounds how often things are done, each by its own key. It never blocks: it says how long to wait. It is safe for
// concurrent use.
type Limits struct {
	now func() time.Time

	mu sync.Mutex
	of map[string]*rate.Limiter
}

const limitsKept = 10_000 // keys; those that have nothing to say any more are forgotten first

// NewLimits returns unused limits.
func NewLimits(now func() time.Time) *Limits {
	return &Limits{now: now, of: map[string]*rate.Limiter{}}
}

// Take takes a key's turn, or gives a [*LaterError] and takes nothing. What is known of a key keeps the limit it was first taken with.
func (l *Limits) Take(key string, every rate.Limit, burst int) error {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	limit := l.of[key]
	if limit == nil {
		l.forget(now)
		limit = rate.NewLimiter(every, burst)
		l.of[key] = limit
	}
	turn := limit.ReserveN(now, 1)
	if wait := turn.DelayFrom(now); wait > 0 {
		turn.CancelAt(now)
		return &LaterError{After: wait}
	}
	return nil
}

// forget drops the limits that are full, once there are many.
func (l *Limits) forget(now time.Time) {
	if len(l.of) < limitsKept {
		return
	}
	for key, limit := range l.of {
		if limit.TokensAt(now) >= float64(limit.Burst()) {
			delete(l.of, key)
		}
	}
	if len(l.of) >= limitsKept {
		clear(l.of)
	}
}
