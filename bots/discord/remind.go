package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

var _ bots.Pager = (*Bot)(nil)

// webURL is where people open channels and messages.
const webURL = "https://discord.com/channels/"

// Remind implements [bots.Pager]. A direct message that the person takes none of, or that Discord does not let the bot open,
// becomes a mention in the place; in a place that is a direct message itself nobody need be mentioned.
func (b *Bot) Remind(ctx context.Context, p assistant.Place, c bots.ReminderCard, to assistant.Identity, nonce string, again bool) (string, error) {
	k := part{nonce: nonce, number: 1, of: 1}
	switch {
	case p.Space == "":
		return b.say(ctx, p, b.drawing(ctx).reminder(c, bots.Calling{Theirs: true}), k, false)
	case !snowflake(to.External):
		return b.say(ctx, p, b.drawing(ctx).reminder(c, bots.Calling{}), k, false)
	}
	ref, err := b.remindDirectly(ctx, p, c, to.External, k, again)
	if !refused(err) {
		return ref, err
	}
	b.Log.InfoContext(ctx, "discord takes no direct message, so the reminder is a mention", slog.Any("err", err))
	return b.say(ctx, p, b.drawing(ctx).reminder(c, bots.Calling{Theirs: true, Mention: to.External}), k, false)
}

func (b *Bot) remindDirectly(ctx context.Context, p assistant.Place, c bots.ReminderCard, user string, k part, again bool) (string, error) {
	channel, err := b.directTo(ctx, user)
	if err != nil {
		return "", err
	}
	at := place("", channel)
	if again {
		there, err := b.posted(ctx, at, k.nonce)
		if err != nil {
			return "", err
		}
		if s, ok := there[k.number]; ok {
			return s.id, nil
		}
	}
	return b.say(ctx, at, b.drawing(ctx).reminder(c, bots.Calling{Theirs: true, Link: opens(p)}), k, false)
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

// reminder draws a reminder.
func (r renderer) reminder(c bots.ReminderCard, to bots.Calling) look {
	c, _ = bots.SafeCard(c, r.hosts).(bots.ReminderCard)
	words := "⏳ "
	if to.Mention != "" {
		words += "<@" + to.Mention + "> "
	}
	words += c.Lead(to.Theirs)
	if title := line(c.Title, 300); title != "" {
		words += ": **" + title + "**"
	}
	cs := []component{text(words + " (until " + moment(c.ExpiresAt, "f") + ")")}
	link := ""
	if to.Link != "" {
		link = "[Open it](" + to.Link + ")"
	}
	who := line(c.Who, 300)
	if link != "" || who != "" {
		cs = append(cs, small(link, who))
	}
	return look{components: cs, calls: to.Mention}
}
