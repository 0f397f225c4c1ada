package receive

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// gaps knows in which channels something was said that no connection of this process reported. A new session reports each channel's
// newest message, so only real gaps cost a request, and what one session had no time to read the next one reads.
type gaps struct {
	told  *bots.Memory[string, string] // the newest message of each channel that the gateway told of
	began string                       // an id of the moment from which on it listens: what is newer was made while it lived

	mu   sync.Mutex
	open map[string]gap // by channel
}

// gap is where something may have been missed.
type gap struct {
	after string // the last message that was not missed; "" where this process has heard nothing, and what is noted counts
	times int    // that it was found: once more means that there is more to read
}

func newGaps(now time.Time) *gaps {
	return &gaps{began: rest.IDAt(now), told: bots.NewMemory[string, string](rest.Kept), open: map[string]gap{}}
}

// hear notes that the gateway told of a message.
func (g *gaps) hear(channel, id string) {
	if channel == "" || !rest.IsID(id) {
		return
	}
	g.told.Change(channel, func(was string, known bool) string {
		if known && !rest.Newer(id, was) {
			return was
		}
		return id
	})
}

// find opens a gap wherever a server has something newer than what had been told when the session began.
func (g *gaps) find(s server, before map[string]string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, x := range slices.Concat(s.Channels, s.Threads) {
		told := before[x.ID]
		if told == "" && rest.Newer(x.ID, g.began) {
			told = x.ID // a thread that is younger than this process: nothing in it was said before
		}
		if !rest.IsID(x.ID) || !rest.IsID(x.Last) || !x.Kind.Speakable() || told != "" && !rest.Newer(x.Last, told) {
			continue
		}
		was, known := g.open[x.ID]
		if !known {
			was.after = told
		}
		was.times++
		g.open[x.ID] = was
	}
}

// spotGap is a gap of a channel or thread.
type spotGap struct {
	spot
	gap
	lived bool // this process was there when it began
}

// among lists the gaps of channels or threads. since is the time up to which everything was heard, zero where the bot has never
// listened before: then nothing from before is looked for.
func (g *gaps) among(spots []spot, since time.Time, readUpTo func(channel, id string) string) (out []spotGap) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, x := range spots {
		at, missed := g.open[x.ID]
		if !missed {
			continue
		}
		lived := at.after != ""
		if !lived && !since.IsZero() {
			at.after = rest.IDAt(since)
		}
		if at.after != "" {
			at.after = readUpTo(x.ID, at.after)
		}
		if at.after == "" || !rest.Newer(x.Last, at.after) {
			delete(g.open, x.ID)
			continue
		}
		out = append(out, spotGap{x, at, lived})
	}
	return out
}

// inOrder sorts gaps by when they are to be read. Where the newest message is known, most likely nothing was missed: those come
// last. What was missed while this process lived comes first, since somebody waits for it, the longest missed before the others,
// so that it is not put off again and again by what is missed meanwhile. Of what may have been said before, the newest comes first.
func inOrder(gaps []spotGap, known map[string]bool) {
	rank := func(x spotGap) (n int) {
		if known[x.Last] {
			n += 2
		}
		if !x.lived {
			n++
		}
		return n
	}
	slices.SortStableFunc(gaps, func(x, y spotGap) int {
		if byRank := cmp.Compare(rank(x), rank(y)); byRank != 0 {
			return byRank
		}
		if x.lived {
			return rest.CompareIDs(x.after, y.after)
		}
		return rest.CompareIDs(y.Last, x.Last)
	})
}

// fill closes a gap that was read, unless it was found once more since.
func (g *gaps) fill(x spotGap) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open[x.ID].times == x.times {
		delete(g.open, x.ID)
	}
}
