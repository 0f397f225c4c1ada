package deliver

import (
	"context"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

var _ bots.Pager = (*Cards)(nil)

// webURL is where people open channels and messages.
const webURL = "https://discord.com/channels/"

// Remind implements [bots.Pager]. A direct message that the person takes none of, or that Discord does not let the bot open,
// becomes a mention in the place; in a place that is a direct message itself nobody need be mentioned.
func (d *Cards) Remind(ctx context.Context, p assistant.Place, c bots.ReminderCard, to assistant.Identity, nonce string, again bool) (string, error) {
	k := components.Part{Nonce: nonce, Number: 1, Of: 1}
	switch {
	case p.Space == "":
		return d.say(ctx, p, d.Drawing.Now(ctx).Reminder(c, bots.Calling{Theirs: true}), k, false)
	case !rest.IsID(to.External):
		return d.say(ctx, p, d.Drawing.Now(ctx).Reminder(c, bots.Calling{}), k, false)
	}
	ref, err := d.remindDirectly(ctx, p, c, to.External, k, again)
	if !rest.Refused(err) {
		return ref, err
	}
	d.Log.InfoContext(ctx, "discord takes no direct message, so the reminder is a mention", slog.Any("err", err))
	return d.say(ctx, p, d.Drawing.Now(ctx).Reminder(c, bots.Calling{Theirs: true, Mention: to.External}), k, false)
}

func (d *Cards) remindDirectly(ctx context.Context, p assistant.Place, c bots.ReminderCard, user string, k components.Part, again bool) (string, error) {
	channel, err := d.API.DirectTo(ctx, user)
	if err != nil {
		return "", err
	}
	at := assistant.Place{Surface: assistant.SurfaceDiscord, Channel: channel}
	if again {
		there, err := d.posted(ctx, at, k.Nonce)
		if err != nil {
			return "", err
		}
		if s, ok := there[k.Number]; ok {
			return s.ID, nil
		}
	}
	return d.say(ctx, at, d.Drawing.Now(ctx).Reminder(c, bots.Calling{Theirs: true, Link: opens(p)}), k, false)
}

// opens is the address of a place: its thread, or the message that the replies in a channel are to.
func opens(p assistant.Place) string {
	at := webURL + p.Space + "/" + p.Channel
	if p.Thread != "" {
		at += "/" + p.Thread
	}
	return at
}
