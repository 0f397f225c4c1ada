package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"
)

// Wire is the bot's gateway without a network: what it is told goes where the events of a connection go.
type Wire struct {
	ctx   context.Context //nolint:containedctx // it is the test's own
	shard *shard
	line  *connection
}

// NewWire begins to take what is heard, until ctx ends.
func (b *Bot) NewWire(ctx context.Context, work *errgroup.Group) *Wire {
	return &Wire{ctx: ctx, shard: b.follows(ctx, work, whereabouts{}).shards[0]}
}

// Connect makes a new connection.
func (w *Wire) Connect() {
	session, err := discordgo.New("Bot x")
	if err != nil {
		panic(err)
	}
	w.line = &connection{shard: w.shard, session: session, gone: make(chan struct{})}
	w.Beat()
}

// Hear is an event that comes over the connection.
func (w *Wire) Hear(kind string, raw []byte) {
	w.line.event(w.ctx, &discordgo.Event{Type: kind, RawData: raw})
}

// Beat is a heartbeat that is answered.
func (w *Wire) Beat() {
	w.line.session.Lock()
	defer w.line.session.Unlock()
	w.line.session.LastHeartbeatAck = w.shard.Now()
}

// Lose loses the connection.
func (w *Wire) Lose() {
	close(w.line.gone)
	w.shard.lost()
}

// Waiting is how many events wait at most.
const Waiting = holdLimit
