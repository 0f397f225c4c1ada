package llm

import (
	"slices"
	"sync"
	"time"
)

// pair is the two models of one provider.
type pair struct{ strong, fast Model }

func (p pair) of(t Tier) Model {
	if t == TierFast {
		return p.fast
	}
	return p.strong
}

// Bounds of how long a provider that was away is not asked first.
const (
	awayAtFirst = 15 * time.Second
	awayAtMost  = 5 * time.Minute
)

// away remembers that the first of two providers did not answer, so that not everybody waits for it anew. The zero value says that
// it is there. It is safe for concurrent use.
//
//	there ──away──▶ not asked first for a while ──the while is over──▶ one request asks it first ──answered──▶ there
//	                          ▲                                               │
//	                          └────────────────── away: twice as long ◀───────┘
type away struct {
	mu     sync.Mutex
	until  time.Time
	wait   time.Duration // 0 while it is there
	trying bool          // one request asks it whether it is there again
}

// first tells whether the first provider is asked first. After a while one request tries it; the others go on to the second.
func (a *away) first(now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.wait == 0:
		return true
	case now.Before(a.until):
		return false
	default:
		a.until, a.trying = now.Add(a.wait), true
		return true
	}
}

// told notes what came of asking the first provider.
func (a *away) told(now time.Time, was bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case !was:
		a.wait = 0
	case a.wait == 0 || a.trying: // others that were under way say nothing new
		a.wait = min(max(2*a.wait, awayAtFirst), awayAtMost)
		a.until = now.Add(a.wait)
	}
	a.trying = false
}

// isAway tells whether a provider cannot be had, whatever it is asked: another one may do. What it refuses because of the request
// is refused, and a reply that makes no sense is the model's.
func isAway(err error) bool {
	return slices.Contains([]Outcome{
		OutcomeIdle, OutcomeTimeout, OutcomeUnreachable, OutcomeProxy, OutcomeClock, OutcomeAddress, OutcomeKey, OutcomeModel, OutcomeRegion, OutcomeVerify, OutcomeQuota,
		OutcomeLimited, OutcomeFault, OutcomeOverloaded,
	}, outcome(err))
}
