package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// Channel is what never changes about a channel, and its name when it was first looked up.
type Channel struct {
	Kind   Kind   `json:"type"`
	Parent string `json:"parent_id"` // the channel that a thread is in
	Owner  string `json:"owner_id"`  // who started it
	Name   string `json:"name"`
}

// More kinds of channel. A post of a forum is a thread.
const (
	channelVoice              Kind = 2
	channelAnnouncementThread Kind = 10
	channelPublicThread       Kind = 11
	channelPrivateThread      Kind = 12
	channelStage              Kind = 13
)

// IsThread tells whether it is a thread itself.
func (k Kind) IsThread() bool {
	return k == channelAnnouncementThread || k == channelPublicThread || k == channelPrivateThread
}

// Speakable tells whether people write there.
func (k Kind) Speakable() bool {
	return k.Threadable() || k.IsThread() || k == channelVoice || k == channelStage || k == KindDirect || k == KindGroup
}

// Channel asks what a channel is, once.
func (c *Client) Channel(ctx context.Context, channel string) (Channel, error) {
	if at, ok := c.channels.Of(channel); ok {
		return at, nil
	}
	var at Channel
	if !IsID(channel) {
		return at, errors.New("not a channel's id")
	}
	if err := c.Patient(ctx, Route{http.MethodGet, "channels", channel}, "channels/"+channel, nil, &at); err != nil {
		return at, fmt.Errorf("look at channel: %w", err)
	}
	c.channels.Keep(channel, at)
	return at, nil
}

// Kind is Discord's number for a kind of channel.
type Kind int

// The kinds of channel that matter.
const (
	KindText            Kind = 0
	KindDirect          Kind = 1
	KindGroup           Kind = 3
	channelAnnouncement Kind = 5
	channelForum        Kind = 15
	channelMedia        Kind = 16
)

// Threadable tells whether a thread can be started from a message there.
func (k Kind) Threadable() bool { return k == KindText || k == channelAnnouncement }

// IsForum tells whether a channel is one whose threads are posts. It is a nicety: not knowing it is no.
func (c *Client) IsForum(ctx context.Context, channel string) bool {
	at, err := c.Channel(ctx, channel)
	return err == nil && (at.Kind == channelForum || at.Kind == channelMedia)
}
