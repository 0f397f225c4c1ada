package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

func postRoute(channel string) route {
	return route{http.MethodPost, "channels/messages", channel}
}

// Hash implements [bots.Surface].
func (b *Bot) Hash(c bots.Card) string {
	return components.Hashes(b.renderer.Draw(c, components.MostParts))
}

// Post implements [bots.Surface]. A card that takes several messages has all their ids, in order, as its own.
func (b *Bot) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	if !components.Quiet(c) {
		b.busy.end(p.Channel) // this is what people have been waiting for
	}
	return b.withFiles(ctx, c, components.MostParts, func(looks []components.Look) (string, error) {
		switch len(looks) {
		case 0:
			return "", notDrawn(c)
		case 1:
			return b.say(ctx, p, looks[0], components.Part{Nonce: nonce, Number: 1, Of: 1}, components.Quiet(c))
		default:
			return b.sayAll(ctx, p, looks, nonce)
		}
	})
}

func notDrawn(c bots.Card) error {
	return &bots.RefusedError{Reason: "not drawn", Closed: true, Err: fmt.Errorf("discord does not draw %T", c)}
}

// say posts one message.
func (b *Bot) say(ctx context.Context, p assistant.Place, l components.Look, k components.Part, quietly bool) (string, error) {
	var posted message
	err := b.ladder(ctx, p, l, func(l components.Look) error {
		return b.call(ctx, postRoute(p.Channel), "channels/"+p.Channel+"/messages", k.Posting(l, p, quietly), &posted)
	})
	var less bots.Lesser
	if _, err := less.Take("", err); err != nil {
		return "", err
	}
	if posted.ID == "" {
		return "", errors.New("discord: an answer without the message's id")
	}
	return posted.ID, err
}

// sayAll posts a card that takes several messages. Those that are there already, from a try that ended in between, are not
// posted again; what they show is put right.
func (b *Bot) sayAll(ctx context.Context, p assistant.Place, looks []components.Look, nonce string) (string, error) {
	there, err := b.posted(ctx, p, nonce)
	if err != nil {
		return "", err
	}
	ids := make([]string, len(looks))
	var less bots.Lesser
	for i, l := range looks {
		k := components.Part{Nonce: nonce, Number: i + 1, Of: len(looks)}
		switch was, ok := there[k.Number]; {
		case !ok:
			ids[i], err = less.Take(b.say(ctx, p, l, k, i > 0))
		case was.Look != k.LookID(l):
			ids[i], err = less.Take(was.ID, b.redraw(ctx, p, was.ID, k.Mark(l)))
		default:
			ids[i] = was.ID
		}
		if err != nil {
			return "", err
		}
	}
	return strings.Join(ids, refGap), less.Left()
}

// PostedAt implements [bots.Dater]: Discord's ids hold the time.
func (*Bot) PostedAt(ref string) time.Time {
	at, err := discordgo.SnowflakeTimestamp(ref[strings.LastIndex(ref, refGap)+1:])
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}

// refGap stands between the ids of a card's messages.
const refGap = ","

// Edit implements [bots.Surface]. A card goes on in the messages it has: what has become too long for them is shown from
// its beginning, with the whole of it as a file.
func (b *Bot) Edit(ctx context.Context, p assistant.Place, ref string, c bots.Card) error {
	ids := strings.Split(ref, refGap)
	if !c.Settled() && b.aged(ids[0]) {
		return b.closed(ctx, p, ids[0], c)
	}
	held := false
	_, err := b.withFiles(ctx, c, len(ids), func(looks []components.Look) (string, error) {
		if len(looks) == 0 {
			return "", notDrawn(c)
		}
		if !held {
			if err := b.pace.edit(ref, c.Settled()); err != nil {
				return "", err
			}
			held = true
		}
		return "", b.redrawAll(ctx, p, ref, c, looks)
	})
	if refusedWith(err, codeOtherAuthor) || refusedWith(err, codeUnknownMessage) && c.Settled() {
		return &bots.MovedError{Err: err} // what people wait for is not lost with a message that somebody took away
	}
	return err
}

// redrawAll makes a card's messages look otherwise. What was put off in between is gone on with there: Discord lets few edits
// be made at a time.
func (b *Bot) redrawAll(ctx context.Context, p assistant.Place, ref string, c bots.Card, looks []components.Look) error {
	ids := strings.Split(ref, refGap)
	for len(looks) < len(ids) {
		looks = append(looks, components.Blank())
	}
	name := ref + components.Hashes(looks)
	from, _ := b.halfway.get(name)
	var less bots.Lesser
	for i := from; i < len(ids); i++ {
		_, err := less.Take("", b.redraw(ctx, p, ids[i], looks[i]))
		if _, run := c.(bots.RunCard); run && refusedWith(err, codeOldEdits) {
			return &bots.MovedError{Err: err}
		}
		if err != nil {
			b.halfway.put(name, i)
			return err
		}
	}
	if from > 0 {
		b.halfway.put(name, 0)
	}
	return less.Left()
}

// redraw makes a message look otherwise. Files that agents made and that are there already are not sent again.
func (b *Bot) redraw(ctx context.Context, p assistant.Place, id string, l components.Look) error {
	return b.ladder(ctx, p, l, func(l components.Look) error {
		stay, upload, err := b.fresh(ctx, p, id, l.Files)
		if err != nil {
			return err
		}
		m := components.Look{Components: l.Components, Files: upload}.Editing()
		m.Attachments = append(m.Attachments, stay...)
		return b.call(ctx, route{http.MethodPatch, "channels/messages/id", p.Channel}, "channels/"+p.Channel+"/messages/"+id, m, nil)
	})
}

// Find implements [bots.Surface]. A card of several messages is found when all of them are there.
func (b *Bot) Find(ctx context.Context, p assistant.Place, nonce string) (string, bool, error) {
	there, err := b.posted(ctx, p, nonce)
	if err != nil {
		return "", false, err
	}
	of := there[1].Of
	ids := make([]string, of)
	for i := range ids {
		if there[i+1].Of != of {
			return "", false, nil
		}
		ids[i] = there[i+1].ID
	}
	return strings.Join(ids, refGap), of > 0, nil
}

// posted reads the channel back and looks for the messages of a nonce, by number. It looks for the nonce, or for the
// component's id made of it, since Discord keeps a nonce for a while only.
func (b *Bot) posted(ctx context.Context, p assistant.Place, nonce string) (map[int]components.Found, error) {
	const pages = 5
	before, me, there := "", b.who(), map[int]components.Found{}
	for range pages {
		path := "channels/" + p.Channel + "/messages?limit=100"
		if before != "" {
			path += "&before=" + before
		}
		var ms []message
		if err := b.call(ctx, readRoute(p.Channel), path, nil, &ms); err != nil {
			return nil, err
		}
		for _, m := range ms {
			if s, ok := components.Recognise(nonce, components.Marks{ID: m.ID, Nonce: m.nonce(), IDs: m.marks()}); ok && m.Author.ID == me {
				there[s.Number] = s
			}
		}
		if len(there) > 0 && len(there) == there[1].Of || len(ms) < 100 {
			break
		}
		before = ms[len(ms)-1].ID
	}
	return there, nil
}

func readRoute(channel string) route { return route{http.MethodGet, "channels/messages", channel} }
