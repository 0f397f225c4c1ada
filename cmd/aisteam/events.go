package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	eventhooks "github.com/aisteam/aisteam/background/hooks"
)

// hookDesk is where people make the hooks by which events outside begin their background tasks.
func (s *server) hookDesk() *eventhooks.Desk {
	return &eventhooks.Desk{Store: s.db, Changes: s.db, Rulings: s.db, Starts: s.db, Permits: s.permits, IDs: s.ids, Channels: channels{s}, Public: s.reached, Now: time.Now}
}

// eventGate is where events come in, of whichever sender: there is one, which knows their pace.
func (s *server) eventGate() *eventhooks.Gate {
	if s.gate == nil {
		s.gate = eventhooks.NewGate(s.db, channels{s}, time.Now)
	}
	return s.gate
}

// channels looks for channels on the platforms as they are set.
type channels struct{ served *server }

// FindChannel gives the channel of that name, or id, in which both a person and the bot are. The first platform that has one is meant.
func (c channels) FindChannel(ctx context.Context, t assistant.TenantID, who assistant.PersonID, name string) (assistant.Channel, error) {
	accounts, err := c.served.db.AccountsOf(ctx, t, who)
	if err != nil {
		return assistant.Channel{}, fmt.Errorf("find a channel: %w", err)
	}
	for _, a := range accounts {
		found, err := assistant.Channel{}, assistant.ErrChannelUnknown
		if app := c.served.slack.Now(); app != nil && a.Surface == assistant.SurfaceSlack {
			found, err = app.FindChannel(ctx, a, name)
		}
		if app := c.served.discord.Now(); app != nil && a.Surface == assistant.SurfaceDiscord {
			found, err = app.FindChannel(ctx, a, name)
		}
		if !errors.Is(err, assistant.ErrChannelUnknown) {
			return found, err
		}
	}
	return assistant.Channel{}, assistant.ErrChannelUnknown
}

// EventChannels lists the channels in which what happens may start tasks.
func (c channels) EventChannels(ctx context.Context, t assistant.TenantID) ([]assistant.Channel, error) {
	return c.served.db.EventChannels(ctx, t)
}

// accountsOf lists a person's accounts.
type accountsOf interface {
	AccountsOf(ctx context.Context, t assistant.TenantID, id assistant.PersonID) ([]assistant.Identity, error)
}
