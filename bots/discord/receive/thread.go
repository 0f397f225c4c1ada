package receive

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// opener opens conversations: it starts their threads and reads what was said before them.
type opener struct{ Config }

// threadStart is a thread from a message. It is put away after a day without words; a word brings it back.
type threadStart struct {
	Name    string `json:"name"`
	Archive int    `json:"auto_archive_duration"`
}

// thread starts a thread from a message, once: that it is there already is as good. It returns the place of the
// conversation: the thread, or the replies to the message where Discord refuses one.
func (o *opener) thread(ctx context.Context, guild, channel, from, name string) (assistant.Place, error) {
	if name = bots.Clip(bots.OneLine(name), components.LimitThread); name == "" {
		name = "Conversation"
	}
	err := o.API.Patient(ctx, rest.RouteOf(http.MethodPost, "channels/messages/threads", channel),
		"channels/"+channel+"/messages/"+from+"/threads", threadStart{Name: name, Archive: 1440}, nil)
	switch {
	case err == nil, rest.RefusedWith(err, rest.CodeThreadExists):
		return place(guild, from), nil
	case rest.Refused(err):
		o.Log.WarnContext(ctx, "discord starts no thread here", slog.Any("err", err))
		p := place(guild, channel)
		p.Thread = from
		return p, nil
	default:
		return assistant.Place{}, fmt.Errorf("start thread: %w", err)
	}
}
