package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

var _ bots.Pager = (*Bot)(nil)

// webURL is where people open channels and messages.
const webURL = "https://discord.com/channels/"

// Remind implements [bots.Pager]. A direct message that the person takes none of, or that Discord does not let the bot open,
// becomes a mention in the place; in a place that is a direct message itself nobody need be mentioned.
func (b *Bot) Remind(ctx context.Context, p assistant.Place, c bots.ReminderCard, to assistant.Identity, nonce string, again bool) (string, error) {
	k := components.Part{Nonce: nonce, Number: 1, Of: 1}
	switch {
	case p.Space == "":
		return b.say(ctx, p, b.drawing(ctx).Reminder(c, bots.Calling{Theirs: true}), k, false)
	case !snowflake(to.External):
		return b.say(ctx, p, b.drawing(ctx).Reminder(c, bots.Calling{}), k, false)
	}
	ref, err := b.remindDirectly(ctx, p, c, to.External, k, again)
	if !refused(err) {
		return ref, err
	}
	b.Log.InfoContext(ctx, "discord takes no direct message, so the reminder is a mention", slog.Any("err", err))
	return b.say(ctx, p, b.drawing(ctx).Reminder(c, bots.Calling{Theirs: true, Mention: to.External}), k, false)
}

func (b *Bot) remindDirectly(ctx context.Context, p assistant.Place, c bots.ReminderCard, user string, k components.Part, again bool) (string, error) {
	channel, err := b.directTo(ctx, user)
	if err != nil {
		return "", err
	}
	at := place("", channel)
	if again {
		there, err := b.posted(ctx, at, k.Nonce)
		if err != nil {
			return "", err
		}
		if s, ok := there[k.Number]; ok {
			return s.ID, nil
		}
	}
	return b.say(ctx, at, b.drawing(ctx).Reminder(c, bots.Calling{Theirs: true, Link: opens(p)}), k, false)
}

// directTo opens the channel of direct messages with a user, which stays the same; Discord is asked once.
func (b *Bot) directTo(ctx context.Context, user string) (string, error) {
	if id, ok := b.directs.get(user); ok {
		return id, nil
	}
	var opened struct {
		ID string `json:"id"`
	}
	in := struct {
		Recipient string `json:"recipient_id"`
	}{user}
	if err := b.call(ctx, route{http.MethodPost, "users/@me/channels", ""}, "users/@me/channels", in, &opened); err != nil {
		return "", err
	}
	if !snowflake(opened.ID) {
		return "", errors.New("discord: a direct channel without an id")
	}
	b.directs.put(user, opened.ID)
	return opened.ID, nil
}

// opens is the address of a place: its thread, or the message that the replies in a channel are to.
func opens(p assistant.Place) string {
	at := webURL + p.Space + "/" + p.Channel
	if p.Thread != "" {
		at += "/" + p.Thread
	}
	return at
}
