package discord

import (
	"context"
	"sync"
)

// holdLimit is how many events of a shard's wait at a time. When there are more, nothing waits any longer.
const holdLimit = lanes * laneLength

// gap is what comes live after a gap between two sessions while it is not known yet what was missed before it:
//
//	READY ──▶ open: what comes waits by channel ──▶ its channel is read back, or it has waited too long ──▶ its lane
//	                                          └──▶ all is read back: over, and nothing waits any more
//
// Only what comes over a connection that has not caught up waits, so nothing that waits can count as heard. It outlives a
// connection: what has waited when one is lost goes on waiting for the next one's reading back.
type gap struct {
	mu    sync.Mutex
	nth   int // counts the sessions: what one knows says nothing about the gap before the next
	open  bool
	clear map[string]bool // channels in which nothing waits any more
	done  map[string]bool // channels that were read back, with all that has become of what is known there
	told  map[string]spot // channels that the gateway has told of
	held  map[string]*held
	count int // events held
}

// held is what waits in a channel, in order.
type held struct {
	nth    int
	guild  string
	events []heardEvent
	freed  bool
	free   chan struct{} // closed when there is nothing to wait for any more
	gone   chan struct{} // closed when all of it is in its lane
}

// begin opens the gap before a session. It returns which session it is, and what waits already, by channel.
func (g *gap) begin() (nth int, waiting map[string]string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.nth++
	g.open = true
	g.clear, g.done, g.told = map[string]bool{}, map[string]bool{}, map[string]spot{}
	if g.held == nil {
		g.held = map[string]*held{}
	}
	waiting = map[string]string{}
	for channel, h := range g.held {
		if !h.freed {
			h.nth = g.nth
			waiting[channel] = h.guild
		}
	}
	return g.nth, waiting
}

// over tells whether nothing waits and nothing has to.
func (g *gap) over() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.open && len(g.held) == 0
}

// hold lets an event wait, unless there is nothing to wait for: then it returns nil. first says that it is the first one of
// its channel; full that it could not be added, and may come again when what is before it has gone.
func (g *gap) hold(guild, channel string, e heardEvent) (h *held, first, full bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	h = g.held[channel]
	if h == nil && (!g.open || g.clear[channel]) {
		return nil, false, false
	}
	if h != nil && h.freed && h.nth != g.nth {
		return h, false, true // it waited for what was missed before another session
	}
	if g.count >= holdLimit {
		g.freeAll()
		if h == nil {
			g.clear[channel] = true
		}
		return h, false, h != nil
	}
	if h == nil {
		first = true
		h = &held{nth: g.nth, guild: guild, free: make(chan struct{}), gone: make(chan struct{})}
		g.held[channel] = h
	}
	h.events = append(h.events, e)
	g.count++
	return h, first, false
}

// next takes the next event that has waited in a channel; false when there is none any more.
func (g *gap) next(channel string, h *held) (heardEvent, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(h.events) == 0 {
		delete(g.held, channel)
		if g.open && h.nth == g.nth {
			g.clear[channel] = true
		}
		close(h.gone)
		return heardEvent{}, false
	}
	e := h.events[0]
	h.events = h.events[1:]
	g.count--
	return e, true
}

// settle says that what was missed in a channel before the session is in its lane.
func (g *gap) settle(nth int, channel string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if nth != g.nth || !g.open {
		return
	}
	g.clear[channel] = true
	if h := g.held[channel]; h != nil {
		h.release()
	}
}

// settled tells whether nothing waits in a channel any more.
func (g *gap) settled(nth int, channel string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return nth != g.nth || !g.open || g.clear[channel]
}

// end says that all that was missed before the session is in its lanes, and returns once what has waited is there too, or
// ctx has ended.
func (g *gap) end(ctx context.Context, nth int) {
	g.mu.Lock()
	if nth != g.nth {
		g.mu.Unlock()
		return
	}
	g.open, g.clear, g.done, g.told = false, nil, nil, nil
	waiting := g.freeAll()
	g.mu.Unlock()
	for _, h := range waiting {
		select {
		case <-h.gone:
		case <-ctx.Done():
			return
		}
	}
}

// freeAll lets nothing wait any longer. The caller holds the lock.
func (g *gap) freeAll() (all []*held) {
	for _, h := range g.held {
		h.release()
		all = append(all, h)
	}
	return all
}

// release says that there is nothing to wait for any more. The caller holds the lock.
func (h *held) release() {
	if !h.freed {
		h.freed = true
		close(h.free)
	}
}

// tell keeps what the gateway tells of a server's channels and threads.
func (g *gap) tell(nth int, s server) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if nth != g.nth || !g.open {
		return
	}
	for _, spots := range [][]spot{s.Channels, s.Threads} {
		for _, x := range spots {
			g.told[x.ID] = x
		}
	}
}

// spot is what the gateway has told of a channel.
func (g *gap) spot(channel string) (spot, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s, told := g.told[channel]
	return s, told
}

// finish says that a channel was read back with all that goes with it; finished tells whether it was.
func (g *gap) finish(nth int, channel string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if nth == g.nth && g.open {
		g.done[channel] = true
	}
}

func (g *gap) finished(nth int, channel string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return nth == g.nth && g.done[channel]
}
