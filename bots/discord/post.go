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
)

// mentions says who a message may page: nobody, or the one whom a reminder is for.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

func nobody() mentions { return mentions{Parse: []string{}} }

// mentions is who the look may page.
func (l look) mentions() mentions {
	out := nobody()
	if l.calls != "" {
		out.Users = []string{l.calls}
	}
	return out
}

// posting is a new message.
type posting struct {
	Content    string      `json:"content,omitempty"`
	Flags      int         `json:"flags"`
	Mentions   mentions    `json:"allowed_mentions"`
	Components []component `json:"components,omitempty"`
	Nonce      string      `json:"nonce,omitempty"`
	Enforce    bool        `json:"enforce_nonce,omitempty"`
	Reference  *reference  `json:"message_reference,omitempty"`

	Attachments []attachment `json:"attachments,omitempty"`
	files       []enclosure
}

type reference struct {
	Message string `json:"message_id"`
	Fail    bool   `json:"fail_if_not_exists"`
}

// editing is a message's new look.
type editing struct {
	Flags      int         `json:"flags"`
	Mentions   mentions    `json:"allowed_mentions"`
	Components []component `json:"components"`

	Attachments []attachment `json:"attachments,omitempty"` // none: those that are there stay
	files       []enclosure
}

func postRoute(channel string) route {
	return route{http.MethodPost, "channels/messages", channel}
}

// Hash implements [bots.Surface].
func (b *Bot) Hash(c bots.Card) string {
	return hashes(b.renderer.draw(c, mostParts))
}

// hashes names what the looks of a card are together.
func hashes(looks []look) string {
	if len(looks) == 1 {
		return looks[0].hash()
	}
	all := make([]string, len(looks))
	for i, l := range looks {
		all[i] = l.hash()
	}
	return strings.Join(all, "")
}

// Post implements [bots.Surface]. A card that takes several messages has all their ids, in order, as its own.
func (b *Bot) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	if !quiet(c) {
		b.busy.end(p.Channel) // this is what people have been waiting for
	}
	return b.withFiles(ctx, c, mostParts, func(looks []look) (string, error) {
		switch len(looks) {
		case 0:
			return "", notDrawn(c)
		case 1:
			return b.say(ctx, p, looks[0], part{nonce: nonce, number: 1, of: 1}, quiet(c))
		default:
			return b.sayAll(ctx, p, looks, nonce)
		}
	})
}

func notDrawn(c bots.Card) error {
	return &bots.RefusedError{Reason: "not drawn", Closed: true, Err: fmt.Errorf("discord does not draw %T", c)}
}

// posting is the message that the part is posted as.
func (k part) posting(l look, p assistant.Place, quietly bool) posting {
	m := posting{
		Flags: flagComponentsV2 | flagSuppressEmbeds, Mentions: l.mentions(), Components: k.marked(l), Nonce: k.own(), Enforce: true,
		Attachments: attachments(l.files), files: l.files,
	}
	if quietly {
		m.Flags |= flagSuppressNotifications
	}
	if p.Thread != "" {
		m.Reference = &reference{Message: p.Thread}
	}
	return m
}

// say posts one message.
func (b *Bot) say(ctx context.Context, p assistant.Place, l look, k part, quietly bool) (string, error) {
	var posted message
	err := b.ladder(ctx, p, l, func(l look) error {
		return b.call(ctx, postRoute(p.Channel), "channels/"+p.Channel+"/messages", k.posting(l, p, quietly), &posted)
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
func (b *Bot) sayAll(ctx context.Context, p assistant.Place, looks []look, nonce string) (string, error) {
	there, err := b.posted(ctx, p, nonce)
	if err != nil {
		return "", err
	}
	ids := make([]string, len(looks))
	var less bots.Lesser
	for i, l := range looks {
		k := part{nonce: nonce, number: i + 1, of: len(looks)}
		switch was, ok := there[k.number]; {
		case !ok:
			ids[i], err = less.Take(b.say(ctx, p, l, k, i > 0))
		case was.look != k.look(l):
			ids[i], err = less.Take(was.id, b.redraw(ctx, p, was.id, k.as(l)))
		default:
			ids[i] = was.id
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
	_, err := b.withFiles(ctx, c, len(ids), func(looks []look) (string, error) {
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
func (b *Bot) redrawAll(ctx context.Context, p assistant.Place, ref string, c bots.Card, looks []look) error {
	ids := strings.Split(ref, refGap)
	for len(looks) < len(ids) {
		looks = append(looks, blank())
	}
	name := ref + hashes(looks)
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
func (b *Bot) redraw(ctx context.Context, p assistant.Place, id string, l look) error {
	return b.ladder(ctx, p, l, func(l look) error {
		stay, upload, err := b.fresh(ctx, p, id, l.files)
		if err != nil {
			return err
		}
		m := look{components: l.components, files: upload}.editing()
		m.Attachments = append(m.Attachments, stay...)
		return b.call(ctx, route{http.MethodPatch, "channels/messages/id", p.Channel}, "channels/"+p.Channel+"/messages/"+id, m, nil)
	})
}

// editing is what makes a message look so.
func (l look) editing() editing {
	return editing{
		Flags: flagComponentsV2 | flagSuppressEmbeds, Mentions: nobody(), Components: l.components,
		Attachments: attachments(l.files), files: l.files,
	}
}

// Find implements [bots.Surface]. A card of several messages is found when all of them are there.
func (b *Bot) Find(ctx context.Context, p assistant.Place, nonce string) (string, bool, error) {
	there, err := b.posted(ctx, p, nonce)
	if err != nil {
		return "", false, err
	}
	of := there[1].of
	ids := make([]string, of)
	for i := range ids {
		if there[i+1].of != of {
			return "", false, nil
		}
		ids[i] = there[i+1].id
	}
	return strings.Join(ids, refGap), of > 0, nil
}

// posted reads the channel back and looks for the messages of a nonce, by number. It looks for the nonce, or for the
// component's id made of it, since Discord keeps a nonce for a while only.
func (b *Bot) posted(ctx context.Context, p assistant.Place, nonce string) (map[int]said, error) {
	const pages = 5
	before, me, there := "", b.who(), map[int]said{}
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
			if s, ok := saidAs(m, nonce); ok && m.Author.ID == me {
				there[s.number] = s
			}
		}
		if len(there) > 0 && len(there) == there[1].of || len(ms) < 100 {
			break
		}
		before = ms[len(ms)-1].ID
	}
	return there, nil
}

func readRoute(channel string) route { return route{http.MethodGet, "channels/messages", channel} }
