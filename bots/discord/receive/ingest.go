package receive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// last is the newest message that was taken from a channel.
type last struct{ guild, message string }

// takeEvent takes an event until what it means is stored: the gateway repeats nothing. What can never be stored is let go,
// or nothing would come after it. It returns the outcome for the metrics.
func (m *messages) takeEvent(ctx context.Context, kind string, raw []byte) bots.Ack {
	me, err := m.self(ctx, raw)
	if err != nil {
		return bots.AckUnavailable // ctx has ended
	}
	happened, err := m.happens(ctx, readHappened(kind, raw, me, m.Tenant))
	switch {
	case err != nil:
		return bots.AckUnavailable // as above
	case kind == eventReacted:
		return told(happened)
	}
	a, err := readEvent(kind, raw, me, m.Space, m.Tenant)
	if err != nil {
		m.Log.WarnContext(ctx, "discord event not understood", slog.String("kind", kind), slog.Any("err", err))
		return bots.AckMalformed
	}
	if a.ignored == anotherServer {
		m.notServed(ctx, a.in.Place.Space)
	}
	if a.ignored != "" {
		return told(happened)
	}
	for wait := 200 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		outcome, err := m.try(ctx, a)
		if err == nil {
			return outcome
		}
		if errors.Is(err, assistant.ErrUnstorable) {
			m.Log.ErrorContext(ctx, "discord event can never be stored", slog.String("key", bots.Clip(a.in.Key, 100)), slog.Any("err", err))
			return bots.AckMalformed
		}
		m.Log.ErrorContext(ctx, "discord event not stored", slog.Any("err", err))
		if rest.Pause(ctx, wait) != nil {
			return bots.AckUnavailable // it is read back when the service is there again
		}
	}
}

// told is the outcome of an event that says nothing to the bot.
func told(happened bool) bots.Ack {
	if happened {
		return bots.AckTaken
	}
	return bots.AckIgnored
}

// happens stores what an event tells of a channel, again until it is stored; the error is that of ctx. What can never be stored is let
// go.
func (m *messages) happens(ctx context.Context, found happened) (taken bool, err error) {
	if m.channels.Happens == nil {
		return false, nil
	}
	for wait := 200 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		taken, err := m.channels.happened(ctx, found)
		if err == nil || errors.Is(err, assistant.ErrUnstorable) {
			return taken, nil
		}
		m.Log.ErrorContext(ctx, "discord event of a channel not stored", slog.Any("err", err))
		if err := rest.Pause(ctx, wait); err != nil {
			return false, err
		}
	}
}

// self is who the bot is to a message. Discord is asked only where a role is mentioned, again until it says; the error is
// that of ctx.
func (m *messages) self(ctx context.Context, raw []byte) (self, error) {
	me := self{user: m.API.Me()}
	var said struct {
		Guild string   `json:"guild_id"`
		Roles []string `json:"mention_roles"`
	}
	_ = json.Unmarshal(raw, &said) // what cannot be read is refused when it is taken
	if len(said.Roles) == 0 || !rest.IsID(said.Guild) || m.Space != "" && said.Guild != m.Space {
		return me, nil
	}
	for wait := 200 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		role, err := m.API.OwnRole(ctx, said.Guild)
		if err == nil {
			me.role = role
			return me, nil
		}
		m.Log.WarnContext(ctx, "discord does not say which role is the bot's", slog.Any("err", err))
		if err := rest.Pause(ctx, wait); err != nil {
			return me, err
		}
	}
}

func (m *messages) try(ctx context.Context, a arrival) (bots.Ack, error) {
	if ok, err := m.admit(ctx, &a); !ok || err != nil {
		return bots.AckRefused, err
	}
	if a.in.Change != assistant.ChangeSaid {
		outcome, err := m.revise(ctx, a)
		if !a.begins || outcome != bots.AckIgnored || err != nil {
			return outcome, err
		}
		a = a.saying()
	}
	source := a.in.Place.Channel
	if a.ifKnown {
		known, err := m.Threads.Known(ctx, m.Tenant, a.in.Place)
		if err != nil {
			return "", fmt.Errorf("look up place: %w", err)
		}
		if !known {
			known, err = m.beginsHere(ctx, a.in.Place.Space, a.in.Place.Channel)
		}
		if !known || err != nil {
			return bots.AckIgnored, err
		}
	}
	if a.mention && a.in.Place.Space != "" {
		if err := m.begin(ctx, &a); err != nil {
			return "", err
		}
	}
	m.introduce(ctx, &a.in)
	got, err := m.Inbox.Receive(ctx, a.in)
	if errors.Is(err, assistant.ErrNotFound) {
		m.Log.WarnContext(ctx, "discord event has nowhere to go", slog.String("key", a.in.Key), slog.Any("err", err))
		return bots.AckIgnored, nil
	}
	if err != nil {
		return "", fmt.Errorf("receive: %w", err)
	}
	m.authors.Keep(a.in.ExternalID, author{id: a.in.From.External, name: a.in.From.Name})
	for _, channel := range []string{source, a.in.Place.Channel} {
		if was, ok := m.heard.Of(channel); !ok || rest.Newer(a.in.ExternalID, was.message) {
			m.heard.Keep(channel, last{a.in.Place.Space, a.in.ExternalID})
		}
	}
	if got.Known {
		return bots.AckRepeated, nil
	}
	quick, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if !a.typed {
		m.Typing.Show(quick, a.in.Place)
	}
	return bots.AckTaken, nil
}

// begin finds the place of a conversation that begins with a mention: the thread it is said in, else a thread from it,
// else the replies to it; and what was said before.
func (m *messages) begin(ctx context.Context, a *arrival) error {
	p := &a.in.Place
	at, err := m.API.Channel(ctx, p.Channel)
	switch {
	case rest.Refused(err):
		at.Kind = rest.KindText // it cannot be looked at: a thread is tried all the same
	case err != nil:
		return err
	}
	channel := p.Channel
	if a.in.Under = channel; at.Kind.IsThread() {
		a.in.Under = at.Parent
	}
	switch {
	case at.Kind.IsThread() || at.Kind == rest.KindDirect || at.Kind == rest.KindGroup:
	case at.Kind.Threadable():
		if *p, err = m.threadOf(ctx, p.Space, channel, a.in); err != nil {
			return err
		}
		if a.typed = p.Thread == ""; a.typed && !m.Typing.Show(ctx, *p) {
			*p = place(p.Space, channel) // it may start threads and not write in them
			p.Thread, a.typed = a.in.ExternalID, false
		}
	default: // a voice channel has no threads
		p.Thread = a.in.ExternalID
	}
	a.in.Before, err = m.before(ctx, *p, at, a.in.ExternalID, a.to)
	if err != nil {
		return fmt.Errorf("look up place: %w", err)
	}
	return nil
}

// revise takes an edit or a removal, in whichever conversation the message belongs to.
func (m *messages) revise(ctx context.Context, a arrival) (bots.Ack, error) {
	if who, ok := m.authors.Of(a.in.ExternalID); ok && a.in.Change == assistant.ChangeDeleted {
		a.in.From, a.in.Person = who.identity(), who.person
	}
	for _, p := range append([]assistant.Place{a.in.Place}, a.others...) {
		a.in.Place = p
		got, err := m.Inbox.Receive(ctx, a.in)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
		case err != nil:
			return "", fmt.Errorf("receive: %w", err)
		case got.Known:
			return bots.AckRepeated, nil
		default:
			return bots.AckTaken, nil
		}
	}
	return bots.AckIgnored, nil
}
