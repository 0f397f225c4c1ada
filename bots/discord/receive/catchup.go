package receive

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
	"github.com/aisteam/aisteam/bots/missed"
)

// What is read back is bounded.
const (
	recallLimit  = 1000 // places
	compareLimit = 100  // conversations in which edits and removals are looked for too
	fillPages    = 100  // of 100 messages of one channel
	fillAtOnce   = 32   // channels: where many requests stand in line, a few would hardly ever have their turn
	knownLimit   = 50   // messages of a conversation that are held against what Discord has of them
	goneLimit    = 20   // missing messages of a channel that are asked for

	fillSoon  = 5 * time.Second // what could not be read back is tried again after it, the next time after twice as long
	fillAgain = time.Minute     // and so on up to this
	toldSoon  = 3 * time.Second // for the gateway to tell of most servers
	serverDue = 2 * time.Minute // for the gateway to tell of every server

	noteWithin = 2 * time.Second
)

// server is what the gateway tells of a server when a session begins, as far as catching up needs it.
type server struct {
	ID       string `json:"id"`
	Channels []spot `json:"channels"`
	Threads  []spot `json:"threads"` // those that are not put away
}

// spot is a channel or a thread, with the newest message that was said there.
type spot struct {
	ID   string    `json:"id"`
	Kind rest.Kind `json:"type"`
	Last string    `json:"last_message_id"`
}

// ready begins a session: what was missed is read back while new events arrive.
func (c *connection) ready(ctx context.Context, raw []byte) {
	var ready struct {
		User   rest.User `json:"user"`
		Guilds []struct {
			ID string `json:"id"`
		} `json:"guilds"`
	}
	if json.Unmarshal(raw, &ready) == nil {
		c.API.Learn(ready.User.ID)
	}
	c.before, c.awaited = c.gaps.told.All(), map[string]bool{}
	for _, g := range ready.Guilds {
		if ok, err := c.bound(ctx, g.ID); ok || err != nil { // it is asked again when something is taken from there
			c.awaited[g.ID] = true
		}
	}
	c.servers = make(chan server, len(c.awaited))
	c.Log.InfoContext(ctx, "discord gateway is up", slog.Int("shard", c.id), slog.Int("shards", c.of), slog.Int("servers", len(c.awaited)))
	n := len(c.awaited)
	c.work.Go(func() error {
		c.catchUp(ctx, n)
		return nil
	})
}

// server takes one of the servers that the session begins with.
func (c *connection) server(ctx context.Context, raw []byte) {
	var s server
	if json.Unmarshal(raw, &s) != nil || !rest.IsID(s.ID) {
		return
	}
	if c.Space != "" && s.ID != c.Space {
		c.notServed(ctx, s.ID)
		return
	}
	if ok, err := c.bound(ctx, s.ID); !ok && err == nil {
		c.notBound(ctx, s.ID)
		return
	}
	if c.awaited[s.ID] {
		delete(c.awaited, s.ID)
		c.gaps.find(s, c.before)
		c.servers <- s // there is room for each that was awaited
	}
}

// catchUp reads back what was said while nobody listened: first new messages, then edits and deletions of known ones. The
// connection counts as listening only once all of it has been queued.
func (c *connection) catchUp(ctx context.Context, servers int) {
	if !c.recall(ctx) {
		return // without what was heard before there is nothing to go by; the next session tries again
	}
	since := c.heardUntil(ctx)
	if !since.IsZero() {
		since = missed.Within(c.Now(), since)
	}
	told := c.scanTold(ctx, servers, toldSoon, since)
	filled := c.fill(ctx, since)
	told = append(told, c.scanTold(ctx, servers-len(told), serverDue, since)...)
	if len(told) < servers && !c.isGone() && ctx.Err() == nil {
		c.Log.WarnContext(ctx, "discord has not told of every server", slog.Int("shard", c.id))
	}
	for wait := fillSoon; ; wait = min(2*wait, fillAgain) {
		scanned := true
		for _, s := range told {
			scanned = c.scan(ctx, s, since, true) && scanned
		}
		filled = filled || c.fill(ctx, since)
		if scanned && filled {
			break
		}
		if c.isGone() || rest.Pause(ctx, wait) != nil {
			return
		}
	}
	c.mu.Lock()
	select {
	case <-c.gone:
	default:
		c.alive = c.lastAlive
	}
	c.mu.Unlock()
	select {
	case c.caught <- struct{}{}:
	default:
	}
}

