package discord

import (
	"context"
	"log/slog"
	"time"
)

const hurryAtOnce = 4 // channels that are read back ahead of the others

// live puts what comes over the connection into its channel's lane, behind what was missed there before: until that is
// known it waits. Where all is caught up with, it waits for nothing.
func (c *connection) live(ctx context.Context, kind string, raw []byte) {
	if c.knows == nil || c.gap.over() {
		c.queue(ctx, kind, raw)
		return
	}
	a, err := readEvent(kind, raw, c.who(), c.Space, c.Tenant)
	if err != nil || a.ignored != "" {
		c.queue(ctx, kind, raw) // where nothing is to be done, the order does not matter
		return
	}
	guild, channel := a.in.Place.Space, a.in.Place.Channel
	for {
		h, first, full := c.gap.hold(guild, channel, heardEvent{kind: kind, raw: raw})
		switch {
		case h == nil:
			c.queue(ctx, kind, raw)
		case full:
			select {
			case <-h.gone:
				continue
			case <-ctx.Done():
			}
		case first:
			c.work.Go(func() error { c.keep(ctx, channel, h); return nil })
			c.work.Go(func() error { c.hurry(ctx, guild, channel); return nil })
		}
		return
	}
}

// keep lets what comes in a channel wait for what was missed there, for a while: late is better than lost. Then it goes into
// its lane.
func (c *connection) keep(ctx context.Context, channel string, h *held) {
	late := time.NewTimer(c.pace.WaitMost)
	defer late.Stop()
	select {
	case <-h.free:
	case <-late.C:
		c.Log.WarnContext(ctx, "discord: what was missed in a channel may be taken after what came there since", slog.String("channel", channel))
	case <-ctx.Done():
		return
	}
	for {
		e, ok := c.gap.next(channel, h)
		if !ok || ctx.Err() != nil {
			return
		}
		c.queue(ctx, e.kind, e.raw)
	}
}

// hurry reads a channel back ahead of the others, because something waits there. A thread that is no conversation yet may
// be one once the channel around it is read.
func (c *connection) hurry(ctx context.Context, guild, channel string) {
	ctx, stop := context.WithTimeout(ctx, c.pace.WaitMost)
	defer stop()
	select {
	case <-c.knows:
	case <-c.gone:
		return
	case <-ctx.Done():
		return
	}
	if around := c.around(ctx, guild, channel); around != "" {
		c.readAhead(ctx, guild, around)
		if c.drained(ctx) != nil {
			return
		}
	}
	c.readAhead(ctx, guild, channel)
}

// around is the channel that a thread is in, where the thread is no conversation that is known; "" otherwise.
func (c *connection) around(ctx context.Context, guild, channel string) string {
	if _, known := c.heard.get(channel); known || guild == "" {
		return ""
	}
	if s, told := c.gap.spot(channel); told {
		if s.Kind.thread() && snowflake(s.Parent) {
			return s.Parent
		}
		return ""
	}
	at, err := c.look(ctx, channel)
	if err != nil || !at.Kind.thread() {
		return "" // a place that cannot be looked at is read by itself
	}
	return at.Parent
}

// readAhead reads a channel back, unless it is known that nothing was missed there. It tries until ctx ends.
func (c *connection) readAhead(ctx context.Context, guild, channel string) {
	for wait := time.Second; !c.isGone() && !c.gap.settled(c.nth, channel); wait *= 2 {
		if c.nothingMissed(channel) {
			c.gap.settle(c.nth, channel)
			return
		}
		err := c.oneOfFew(ctx, func() error {
			return c.readOnce(channel, func() error { return c.readMissed(ctx, guild, channel) })
		})
		if err == nil || refused(err) {
			return
		}
		c.Log.DebugContext(ctx, "discord channel not read back ahead of the others", slog.Any("err", err))
		if rest(ctx, wait) != nil {
			return
		}
	}
}

func (c *connection) oneOfFew(ctx context.Context, do func() error) error {
	select {
	case c.hurrying <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err() //nolint:wrapcheck // it says it all
	}
	defer func() { <-c.hurrying }()
	return do()
}

// nothingMissed tells whether it is known that nothing was said in a channel before the session that was not heard. Where
// nobody has ever listened before, nothing is read back.
func (c *connection) nothingMissed(channel string) bool {
	was, _ := c.heard.get(channel)
	after := was.message
	if !c.since.IsZero() {
		after = c.missedSince(channel, idAt(c.since))
	}
	if after == "" {
		return true
	}
	s, told := c.gap.spot(channel)
	return told && !newer(s.Last, after)
}

// readMissed reads a channel back as reading back all of them does.
func (c *connection) readMissed(ctx context.Context, guild, channel string) error {
	from, known := c.heard.get(channel)
	if !known {
		return c.readNew(ctx, channel, last{guild, idAt(c.since)})
	}
	if !c.since.IsZero() {
		from.message = c.missedSince(channel, idAt(c.since))
	}
	return c.fillChannel(ctx, channel, from)
}

// readOnce reads a channel back unless that was done since the gap. A refusal is final.
func (c *connection) readOnce(channel string, read func() error) error {
	if c.gap.finished(c.nth, channel) {
		return nil
	}
	err := read()
	if err == nil || refused(err) {
		c.gap.finish(c.nth, channel)
	}
	return err
}
