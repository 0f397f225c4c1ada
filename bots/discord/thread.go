package discord

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// threadStart is a thread from a message. It is put away after a day without words; a word brings it back.
type threadStart struct {
	Name    string `json:"name"`
	Archive int    `json:"auto_archive_duration"`
}

// thread starts a thread from a message, once: that it is there already is as good. It returns the place of the
// conversation: the thread, or the replies to the message where Discord refuses one.
func (b *Bot) thread(ctx context.Context, guild, channel, from, name string) (assistant.Place, error) {
	if name = bots.Clip(bots.OneLine(name), components.LimitThread); name == "" {
		name = "Conversation"
	}
	err := b.patient(ctx, route{http.MethodPost, "channels/messages/threads", channel},
		"channels/"+channel+"/messages/"+from+"/threads", threadStart{Name: name, Archive: 1440}, nil)
	switch {
	case err == nil, refusedWith(err, codeThreadExists):
		return place(guild, from), nil
	case refused(err):
		b.Log.WarnContext(ctx, "discord starts no thread here", slog.Any("err", err))
		p := place(guild, channel)
		p.Thread = from
		return p, nil
	default:
		return assistant.Place{}, fmt.Errorf("start thread: %w", err)
	}
}

// channelInfo is what a channel is, which never changes, and what it was called when it was first looked at.
type channelInfo struct {
	Kind   channelKind `json:"type"`
	Parent string      `json:"parent_id"` // the channel that a thread is in
	Owner  string      `json:"owner_id"`  // who started it
	Name   string      `json:"name"`
}

// More kinds of channel. A post of a forum is a thread.
const (
	channelVoice              channelKind = 2
	channelAnnouncementThread channelKind = 10
	channelPublicThread       channelKind = 11
	channelPrivateThread      channelKind = 12
	channelStage              channelKind = 13
)

// thread tells whether it is a thread itself.
func (k channelKind) thread() bool {
	return k == channelAnnouncementThread || k == channelPublicThread || k == channelPrivateThread
}

// speakable tells whether people write there.
func (k channelKind) speakable() bool {
	return k.threadable() || k.thread() || k == channelVoice || k == channelStage || k == channelDirect || k == channelGroup
}

// look asks what a channel is, once.
func (b *Bot) look(ctx context.Context, channel string) (channelInfo, error) {
	if c, ok := b.channels.get(channel); ok {
		return c, nil
	}
	var c channelInfo
	if !snowflake(channel) {
		return c, errMalformed
	}
	if err := b.patient(ctx, route{http.MethodGet, "channels", channel}, "channels/"+channel, nil, &c); err != nil {
		return c, fmt.Errorf("look at channel: %w", err)
	}
	b.channels.put(channel, c)
	return c, nil
}
