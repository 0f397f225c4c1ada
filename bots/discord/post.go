package discord

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// mentions says who a message may page: nobody.
type mentions struct {
	Parse []string `json:"parse"`
}

func nobody() mentions { return mentions{Parse: []string{}} }

// posting is a new message.
type posting struct {
	Content    string      `json:"content,omitempty"`
	Flags      int         `json:"flags"`
	Mentions   mentions    `json:"allowed_mentions"`
	Components []component `json:"components,omitempty"`
	Nonce      string      `json:"nonce,omitempty"`
	Enforce    bool        `json:"enforce_nonce,omitempty"`
	Reference  *reference  `json:"message_reference,omitempty"`
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
}

func postRoute(channel string) route {
	return route{http.MethodPost, "channels/messages", channel}
}

// Hash implements [bots.Surface].
func (b *Bot) Hash(c bots.Card) string {
	l, ok := b.renderer.render(c)
	if !ok {
		return ""
	}
	return l.hash()
}

// Post implements [bots.Surface].
func (b *Bot) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	l, ok := b.renderer.render(c)
	if !ok {
		return "", &bots.RefusedError{Reason: "not drawn", Err: fmt.Errorf("discord does not draw %T", c)}
	}
	m := posting{Flags: flagComponentsV2 | flagSuppressEmbeds, Mentions: nobody(), Components: l.components, Nonce: bots.Clip(nonce, 25), Enforce: true}
	if quiet(c) {
		m.Flags |= flagSuppressNotifications
	}
	if p.Thread != "" {
		m.Reference = &reference{Message: p.Thread}
	}
	m.Components[0].ID = mark(nonce)
	var posted message
	if err := b.call(ctx, postRoute(p.Channel), "channels/"+p.Channel+"/messages", m, &posted); err != nil {
		return "", err
	}
	if posted.ID == "" {
		return "", fmt.Errorf("discord: an answer without the message's id")
	}
	return posted.ID, nil
}

// Edit implements [bots.Surface].
func (b *Bot) Edit(ctx context.Context, p assistant.Place, ref string, c bots.Card) error {
	l, ok := b.renderer.render(c)
	if !ok {
		return &bots.RefusedError{Reason: "not drawn", Err: fmt.Errorf("discord does not draw %T", c)}
	}
	if err := b.pace.edit(ref, c.Settled()); err != nil {
		return err
	}
	m := editing{Flags: flagComponentsV2 | flagSuppressEmbeds, Mentions: nobody(), Components: l.components}
	return b.call(ctx, route{http.MethodPatch, "channels/messages/id", p.Channel}, "channels/"+p.Channel+"/messages/"+ref, m, nil)
}

// Find implements [bots.Surface]: it reads the channel back and looks for the nonce, or for the component's id made of it,
// since Discord keeps a nonce for a while only.
func (b *Bot) Find(ctx context.Context, p assistant.Place, nonce string) (string, bool, error) {
	const pages = 5
	before, me, id := "", b.who(), mark(nonce)
	for range pages {
		path := "channels/" + p.Channel + "/messages?limit=100"
		if before != "" {
			path += "&before=" + before
		}
		var ms []message
		if err := b.call(ctx, readRoute(p.Channel), path, nil, &ms); err != nil {
			return "", false, err
		}
		for _, m := range ms {
			if m.Author.ID == me && (m.nonce() == nonce || m.mark() == id) {
				return m.ID, true, nil
			}
		}
		if len(ms) < 100 {
			break
		}
		before = ms[len(ms)-1].ID
	}
	return "", false, nil
}

func readRoute(channel string) route { return route{http.MethodGet, "channels/messages", channel} }

// mark makes a component's id of a nonce: positive, 31 bits, far above those that Discord counts up by itself.
func mark(nonce string) int32 {
	sum := sha256.Sum256([]byte(nonce))
	return int32(binary.BigEndian.Uint32(sum[:4])>>2 | 1<<29)
}
