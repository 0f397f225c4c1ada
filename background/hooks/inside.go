package hooks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Insiders tells who is in which channel.
type Insiders interface {
	// FindChannel gives the channel of that name, or id, in which both the person and the bot are; [assistant.ErrChannelUnknown]
	// where there is none.
	FindChannel(ctx context.Context, t assistant.TenantID, who assistant.PersonID, name string) (assistant.Channel, error)
}

const (
	insideKept  = 5 * time.Minute  // that somebody is in a channel, or is not
	insideLasts = 30 * time.Minute // the same, while the platform does not answer
)

// insider is a person in a channel.
type insider struct {
	tenant  assistant.TenantID
	person  assistant.PersonID
	surface assistant.Surface
	space   string
	channel string
}

// seenIn is whether they are in it, as the platform said it then.
type seenIn struct {
	in bool
	at time.Time
}

// inside tells whether a hook's owner is still in the channel that it looks at: who is not could not read there what their task would
// tell them. Where the platform does not answer, what it said last holds for a while; then it is an error, and the event comes again.
func (g *Gate) inside(ctx context.Context, h assistant.Hook) (bool, error) {
	if g.insiders == nil {
		return true, nil
	}
	c := h.Rules.Watch.Channel
	who := insider{h.Tenant, h.Owner, c.Surface, c.Space, c.ID}
	g.mu.Lock()
	was, known := g.in[who]
	g.mu.Unlock()
	if known && g.now().Before(was.at.Add(insideKept)) {
		return was.in, nil
	}
	found, err := g.insiders.FindChannel(ctx, h.Tenant, h.Owner, c.ID)
	is := seenIn{in: err == nil && found.Surface == c.Surface && found.Space == c.Space && found.ID == c.ID, at: g.now()}
	switch {
	case err == nil, errors.Is(err, assistant.ErrChannelUnknown):
	case known && g.now().Before(was.at.Add(insideLasts)):
		return was.in, nil
	default:
		return false, fmt.Errorf("look who is in a channel: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.in) >= mostKept {
		clear(g.in)
	}
	g.in[who] = is
	return is.in, nil
}

// Left says that an account has left a channel: what its person lets the channel's events start is paused.
func (g *Gate) Left(ctx context.Context, t assistant.TenantID, who assistant.Identity, c assistant.Channel) error {
	g.mu.Lock()
	for one := range g.in {
		if one.tenant == t && one.channel == c.ID {
			delete(g.in, one)
		}
	}
	g.mu.Unlock()
	if err := g.ledger.LeftChannel(ctx, t, assistant.Actor{From: who}, c); err != nil {
		return fmt.Errorf("pause what looks at a channel: %w", err)
	}
	return nil
}
