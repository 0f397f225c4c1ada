package catchup

import (
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// lag is what this process knows to have missed.
type lag struct {
	mu     sync.Mutex
	missed time.Time // the time of the first message not yet being read back; zero if there is none
	gap    *gap      // what has not been read back yet; nil for nothing
}

// gap is a time in which something may have been missed, until it is read back.
type gap struct {
	began time.Time

	mu     sync.Mutex
	ended  map[string]bool                     // workspaces that are read back
	turns  map[assistant.Place]<-chan struct{} // places that are, or for which somebody is at it
	since  time.Time
	looked bool // since is known
}

// gapPlaces bounds the places that a gap remembers. What comes in others is taken as it comes.
const gapPlaces = 2000

func newGap(began time.Time) *gap {
	return &gap{began: began, ended: map[string]bool{}, turns: map[assistant.Place]<-chan struct{}{}}
}

// miss notes that events may have been missed from now on, or since the first call that no catch-up has begun with. anew says
// that nobody has listened since then, so that what was read back earlier no longer counts.
func (l *lag) miss(now time.Time, anew bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if first := l.missed.IsZero(); first || anew {
		if first {
			l.missed = now
		}
		l.gap = newGap(l.missed)
	}
}

// none tells whether there is nothing to read back.
func (l *lag) none() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.missed.IsZero()
}

// begin starts a catch-up: it returns when the gap began and resets it, so that later misses open a new gap.
func (l *lag) begin() (missed time.Time, g *gap) {
	l.mu.Lock()
	defer l.mu.Unlock()
	missed, l.missed = l.missed, time.Time{}
	return missed, l.gap
}

// done ends a catch-up that begin started. Unless it was whole, the gap stays open and the next catch-up covers it too.
func (l *lag) done(g *gap, missed time.Time, whole bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case whole && l.gap == g:
		l.gap = nil
	case !whole && l.missed.IsZero():
		l.missed = missed
		if l.gap == nil {
			l.gap = newGap(missed)
		}
	}
}

// in returns the open gap of a workspace, or nil if nothing is missing there.
func (l *lag) in(team string) *gap {
	l.mu.Lock()
	g := l.gap
	l.mu.Unlock()
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended[team] {
		return nil
	}
	return g
}

// end marks a workspace as read back.
func (g *gap) end(team string) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended[team] = true
}

// read marks a place as read back.
func (g *gap) read(p assistant.Place) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, known := g.turns[p]; !known && len(g.turns) < gapPlaces {
		over := make(chan struct{})
		close(over)
		g.turns[p] = over
	}
}

// forget marks a place as missing something again.
func (g *gap) forget(p assistant.Place) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.turns, p)
}

// queued is a message in the queue of its place.
type queued struct {
	first  bool            // it is theirs to read the place back
	before <-chan struct{} // closed once it is their turn; nil for the first
	mine   chan struct{}
}

func (q queued) end() { close(q.mine) }

// queue queues a message in its place; the caller has to end the turn. It returns false if the gap remembers no more places.
func (g *gap) queue(p assistant.Place) (queued, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	before, known := g.turns[p]
	if !known && len(g.turns) >= gapPlaces {
		return queued{}, false
	}
	t := queued{first: !known, before: before, mine: make(chan struct{})}
	g.turns[p] = t.mine
	return t, true
}
