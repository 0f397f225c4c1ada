package deliver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// Cards shows cards as messages, and finds those that it has shown. It is safe for concurrent use.
type Cards struct {
	Config

	edits   *bots.Limits              // by message
	halfway *bots.Memory[string, int] // by card and look: how many messages of an edit that was put off are done
	uploads bots.Misses               // of answers with files
}

// Config configures showing cards. All fields but Files are required.
type Config struct {
	API       *rest.Client
	Tenant    assistant.TenantID
	Drawing   Drawing
	Panel     Panel
	Files     bots.Shelf // nil: answers come without the files that were made for people
	Typing    *Typing    // ends with the first output
	EditEvery time.Duration
	EditBurst int
	Log       *slog.Logger
	Now       func() time.Time
}

// New returns what shows cards. It asks Discord nothing.
func New(c Config) *Cards {
	return &Cards{
		Config: c, halfway: bots.NewMemory[string, int](rest.Kept),
		edits: bots.NewLimits(c.Now),
	}
}

// Hash implements [bots.Surface].
func (d *Cards) Hash(ctx context.Context, _ assistant.Place, c bots.Card) string {
	return components.Hashes(d.Drawing.Now(ctx).Draw(c, components.MostParts))
}

// Post implements [bots.Surface]. A card that takes several messages has all their ids, in order, as its own.
func (d *Cards) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	p, err := d.reached(ctx, p)
	if err != nil {
		return "", err
	}
	if !components.Quiet(c) {
		d.Typing.end(p.Channel) // people have been waiting for this message
	}
	return d.withFiles(ctx, c, components.MostParts, func(looks []components.Look) (string, error) {
		switch len(looks) {
		case 0:
			return "", notDrawn(c)
		case 1:
			return d.say(ctx, p, looks[0], components.Part{Nonce: nonce, Number: 1, Of: 1}, components.Quiet(c))
		default:
			return d.sayAll(ctx, p, looks, nonce)
		}
	})
}

func notDrawn(c bots.Card) error {
	return &bots.RefusedError{Reason: "not drawn", Closed: true, Err: fmt.Errorf("discord does not draw %T", c)}
}

// say posts one message.
func (d *Cards) say(ctx context.Context, p assistant.Place, l components.Look, k components.Part, quietly bool) (string, error) {
	var posted rest.Message
	err := d.ladder(ctx, p, l, func(l components.Look) error {
		return d.API.Call(ctx, rest.PostRoute(p.Channel), "channels/"+p.Channel+"/messages", k.Posting(l, p, quietly), &posted)
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
func (d *Cards) sayAll(ctx context.Context, p assistant.Place, looks []components.Look, nonce string) (string, error) {
	there, err := d.posted(ctx, p, nonce)
	if err != nil {
		return "", err
	}
	ids := make([]string, len(looks))
	var less bots.Lesser
	for i, l := range looks {
		k := components.Part{Nonce: nonce, Number: i + 1, Of: len(looks)}
		switch was, ok := there[k.Number]; {
		case !ok:
			ids[i], err = less.Take(d.say(ctx, p, l, k, i > 0))
		case was.Look != k.LookID(l):
			ids[i], err = less.Take(was.ID, d.redraw(ctx, p, was.ID, k.Mark(l)))
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
func (*Cards) PostedAt(ref string) time.Time {
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
func (d *Cards) Edit(ctx context.Context, p assistant.Place, ref string, c bots.Card) error {
	p, err := d.reached(ctx, p)
	if err != nil {
		return err
	}
	ids := strings.Split(ref, refGap)
	if !c.Settled() && d.aged(ids[0]) {
		return d.closed(ctx, p, ids[0], c)
	}
	held := false
	_, err = d.withFiles(ctx, c, len(ids), func(looks []components.Look) (string, error) {
		if len(looks) == 0 {
			return "", notDrawn(c)
		}
		if !held {
			if err := d.mayEdit(ref, c.Settled()); err != nil {
				return "", err
			}
			held = true
		}
		redraw := func() error { return d.redrawAll(ctx, p, ref, c, looks) }
		if !c.Settled() {
			return "", redraw() // what only goes on brings back no thread
		}
		return "", d.reopening(ctx, p, redraw)
	})
	if rest.RefusedWith(err, rest.CodeOtherAuthor) || rest.RefusedWith(err, rest.CodeUnknownMessage) && c.Settled() {
		return &bots.MovedError{Err: err} // somebody deleted the message, but the card still has to be shown
	}
	return err
}

// redrawAll makes a card's messages look otherwise. What was put off in between is gone on with there: Discord lets few edits
// be made at a time.
func (d *Cards) redrawAll(ctx context.Context, p assistant.Place, ref string, c bots.Card, looks []components.Look) error {
	ids := strings.Split(ref, refGap)
	for len(looks) < len(ids) {
		looks = append(looks, components.Blank())
	}
	name := ref + components.Hashes(looks)
	from, _ := d.halfway.Of(name)
	var less bots.Lesser
	for i := from; i < len(ids); i++ {
		_, err := less.Take("", d.redraw(ctx, p, ids[i], looks[i]))
		if _, run := c.(bots.RunCard); run && rest.RefusedWith(err, rest.CodeOldEdits) {
			return &bots.MovedError{Err: err}
		}
		if err != nil {
			d.halfway.Keep(name, i)
			return err
		}
	}
	if from > 0 {
		d.halfway.Keep(name, 0)
	}
	return less.Left()
}

// redraw makes a message look otherwise. Files that agents made and that are there already are not sent again.
func (d *Cards) redraw(ctx context.Context, p assistant.Place, id string, l components.Look) error {
	return d.ladder(ctx, p, l, func(l components.Look) error {
		stay, upload, err := d.fresh(ctx, p, id, l.Files)
		if err != nil {
			return err
		}
		m := components.Look{Components: l.Components, Files: upload}.Editing()
		m.Attachments = append(m.Attachments, stay...)
		return d.API.Call(ctx, rest.RouteOf(http.MethodPatch, "channels/messages/id", p.Channel), "channels/"+p.Channel+"/messages/"+id, m, nil)
	})
}

// Find implements [bots.Surface]. A card of several messages is found when all of them are there.
func (d *Cards) Find(ctx context.Context, p assistant.Place, nonce string) (string, bool, error) {
	p, err := d.reached(ctx, p)
	if err != nil {
		return "", false, err
	}
	there, err := d.posted(ctx, p, nonce)
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

// posted reads the channel back and finds the messages of a nonce, by number. It looks for the nonce, or for the component id made
// of it, since Discord keeps a nonce only for some time.
func (d *Cards) posted(ctx context.Context, p assistant.Place, nonce string) (map[int]components.Found, error) {
	const pages = 5
	before, me, there := "", d.API.Me(), map[int]components.Found{}
	for range pages {
		path := "channels/" + p.Channel + "/messages?limit=100"
		if before != "" {
			path += "&before=" + before
		}
		var ms []rest.Message
		if err := d.API.Call(ctx, rest.ReadRoute(p.Channel), path, nil, &ms); err != nil {
			return nil, err
		}
		for _, m := range ms {
			if s, ok := components.Recognise(nonce, components.Marks{ID: m.ID, Nonce: m.PostedNonce(), IDs: m.Marks()}); ok && m.Author.ID == me {
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
