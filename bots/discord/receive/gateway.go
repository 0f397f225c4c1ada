package receive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"runtime/debug"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

const (
	lanes      = 8   // events of one channel stay in order; different channels overtake one another
	laneLength = 256 // a full lane holds up the connection, and nothing is lost
	clicks     = 64  // interactions that are being answered, and as many of which the rest is being done
)

// intents are what the gateway is to tell: servers, messages there and in private, their words, and reactions in servers.
const intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages | discordgo.IntentMessageContent | discordgo.IntentsGuildMessageReactions

// heardEvent is an event on its way, or a mark that only says that everything before it has been taken.
type heardEvent struct {
	kind   string
	raw    []byte
	passed chan<- struct{}
}

// gateway is one run of the connections.
type gateway struct {
	*Receiver
	lanes  [lanes]chan heardEvent
	clicks chan struct{}
	rest   chan struct{} // what is done after an answer: it may take long, and holds up no other answer
	work   *errgroup.Group
	shards []*shard
	turns  turns

	hears     discordgo.Intent // what it may be told
	filling   chan struct{}    // a few read back at a time
	read      readSpans        // of each channel
	gaps      *gaps
	caught    chan struct{} // something was read back to its end
	recalling chan struct{} // one recalls what was heard
	recalled  atomic.Bool
	opened    atomic.Uint64 // connections, to name them by
}

