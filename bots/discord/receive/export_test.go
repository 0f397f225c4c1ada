package receive

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// ParseEvent reads an event and returns what is said where, "" where nothing is to be done.
func ParseEvent(kind string, raw []byte) (assistant.Inbound, string, error) {
	a, err := readEvent(kind, raw, self{user: "900", role: "901"}, "", "tenant")
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
	g := newGaps(time.Now())
	g.find(s, nil)
	for _, x := range g.among(slices.Concat(s.Channels, s.Threads), time.Unix(0, 0), func(_, id string) string { return id }) {
		out = append(out, x.ID)
	}
	return out
}

// ParseBefore reads a message that was said before a summons, as its line.
func ParseBefore(raw []byte) string {
	var m rest.Message
	if json.Unmarshal(raw, &m) != nil {
		return ""
	}
	return New(Config{API: rest.New(rest.Config{Now: time.Now})}).saidBy(m)
}

// Ask asks Discord for something and reads the answer as each of the kinds of answer there are.
func Ask(ctx context.Context, c rest.Config) []error {
	var errs []error
	for _, into := range []any{&rest.Message{}, &[]rest.Message{}, &[]json.RawMessage{}, &rest.User{}, &[]command{}, &whereabouts{}, &rest.Channel{}} {
		errs = append(errs, rest.New(c).Call(ctx, rest.RouteOf(http.MethodGet, "x", "1"), "x", nil, into))
	}
	return errs
}

// Spoken is for what comes in.
func Spoken(s, me string) string { return spoken(s, self{user: me}, map[string]string{"1": "Anna"}) }

// Commands are the application's commands.
func Commands() any { return commands() }

// Press reads the press of a component and returns what it is taken for: its kind, its act where its id says all about it, what it is
// about and the option that was chosen.
func Press(raw []byte) (kind string, act assistant.Body, s components.Subject, choice int, err error) {
	r, err := readInteraction(raw)
	return string(r.kind), r.subject.Act(), r.subject, r.choice, err
}
