package receive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// beginsHere takes the message that a thread was started from, if the bot started the thread and none of it is stored yet: people
// write in a thread as soon as they see it, while the process that started it may still be busy or gone. It tells whether there was
// such a message.
func (m *messages) beginsHere(ctx context.Context, guild, thread string) (bool, error) {
	if _, known := m.barren.Of(thread); known || guild == "" {
		return false, nil
	}
	at, err := m.API.Channel(ctx, thread)
	if rest.Refused(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if !at.Kind.IsThread() || at.Owner != m.API.Me() {
		return false, nil
	}
	var raw json.RawMessage
	r := rest.RouteOf(http.MethodGet, "channels/messages/id", at.Parent)
	err = m.API.Patient(ctx, r, "channels/"+at.Parent+"/messages/"+thread, nil, &raw)
	if err != nil && !rest.Refused(err) {
		return false, fmt.Errorf("look at a thread's first message: %w", err)
	}
	first, begins := m.mentioned(ctx, raw, guild)
	if err != nil || !begins {
		m.barren.Keep(thread, true)
		return false, nil //nolint:nilerr // the message is gone, so nothing follows it
	}
	switch _, err = m.try(ctx, first); {
	case errors.Is(err, assistant.ErrUnstorable): // and so is nothing that follows it
		m.barren.Keep(thread, true)
		return false, nil
	case err != nil:
		return false, err
	}
	return true, nil
}

// threadBegun hears that the bot has started a thread, in this process or another.
func (m *messages) threadBegun(raw []byte) {
	var thread struct {
		ID    string `json:"id"`
		Owner string `json:"owner_id"`
	}
	if json.Unmarshal(raw, &thread) == nil && rest.IsID(thread.ID) && thread.Owner == m.API.Me() {
		m.begun.Keep(thread.ID, true)
	}
}

// threadOf starts the thread of a conversation that begins in a channel. Every process receives the message: later ones find the
// thread, or the conversation in it, and make no request to Discord.
func (m *messages) threadOf(ctx context.Context, guild, channel string, in assistant.Inbound) (assistant.Place, error) {
	there := place(guild, in.ExternalID)
	if _, begun := m.begun.Of(in.ExternalID); begun {
		return there, nil
	}
	known, err := m.Threads.Known(ctx, m.Tenant, there)
	if err != nil {
		return assistant.Place{}, fmt.Errorf("look up place: %w", err)
	}
	if known {
		return there, nil
	}
	return m.thread(ctx, guild, channel, in.ExternalID, in.Text)
}

// mentioned reads a message that was asked for; false where it does not speak to the bot.
func (m *messages) mentioned(ctx context.Context, raw json.RawMessage, guild string) (arrival, bool) {
	_, full := rest.WithServer(raw, guild)
	if full == nil {
		return arrival{}, false
	}
	me, err := m.self(ctx, full)
	if err != nil {
		return arrival{}, false
	}
	a, err := readEvent(eventSaid, full, me, m.Space, m.Tenant)
	return a, err == nil && a.ignored == "" && a.mention
}
