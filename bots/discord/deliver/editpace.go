package deliver

import (
	"maps"
	"sync"
	"time"

	"github.com/aisteam/aisteam/bots"
)

// editPace spaces out the edits of a card that has not reached its end.
type editPace struct {
	every time.Duration
	burst int // edits that need not wait
	now   func() time.Time

	mu   sync.Mutex
	free map[string]time.Time // by message: when the next edit is free, were none to come before
}

const editsKept = 10_000 // messages; those with nothing to say any more are forgotten first

// take takes a message's turn. A settled card only waits for Discord itself.
func (p *editPace) take(message string, settled bool) error {
	if settled {
		return nil
	}
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	free := p.free[message]
	if free.Before(now) {
		free = now
	}
	if d := free.Sub(now) - time.Duration(p.burst-1)*p.every; d > 0 {
		return &bots.LaterError{After: d}
	}
	if len(p.free) >= editsKept {
		maps.DeleteFunc(p.free, func(_ string, t time.Time) bool { return t.Before(now) })
	}
	if len(p.free) >= editsKept {
		clear(p.free)
	}
	p.free[message] = free.Add(p.every)
	return nil
}
