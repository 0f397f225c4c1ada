package receive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
	"github.com/aisteam/aisteam/bots/missed"
)

// compared is a channel being compared with what is known of it; see [missed.Place].
type compared struct {
	*gateway

	channel, guild string

	asked int    // missing messages that were asked for
	upTo  string // the newest message that was read
}

// read is a message as read back, with what its event would contain.
type read struct {
	id  string
	raw []byte
}

// placePages bounds a reading that is held against what is known; the rest is read when it is tried again.
const placePages = 20

// known are the messages of a channel that may have been changed or taken back since they were heard.
func (g *gateway) known(ctx context.Context, channel, guild string) ([]missed.Known, error) {
	if g.Backlog == nil {
		return nil, nil
	}
	all, err := g.Backlog.HeardIn(ctx, g.Tenant, assistant.SurfaceDiscord, guild, channel, knownLimit)
	if err != nil {
		return nil, fmt.Errorf("recall channel: %w", err)
	}
	oldest := rest.IDAt(g.Now().Add(-missed.Absence))
	return missed.Of(all, knownLimit, func(in assistant.Inbound) string {
		if !rest.IsID(in.ExternalID) || !rest.Newer(in.ExternalID, oldest) {
			return ""
		}
		return in.ExternalID
	}), nil
}

// Newer implements [missed.Place].
func (p *compared) Newer(id, than string) bool { return rest.Newer(id, than) }

// Before implements [missed.Place]. The message that a thread was started from is not in the thread.
func (p *compared) Before(k missed.Known) string {
	if k.ID == p.channel {
		return ""
	}
	return rest.IDBefore(k.ID)
}

// Read implements [missed.Place].
func (p *compared) Read(ctx context.Context, after string) (ms []missed.There[read], whole bool, err error) {
	err = p.pages(ctx, p.channel, p.guild, after, placePages, func(id string, raw []byte) {
		ms = append(ms, missed.There[read]{ID: id, Message: read{id, raw}})
		if p.upTo == "" || rest.Newer(id, p.upTo) {
			p.upTo = id
		}
	})
	if errors.Is(err, errMuch) {
		return ms, false, nil
	}
	return ms, err == nil, err
}

// Became implements [missed.Place].
func (p *compared) Became(ctx context.Context, k missed.Known, m read) (assistant.Change, error) {
	me, err := p.self(ctx, m.raw)
	if err != nil {
		return assistant.ChangeSaid, err
	}
	a, err := readEvent(eventEdited, m.raw, me, p.Space, p.Tenant)
	if err == nil && a.ignored == "" && a.in.Text != k.Text {
		return assistant.ChangeEdited, nil
	}
	return assistant.ChangeSaid, nil // what cannot be read says nothing
}

// Missing implements [missed.Place]: a few are asked for one by one, since a message is gone only when Discord says so. The one
// that a thread was started from is in the channel around it.
func (p *compared) Missing(ctx context.Context, k missed.Known, all missed.Window) (assistant.Change, read, error) {
	if p.asked++; p.asked > goneLimit || !all.Whole {
		return assistant.ChangeSaid, read{}, nil
	}
	at, err := p.holds(ctx, k)
	if err != nil || at == "" {
		return assistant.ChangeSaid, read{}, err
	}
	var raw json.RawMessage
	err = p.API.Patient(ctx, rest.RouteOf(http.MethodGet, "channels/messages/id", at), "channels/"+at+"/messages/"+k.ID, nil, &raw)
	switch {
	case rest.RefusedWith(err, rest.CodeUnknownMessage):
		gone, err := json.Marshal(map[string]string{"id": k.ID, "channel_id": at, "guild_id": k.Place.Space})
		if err != nil {
			return assistant.ChangeSaid, read{}, fmt.Errorf("encode removal: %w", err)
		}
		return assistant.ChangeDeleted, read{k.ID, gone}, nil
	case rest.Refused(err): // the channel is gone, or hidden: nobody knows
		return assistant.ChangeSaid, read{}, nil
	case err != nil:
		return assistant.ChangeSaid, read{}, fmt.Errorf("look for message: %w", err)
	}
	_, full := rest.WithServer(raw, k.Place.Space)
	if full == nil {
		return assistant.ChangeSaid, read{}, nil
	}
	what, err := p.Became(ctx, k, read{k.ID, full})
	return what, read{k.ID, full}, err
}

// holds returns the channel of a known message, or "" if it is unknown.
func (p *compared) holds(ctx context.Context, k missed.Known) (string, error) {
	if k.ID != p.channel {
		return p.channel, nil
	}
	thread, err := p.API.Channel(ctx, p.channel)
	if rest.Refused(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	around, err := p.API.Channel(ctx, thread.Parent)
	switch {
	case rest.Refused(err):
		return "", nil
	case err != nil:
		return "", err
	case around.Kind.Threadable():
		return thread.Parent, nil
	default:
		return p.channel, nil
	}
}

// taken remembers who wrote a message, because a removal does not say it.
func (g *gateway) taken(k assistant.Inbound) {
	if _, known := g.authors.Of(k.ExternalID); !known {
		g.authors.Keep(k.ExternalID, author{person: k.Person})
	}
}
