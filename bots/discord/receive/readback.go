package receive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
	"github.com/aisteam/aisteam/bots/missed"
)

// fill reads back where people talk with the bot. It tells whether nothing went wrong.
func (c *connection) fill(ctx context.Context, since time.Time) bool {
	type place struct {
		channel string
		last
		compared bool // what has become of what is known there is looked at too
	}
	var places []place
	for channel, l := range c.heard.All() {
		if c.serves(l.guild) && (c.Space == "" || l.guild == "" || l.guild == c.Space) {
			places = append(places, place{channel: channel, last: l})
		}
	}
	newestFirst := func(x, y place) int { return rest.CompareIDs(y.message, x.message) }
	slices.SortFunc(places, newestFirst)
	for i := range min(len(places), compareLimit) {
		places[i].compared = true
	}
	// Older places need no reading of their own: the server lists what is new in its channels.
	places = slices.DeleteFunc(places, func(p place) bool { return !p.compared && p.guild != "" && !since.IsZero() })
	slices.SortStableFunc(places, func(x, y place) int {
		if (x.guild == "") != (y.guild == "") { // nothing lists what is new in direct messages, so they come first
			return cmp.Compare(x.guild, y.guild)
		}
		return newestFirst(x, y)
	})
	return c.each(ctx, len(places), func(i int) error {
		if c.isGone() {
			return errGone
		}
		p := places[i]
		if !since.IsZero() {
			// What was heard there last says nothing of what came before it and was missed: that came over another connection.
			p.message = c.read.since(p.channel, rest.IDAt(since))
		}
		if p.compared {
			return c.fillChannel(ctx, p.channel, p.last)
		}
		return c.readNew(ctx, p.channel, p.last)
	})
}

// scan reads what is new in a server's channels and was not reported: everything, except where the newest message is known and this
// process was not there. It tells whether it finished without errors. It continues when the session is lost: if sessions are lost
// again and again, starting over each time would never finish.
func (c *connection) scan(ctx context.Context, s server, since time.Time, all bool) bool {
	begun, others := c.begun(s.Threads)
	whole := c.scanSpots(ctx, s.ID, slices.Concat(s.Channels, begun), since, all)
	// What was said in other threads is for the bot once the mention that they began with is stored.
	if len(c.gaps.among(others, since, c.read.since)) > 0 && c.drained(ctx) != nil {
		return false
	}
	return c.scanSpots(ctx, s.ID, others, since, all) && whole
}

// begun are the threads in which something was taken, and the others.
func (c *connection) begun(threads []spot) (begun, others []spot) {
	for _, x := range threads {
		if _, known := c.heard.Of(x.ID); known {
			begun = append(begun, x)
		} else {
			others = append(others, x)
		}
	}
	return begun, others
}

func (c *connection) scanSpots(ctx context.Context, guild string, spots []spot, since time.Time, all bool) bool {
	whole := true
	open := c.gaps.among(spots, since, c.read.since)
	known := c.knownAmong(ctx, open)
	inOrder(open, known)
	if !all {
		n := len(open)
		open = slices.DeleteFunc(open, func(x spotGap) bool { return known[x.Last] && !x.lived })
		whole = len(open) == n
	}
	return c.each(ctx, len(open), func(i int) error {
		x := open[i]
		err := c.readNew(ctx, x.ID, last{guild, x.after})
		if err == nil || rest.Refused(err) {
			c.gaps.fill(x)
		}
		return err
	}) && whole
}

// knownAmong tells which of the gaps' newest messages are known, to this process or another.
func (c *connection) knownAmong(ctx context.Context, open []spotGap) map[string]bool {
	if c.Backlog == nil || len(open) == 0 {
		return nil
	}
	newest := map[string]string{}
	for _, x := range open {
		newest[x.ID] = x.Last
	}
	known, err := c.Backlog.KnownIn(ctx, c.Tenant, assistant.SurfaceDiscord, newest)
	if err != nil {
		c.Log.WarnContext(ctx, "discord: what is known of its channels is not known, so all are read", slog.Any("err", err))
	}
	return known
}

// readNew takes what was said in a channel after a message, but for what this process has taken.
func (c *connection) readNew(ctx context.Context, channel string, from last) error {
	return c.readBack(ctx, channel, from.guild, c.read.since(channel, from.message), func(id string, raw []byte) {
		if _, taken := c.authors.Of(id); !taken {
			c.queue(ctx, eventSaid, raw)
		}
	})
}