// Run listens to the gateway until ctx ends, over as many connections as Discord wants. Its error is one that no further
// try mends: the token is void, or an intent is not allowed.
func (b *Receiver) Run(ctx context.Context) error {
	at, err := b.whereabouts(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	work, ctx := errgroup.WithContext(ctx)
	g := &gateway{
		Receiver: b, hears: b.listensFor(ctx), clicks: make(chan struct{}, clicks), rest: make(chan struct{}, clicks), work: work, filling: make(chan struct{}, fillAtOnce), read: newReadSpans(), gaps: newGaps(b.Now()), recalling: make(chan struct{}, 1), caught: make(chan struct{}, 1),
		turns: turns{every: b.IdentifyEvery, among: max(1, at.Limit.Concurrency)},
	}
	for i := range g.lanes {
		g.lanes[i] = make(chan heardEvent, laneLength)
		work.Go(func() error {
			g.follow(ctx, g.lanes[i])
			return nil
		})
	}
	for i := range max(1, at.Shards) {
		g.shards = append(g.shards, &shard{gateway: g, id: i, of: max(1, at.Shards), longest: at.longestWait()})
	}
	begin, cancel := context.WithTimeout(ctx, noteWithin)
	g.mark().Begin(begin, b.Now())
	cancel()
	for _, s := range g.shards {
		work.Go(func() error { return s.supervise(ctx) })
	}
	work.Go(func() error {
		g.noteAll(ctx)
		return nil
	})
	if err := work.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// follow takes the events of a lane in order.
func (g *gateway) follow(ctx context.Context, events <-chan heardEvent) {
	for {
		select {
		case e := <-events:
			if e.passed != nil {
				e.passed <- struct{}{}
				continue
			}
			start := g.Now()
			outcome := bots.AckMalformed
			g.safely(ctx, func() {
				if e.kind == eventLeft {
					outcome = g.left(ctx, e.raw)
					return
				}
				outcome = g.takeEvent(ctx, e.kind, e.raw)
			})
			g.Acked(bots.RouteGateway, outcome, g.Now().Sub(start))
		case <-ctx.Done():
			return
		}
	}
}

// drained returns once everything that was heard before has been taken; its error is that of ctx.
func (g *gateway) drained(ctx context.Context) error {
	passed := make(chan struct{}, lanes)
	for _, lane := range g.lanes {
		select {
		case lane <- heardEvent{passed: passed}:
		case <-ctx.Done():
			return fmt.Errorf("wait for what was heard: %w", ctx.Err())
		}
	}
	for range lanes {
		select {
		case <-passed:
		case <-ctx.Done():
			return fmt.Errorf("wait for what was heard: %w", ctx.Err())
		}
	}
	return nil
}

// heardOf takes an event from the library. One that cannot be sorted ends this connection alone, and another is begun.
func (c *connection) heardOf(ctx context.Context, e *discordgo.Event) {
	if !c.safely(ctx, func() { c.event(ctx, e) }) {
		c.line.close()
	}
}

// safely does something for one event, and tells whether it came to its end. What panics within the library, or in a goroutine of
// the gateway's, would end the process and every other surface with it.
func (g *gateway) safely(ctx context.Context, do func()) (whole bool) {
	defer func() {
		if p := recover(); p != nil {
			g.Log.ErrorContext(ctx, "discord event ended in a panic", slog.Any("err", fmt.Errorf("%v\n%s", p, debug.Stack())))
		}
	}()
	do()
	return true
}

// event sorts an event. Nothing is decoded here but what says where it goes.
func (c *connection) event(ctx context.Context, e *discordgo.Event) {
	if ctx.Err() != nil {
		return
	}
	kind := kindOf(e)
	switch kind {
	case eventReady:
		c.ready(ctx, e.RawData)
	case "GUILD_CREATE":
		c.server(ctx, e.RawData)
	case "THREAD_CREATE":
		c.threadBegun(e.RawData)
	case eventSaid, eventEdited, eventDeleted, eventReacted, eventLeft:
		c.queue(ctx, kind, e.RawData)
	case "INTERACTION_CREATE":
		if c.PublicKey != nil {
			return // they come over HTTP
		}
		select {
		case c.clicks <- struct{}{}:
		default: // whoever is next reads on: a reader that waits loses its connection. Discord tells who clicked
			c.Log.WarnContext(ctx, "discord interaction not answered: too many at once")
			c.Acked(bots.RouteInteractions, bots.AckUnavailable, 0)
			return
		}
		c.work.Go(func() error {
			var then func(context.Context)
			c.safely(ctx, func() { then = c.clicked(ctx, e.RawData) })
			<-c.clicks
			c.safely(ctx, func() { c.finish(ctx, then) })
			return nil
		})
	}
}

// queue puts an event into its channel's lane.
func (g *gateway) queue(ctx context.Context, kind string, raw []byte) {
	var at struct {
		ID      string `json:"id"`
		Channel string `json:"channel_id"`
	}
	_ = json.Unmarshal(raw, &at) // what cannot be read is refused when it is taken
	if kind == eventSaid {
		g.gaps.hear(at.Channel, at.ID)
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(at.Channel))
	select {
	case g.lanes[h.Sum32()%lanes] <- heardEvent{kind: kind, raw: raw}:
	case <-ctx.Done():
	}
}

// finish does what remains after an answer, in its turn.
func (g *gateway) finish(ctx context.Context, then func(context.Context)) {
	if then == nil {
		return
	}
	select {
	case g.rest <- struct{}{}:
		defer func() { <-g.rest }()
	case <-ctx.Done():
		return
	}
	long, stop := context.WithTimeout(ctx, thenTime)
	defer stop()
	then(long)
}

// clicked answers an interaction that came over the gateway, and returns what is left to do, if anything.
func (g *gateway) clicked(ctx context.Context, raw []byte) (then func(context.Context)) {
	start := g.Now()
	r, err := readInteraction(raw)
	if err != nil {
		g.Log.WarnContext(ctx, "discord interaction not understood", slog.Any("err", err))
		g.Acked(bots.RouteInteractions, bots.AckMalformed, g.Now().Sub(start))
		return nil
	}
	soon, cancel := context.WithTimeout(ctx, ackWithin)
	defer cancel()
	answer := g.interact(soon, r)
	err = g.respond(soon, r, answer.response)
	g.Acked(bots.RouteInteractions, answer.outcome, g.Now().Sub(start))
	if err != nil {
		g.Log.WarnContext(ctx, "discord interaction not answered", slog.Any("err", err))
		if rest.Refused(err) {
			return nil // too late, or answered by another replica
		}
	}
	return answer.then
}
