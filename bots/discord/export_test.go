package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// ParseEvent reads an event and returns what is said where, "" where nothing is to be done.
func ParseEvent(kind string, raw []byte) (assistant.Inbound, string, error) {
	a, err := readEvent(kind, raw, "900", "", "tenant")
	return a.in, a.ignored, err
}

// ParseInteraction reads an interaction and returns what becomes part of an address.
func ParseInteraction(raw []byte) (id, token, channel string, err error) {
	r, err := readInteraction(raw)
	return r.id, r.token, r.channel, err
}

// ParseServer reads what the gateway tells of a server and returns the channels that would be read.
func ParseServer(raw []byte) []string {
	var s server
	if json.Unmarshal(raw, &s) != nil {
		return nil
	}
	var out []string
	for _, x := range withNews(slices.Concat(s.Channels, s.Threads), "0", nil) {
		out = append(out, x.ID)
	}
	return out
}

// ParseBefore reads a message that was said before a summons, as its line.
func ParseBefore(raw []byte) string {
	var m message
	if json.Unmarshal(raw, &m) != nil {
		return ""
	}
	return New(Config{}).saidBy(m)
}

// Ask asks Discord for something and reads the answer as each of the kinds of answer there are.
func (b *Bot) Ask(ctx context.Context) []error {
	var errs []error
	for _, into := range []any{&message{}, &[]message{}, &[]json.RawMessage{}, &user{}, &[]command{}, &whereabouts{}, &channelInfo{}} {
		b.pace = newPacer(b.Pace, b.Now)
		errs = append(errs, b.call(ctx, route{http.MethodGet, "x", "1"}, "x", nil, into))
	}
	return errs
}

// Spoken is for what comes in.
func Spoken(s, me string) string { return spoken(s, me, map[string]string{"1": "Anna"}) }

// Commands are the application's commands.
func Commands() any { return commands() }
