package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// fill reads back where people talk with the bot. It returns the channels that it was about, and whether nothing went wrong.
func (c *connection) fill(ctx context.Context, since time.Time) (read map[string]bool, whole bool) {
	type place struct {
		channel string
		last
	}
	var places []place
	for channel, l := range c.heard.all() {
		if c.serves(l.guild) && (c.Space == "" || l.guild == "" || l.guild == c.Space) {
			places = append(places, place{channel, l})
		}
	}
	slices.SortFunc(places, func(x, y place) int { return compareIDs(y.message, x.message) })
	read, whole = map[string]bool{}, true
	for _, p := range places[:min(len(places), fillLimit)] {
		if c.isGone() || ctx.Err() != nil {
			return read, false
		}
		read[p.channel] = true
		if from := idAt(since); !since.IsZero() && newer(from, p.message) {
			p.message = from // up to then all was heard, also what was not for the bot
		}
		if err := c.again(ctx, func() error { return c.fillChannel(ctx, p.channel, p.last) }); err != nil {
			whole = whole && refused(err) // a channel that is gone, or hidden by now, stays so
			c.Log.WarnContext(ctx, "discord channel not read back", slog.Any("err", err))
		}
	}
	return read, whole
}

// scan looks for mentions where nobody has talked with the bot yet. Only where something is newer is anything read. It
// tells whether nothing went wrong.
func (c *connection) scan(ctx context.Context, s server, since time.Time, read map[string]bool) bool {
	if since.IsZero() {
		return true // the bot has never listened before
	}
	whole := true
	from := idAt(since)
	spots := s.newer(from, read)
	if left := len(spots) - fillLimit; left > 0 {
		c.Log.WarnContext(ctx, "discord channels not read back: too many have news", slog.Int("left", left))
		spots = spots[:fillLimit]
	}
	for _, x := range spots {
		if c.isGone() || ctx.Err() != nil {
			return false
		}
		l := last{s.ID, from}
		if known, ok := c.heard.get(x.ID); ok && newer(known.message, from) {
			l.message = known.message
		}
		err := c.again(ctx, func() error {
			_, err := c.readBack(ctx, x.ID, l, l.message, func(_ string, raw []byte) { c.queue(ctx, eventSaid, raw) })
			return err
		})
		if err != nil && !refused(err) { // what it may not read is not for it
			whole = false
			c.Log.WarnContext(ctx, "discord channel not read back", slog.Any("err", err))
		}
	}
	return whole
}

// newer lists the channels and threads where something was said after an id, the newest first, besides those given.
func (s server) newer(id string, besides map[string]bool) []spot {
	spots := slices.DeleteFunc(slices.Concat(s.Channels, s.Threads), func(x spot) bool {
		return !snowflake(x.ID) || !snowflake(x.Last) || !newer(x.Last, id) || !x.Kind.speakable() || besides[x.ID]
	})
	slices.SortFunc(spots, func(x, y spot) int { return compareIDs(y.Last, x.Last) })
	return spots
}

// again does something up to three times, one at a time of all that is read back. A refusal is final.
func (g *gateway) again(ctx context.Context, do func() error) error {
	select {
	case g.filling <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait to read back: %w", ctx.Err())
	}
	defer func() { <-g.filling }()
	var err error
	for try := range 3 {
		if err = do(); err == nil || refused(err) || ctx.Err() != nil {
			return err
		}
		if rest(ctx, time.Duration(1+try)*time.Second) != nil {
			break
		}
	}
	return err
}

// readBack gives what was said in a channel after a message to each, in order. It tells whether that was all of it.
func (g *gateway) readBack(ctx context.Context, channel string, in last, after string, each func(id string, raw []byte)) (bool, error) {
	for range fillPages {
		var page []json.RawMessage
		err := g.patient(ctx, readRoute(channel), "channels/"+channel+"/messages?limit=100&after="+after, nil, &page)
		if err != nil {
			return false, fmt.Errorf("read channel: %w", err)
		}
		slices.Reverse(page) // the newest comes first
		for _, raw := range page {
			id, full := placed(raw, in.guild)
			if id == "" {
				continue
			}
			if newer(id, after) {
				after = id
			}
			each(id, full)
		}
		if len(page) < 100 {
			return true, nil
		}
	}
	g.Log.WarnContext(ctx, "discord channel read back in part: too much was said there", slog.String("channel", channel))
	return false, nil
}

// placed puts a message's server beside it, which Discord leaves out when it is asked, as an event has it. The id is ""
// when it is no message.
func placed(raw json.RawMessage, guild string) (id string, full []byte) {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil || json.Unmarshal(m["id"], &id) != nil || !snowflake(id) {
		return "", nil
	}
	if guild != "" {
		m["guild_id"] = json.RawMessage(`"` + guild + `"`)
	}
	full, err := json.Marshal(m)
	if err != nil {
		return "", nil
	}
	return id, full
}

