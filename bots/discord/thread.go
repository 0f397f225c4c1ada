package discord

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// threadStart is a thread from a message. It is put away after a day without words; a word brings it back.
type threadStart struct {
	Name    string `json:"name"`
	Archive int    `json:"auto_archive_duration"`
}

// thread starts a thread from a message, once: that it is there already is as good. It returns the place of the
// conversation: the thread, or the replies to the message where Discord refuses one.
func (b *Bot) thread(ctx context.Context, guild, channel, from, name string) (assistant.Place, error) {
	if name = bots.Clip(bots.OneLine(name), limitThread); name == "" {
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

// kindOf asks what kind of channel it is, once.
func (b *Bot) kindOf(ctx context.Context, channel string) (channelKind, error) {
	if k, ok := b.channels.get(channel); ok {
		return channelKind(k), nil
	}
	var c struct {
		Type int `json:"type"`
	}
	if err := b.patient(ctx, route{http.MethodGet, "channels", channel}, "channels/"+channel, nil, &c); err != nil {
		return 0, fmt.Errorf("look at channel: %w", err)
	}
	b.channels.put(channel, c.Type)
	return channelKind(c.Type), nil
}

// typing shows that somebody is at work. It is best effort.
func (b *Bot) typing(ctx context.Context, p assistant.Place) {
	err := b.call(ctx, route{http.MethodPost, "channels/typing", p.Channel}, "channels/"+p.Channel+"/typing", nil, nil)
	if err != nil {
		b.Log.DebugContext(ctx, "discord typing not shown", slog.Any("err", err))
	}
}
