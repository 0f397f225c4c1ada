package orchestrator

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
)

const ratesKept = 10_000 // people; beyond that everybody starts anew

// rates bounds how much a person may ask of the models in a minute, on whatever surface. Each replica counts for itself, in
// memory: behind a balancer a person may ask as often as there are replicas times the bound, and anew after a restart. It
// keeps one person from filling the house, and need not be exact; what may be spent in a day is bounded in the database, for
// all replicas together.
type rates struct {
	perMinute int // 0 does not bound

	mu sync.Mutex
	by map[assistant.PersonID]*rate.Limiter
}

func newRates(perMinute int) *rates {
	return &rates{perMinute: perMinute, by: map[assistant.PersonID]*rate.Limiter{}}
}

// allow tells whether the person may ask once more now.
func (r *rates) allow(p assistant.PersonID, now time.Time) bool {
	if r.perMinute <= 0 || p == "" {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.by) >= ratesKept {
		clear(r.by)
	}
	l, ok := r.by[p]
	if !ok {
		l = rate.NewLimiter(rate.Limit(float64(r.perMinute)/60), r.perMinute)
		r.by[p] = l
	}
	return l.AllowN(now, 1)
}