// scanTold looks for new messages in the servers that the gateway announces within a time, at most n, and returns those servers.
func (c *connection) scanTold(ctx context.Context, n int, within time.Duration, since time.Time) (told []server) {
	due := time.NewTimer(within)
	defer due.Stop()
	for len(told) < n {
		select {
		case s := <-c.servers:
			told = append(told, s)
			c.scan(ctx, s, since, false)
		case <-due.C:
			return told
		case <-c.gone:
			return told
		case <-ctx.Done():
			return told
		}
	}
	return told
}

// heardUntil returns the time up to which this process or another has heard everything, or zero if none was noted.
func (c *connection) heardUntil(ctx context.Context) time.Time {
	soon, cancel := context.WithTimeout(ctx, noteWithin)
	c.settle(soon) // up to the end of the connection before, if what came over it can be taken that soon
	cancel()
	c.mu.Lock()
	until := c.until
	c.mu.Unlock()
	noted, err := c.mark().Until(ctx)
	if err != nil {
		c.Log.WarnContext(ctx, "discord: what other processes have heard is not known", slog.Any("err", err))
	}
	if noted.After(until) {
		return noted
	}
	return until
}

// lastAlive is when Discord last gave a sign of life: everything it sent before then has arrived.
func (c *connection) lastAlive() time.Time {
	c.session.RLock()
	defer c.session.RUnlock()
	return c.session.LastHeartbeatAck
}

// isGone tells whether the connection has ended.
func (c *connection) isGone() bool {
	select {
	case <-c.gone:
		return true
	default:
		return false
	}
}

// recall reads, once, the mark that was noted before this process began, and tells whether it could be read.
func (g *gateway) recall(ctx context.Context) bool {
	select {
	case g.recalling <- struct{}{}:
		defer func() { <-g.recalling }()
	case <-ctx.Done():
		return false
	}
	if g.Backlog == nil || g.recalled.Load() {
		return true
	}
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		err := g.recollect(ctx)
		if err == nil {
			g.recalled.Store(true)
			return true
		}
		g.Log.WarnContext(ctx, "discord places not recalled", slog.Any("err", err))
		if rest.Pause(ctx, wait) != nil {
			return false
		}
	}
}

func (g *gateway) recollect(ctx context.Context) error {
	until, err := g.mark().Until(ctx)
	if err != nil {
		return err
	}
	heard, err := g.Backlog.NewestHeard(ctx, g.Tenant, assistant.SurfaceDiscord, recallLimit)
	if err != nil {
		return fmt.Errorf("recall what was heard: %w", err)
	}
	for _, s := range g.shards {
		s.mu.Lock()
		s.until = until
		s.mu.Unlock()
	}
	for _, h := range heard {
		if _, known := g.heard.Of(h.Place.Channel); !known && rest.IsID(h.ExternalID) && rest.IsID(h.Place.Channel) {
			g.heard.Keep(h.Place.Channel, last{h.Place.Space, h.ExternalID})
		}
	}
	return nil
}

// noteAll keeps noting the time up to which everything has been heard.
func (g *gateway) noteAll(ctx context.Context) {
	tick := time.NewTicker(missed.NoteEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-g.caught:
		case <-ctx.Done():
			return
		}
		g.note(ctx)
	}
}

// note stores the time up to which everything has been heard.
func (g *gateway) note(ctx context.Context) { g.mark().Note(ctx, g.settle(ctx)) }

// mark is the key under which that time is stored.
func (g *gateway) mark() missed.Mark {
	m := missed.Mark{Tenant: g.Tenant, Surface: assistant.SurfaceDiscord, Log: g.Log}
	if g.Backlog != nil {
		m.Heard = g.Backlog
	}
	return m
}

// settle works out for each shard the time up to which it has heard everything: what Discord had sent by its last sign of life
// and has been taken since. It returns the earliest of these times, or zero if one is unknown when ctx ends.
func (g *gateway) settle(ctx context.Context) time.Time {
	alive := make([]time.Time, len(g.shards))
	for i, s := range g.shards {
		s.mu.Lock()
		if alive[i] = s.was; s.alive != nil {
			alive[i] = s.alive()
		}
		s.mu.Unlock()
	}
	if g.drained(ctx) != nil {
		return time.Time{}
	}
	var all time.Time
	for i, s := range g.shards {
		s.mu.Lock()
		if alive[i].After(s.until) {
			s.until = alive[i]
		}
		if i == 0 || s.until.Before(all) {
			all = s.until
		}
		s.mu.Unlock()
	}
	return all
}