// each reads n channels back, a few at a time and in order, each up to three times. It tells whether nothing went wrong: a
// channel that is gone, or hidden by now, stays so.
func (c *connection) each(ctx context.Context, n int, read func(i int) error) bool {
	var whole atomic.Bool
	whole.Store(true)
	var work errgroup.Group
	work.SetLimit(fillAtOnce)
	for i := range n {
		work.Go(func() error {
			err := c.again(ctx, func() error { return read(i) })
			if err == nil || rest.Refused(err) {
				return nil
			}
			whole.Store(false)
			if !errors.Is(err, errGone) {
				c.Log.WarnContext(ctx, "discord channel not read back", slog.Any("err", err))
			}
			return nil
		})
	}
	_ = work.Wait()
	return whole.Load()
}

// errGone says that the connection for which something was done is no more.
var errGone = errors.New("the connection is gone")

// again does something up to three times, a few at a time of all that is read back. A refusal is final.
func (g *gateway) again(ctx context.Context, do func() error) error {
	select {
	case g.filling <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait to read back: %w", ctx.Err())
	}
	defer func() { <-g.filling }()
	var err error
	for try := range 3 {
		if err = do(); err == nil || rest.Refused(err) || errors.Is(err, errGone) || ctx.Err() != nil {
			return err
		}
		if rest.Pause(ctx, time.Duration(1+try)*time.Second) != nil {
			break
		}
	}
	return err
}

// errMuch says that a channel was read back in part. The rest is read when it is tried again.
var errMuch = errors.New("too much was said there to be read at once")

// readBack passes what was said in a channel after a message to each, in order, and remembers how far it got.
func (g *gateway) readBack(ctx context.Context, channel, guild, after string, each func(id string, raw []byte)) error {
	upTo := after
	err := g.pages(ctx, channel, guild, after, fillPages, func(id string, raw []byte) {
		each(id, raw)
		if rest.Newer(id, upTo) {
			upTo = id
		}
	})
	if err == nil || upTo != after {
		g.read.keep(channel, after, upTo)
	}
	return err
}

// pages gives what was said in a channel after a message to each, in order, from so many pages at most.
func (g *gateway) pages(ctx context.Context, channel, guild, after string, most int, each func(id string, raw []byte)) error {
	for range most {
		var page []json.RawMessage
		err := g.API.Patient(ctx, rest.ReadRoute(channel), "channels/"+channel+"/messages?limit=100&after="+after, nil, &page)
		if err != nil {
			return fmt.Errorf("read channel: %w", err)
		}
		slices.Reverse(page) // the newest comes first
		for _, raw := range page {
			id, full := rest.WithServer(raw, guild)
			if id == "" {
				continue
			}
			if rest.Newer(id, after) {
				after = id
			}
			each(id, full)
		}
		if len(page) < 100 {
			return nil
		}
	}
	return fmt.Errorf("read channel %s: %w", channel, errMuch)
}

// fillChannel reads back a channel in which people talk with the bot: what is new there, and what has become of what is
// known.
func (c *connection) fillChannel(ctx context.Context, channel string, from last) error {
	known, err := c.known(ctx, channel, from.guild)
	if err != nil {
		return err
	}
	at := &compared{gateway: c.gateway, channel: channel, guild: from.guild}
	all, whole, err := missed.Visit(ctx, at, from.message, known)
	if err != nil {
		return err
	}
	for _, f := range all {
		c.found(ctx, f)
	}
	if at.upTo != "" { // not before it is queued: what was read would not be read again
		c.read.keep(channel, from.message, at.upTo)
	}
	if !whole {
		return fmt.Errorf("read channel %s: %w", channel, errMuch)
	}
	return nil
}

// found queues what a channel was found to hold, but for what this process has taken.
func (g *gateway) found(ctx context.Context, f missed.Found[read]) {
	switch f.What {
	case assistant.ChangeDeleted:
		g.taken(f.Known.Inbound)
		g.queue(ctx, eventDeleted, f.Message.raw)
	case assistant.ChangeEdited:
		g.queue(ctx, eventEdited, f.Message.raw)
	case assistant.ChangeSaid:
		if _, taken := g.authors.Of(f.Message.id); !taken {
			g.queue(ctx, eventSaid, f.Message.raw)
		}
	}
}
