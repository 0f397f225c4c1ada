package receive

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// Happens tells those who look at a channel of what happens there.
type Happens interface {
	// Watched tells whether somebody looks at it.
	Watched(ctx context.Context, t assistant.TenantID, w assistant.Watch) (bool, error)
	// Happened stores it for the tasks, once, and tells whether any of them is to be told.
	Happened(ctx context.Context, h assistant.Happening) (taken bool, err error)
}

// reactedWithin bounds fetching the message that somebody reacted to.
const reactedWithin = 5 * time.Second

// channels takes what happens in channels, apart from what is said to the bot.
type channels struct {
	Config
	*admission
}

// happened stores what an event reports of a channel. If no task watches the channel, Discord is not queried.
func (c *channels) happened(ctx context.Context, found happened) (taken bool, err error) {
	for _, h := range found.all {
		at := h.Watch.Channel
		if served, err := c.bound(ctx, at.Space); err != nil || !served {
			return taken, err
		}
		watched, err := c.Happens.Watched(ctx, c.Tenant, h.Watch)
		if err != nil {
			return false, fmt.Errorf("look who watches a channel: %w", err)
		}
		if !watched {
			continue
		}
		if name, ok := h.Payload["name"].(string); ok {
			h.Payload["name"] = bots.OneLine(name)
		}
		if found.message != "" {
			h.Payload["text"] = c.words(ctx, at.ID, found.message)
		}
		one, err := c.Happens.Happened(ctx, h)
		if err != nil {
			return false, fmt.Errorf("store what happened in a channel: %w", err)
		}
		taken = taken || one
	}
	return taken, nil
}

// words are those of a message, "" where Discord does not tell them: what happened counts all the same.
func (c *channels) words(ctx context.Context, channel, message string) string {
	ctx, cancel := context.WithTimeout(ctx, reactedWithin)
	defer cancel()
	var m rest.Message
	err := c.API.Patient(ctx, rest.RouteOf(http.MethodGet, "channels/messages/id", channel), "channels/"+channel+"/messages/"+message, nil, &m)
	if err != nil {
		c.Log.WarnContext(ctx, "discord message that somebody reacted to not read", slog.Any("err", err))
		return ""
	}
	return inbound(m, self{user: c.API.Me()}).Text
}

// FindChannel is [channels.find].
func (b *Receiver) FindChannel(ctx context.Context, who assistant.Identity, name string) (assistant.Channel, error) {
	return b.channels.find(ctx, who, name)
}

// find gives the channel of that name, or id, that both an account and the bot may look at, in a server that is served; it is
// [assistant.ErrChannelUnknown] if there is none. Where several are called the same, none is meant.
func (c *channels) find(ctx context.Context, who assistant.Identity, name string) (assistant.Channel, error) {
	name = strings.TrimPrefix(strings.TrimSpace(name), "#")
	guilds, _, err := c.serving(ctx)
	if err != nil {
		return assistant.Channel{}, err
	}
	guilds = slices.DeleteFunc(slices.Clone(guilds), func(g string) bool { return !rest.IsID(g) })
	var found []assistant.Channel
	for _, guild := range guilds {
		all, err := c.API.Seen(ctx, guild, name, who.External, c.API.Me())
		if err != nil {
			return assistant.Channel{}, err
		}
		for _, ch := range all {
			found = append(found, assistant.Channel{Surface: assistant.SurfaceDiscord, Space: guild, ID: ch.ID, Name: ch.Name})
		}
	}
	switch len(found) {
	case 0:
		return assistant.Channel{}, assistant.ErrChannelUnknown
	case 1:
		return found[0], nil
	default:
		return assistant.Channel{}, assistant.ErrChannelTwice
	}
}