// fillChannel reads back a channel in which people talk with the bot: what is new there, and what has become of what is
// known.
func (g *gateway) fillChannel(ctx context.Context, channel string, from last) error {
	known, err := g.known(ctx, channel, from.guild)
	if err != nil {
		return err
	}
	after := from.message
	for id := range known {
		if before := idBefore(id); id != channel && newer(after, before) {
			after = before
		}
	}
	seen := map[string]bool{}
	whole, err := g.readBack(ctx, channel, from, after, func(id string, raw []byte) {
		seen[id] = true
		if k, ok := known[id]; ok {
			g.compare(ctx, k, raw)
		} else if newer(id, from.message) {
			g.queue(ctx, eventSaid, raw)
		}
	})
	if err != nil || !whole {
		return err
	}
	missing := 0
	for id, k := range known {
		if seen[id] {
			continue
		}
		if missing++; missing > goneLimit {
			break
		}
		if err := g.lookFor(ctx, channel, k); err != nil {
			return err
		}
	}
	return nil
}

// known are the messages of a channel that may have been changed or taken back since they were heard.
func (g *gateway) known(ctx context.Context, channel, guild string) (map[string]assistant.Inbound, error) {
	out := map[string]assistant.Inbound{}
	if g.Backlog == nil {
		return out, nil
	}
	all, err := g.Backlog.HeardIn(ctx, g.Tenant, assistant.SurfaceDiscord, guild, channel, knownLimit)
	if err != nil {
		return nil, fmt.Errorf("recall channel: %w", err)
	}
	oldest := idAt(g.Now().Add(-fillAbsence))
	for _, in := range all {
		if in.Change != assistant.ChangeDeleted && snowflake(in.ExternalID) && newer(in.ExternalID, oldest) {
			out[in.ExternalID] = in
		}
	}
	return out, nil
}

// compare takes a known message as an edit where its words are others by now.
func (g *gateway) compare(ctx context.Context, k assistant.Inbound, raw []byte) {
	a, err := readEvent(eventEdited, raw, g.who(), g.Space, g.Tenant)
	if err == nil && a.ignored == "" && a.in.Text != k.Text {
		g.queue(ctx, eventEdited, raw)
	}
}

// lookFor asks for a known message that its channel does not list. It is gone only when Discord says so. The one that a
// thread was started from is in the channel around it.
func (g *gateway) lookFor(ctx context.Context, channel string, k assistant.Inbound) error {
	at := channel
	if k.ExternalID == channel {
		c, err := g.look(ctx, channel)
		if refused(err) {
			return nil
		}
		if err != nil {
			return err
		}
		around, err := g.look(ctx, c.Parent)
		if refused(err) {
			return nil // nobody knows
		}
		if err != nil {
			return err
		}
		if around.Kind.threadable() {
			at = c.Parent
		}
	}
	var raw json.RawMessage
	err := g.patient(ctx, route{http.MethodGet, "channels/messages/id", at}, "channels/"+at+"/messages/"+k.ExternalID, nil, &raw)
	switch {
	case refusedWith(err, codeUnknownMessage):
		g.taken(k)
		gone, err := json.Marshal(map[string]string{"id": k.ExternalID, "channel_id": at, "guild_id": k.Place.Space})
		if err != nil {
			return fmt.Errorf("encode removal: %w", err)
		}
		g.queue(ctx, eventDeleted, gone)
	case refused(err): // the channel is gone, or hidden: nobody knows
	case err != nil:
		return fmt.Errorf("look for message: %w", err)
	default:
		if _, full := placed(raw, k.Place.Space); full != nil {
			g.compare(ctx, k, full)
		}
	}
	return nil
}

// taken remembers who wrote a message, because a removal does not say it.
func (g *gateway) taken(k assistant.Inbound) {
	if _, known := g.authors.get(k.ExternalID); !known {
		g.authors.put(k.ExternalID, author{person: k.Person})
	}
}

// discordEpoch is where Discord's ids begin to count, in milliseconds.
const discordEpoch = 1420070400000

// idAt is an id of that time, with something to spare for clocks that differ.
func idAt(t time.Time) string {
	return strconv.FormatInt(max(0, t.Add(-overlap).UnixMilli()-discordEpoch)<<22, 10)
}

// idBefore is the id before another, so that what is asked for after it includes the other.
func idBefore(id string) string {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil || n == 0 {
		return id
	}
	return strconv.FormatUint(n-1, 10)
}

func compareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
