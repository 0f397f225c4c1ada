package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
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

// ReadID reads a custom id and writes it again; acts tells whether a click on it is an act by itself.
func ReadID(id string) (again string, acts, ok bool) {
	s, ok := readID(id)
	if !ok {
		return "", false, false
	}
	return customID(s.verb, s.id, s.numbers[0], s.numbers[1]), s.act() != nil, true
}

// Payloads are the bodies that a card is posted with, as they go over the wire.
func (b *Bot) Payloads(c bots.Card, nonce string) ([][]byte, error) {
	looks := b.renderer.draw(c, mostParts)
	var out [][]byte
	if c, ok := c.(bots.ReminderCard); ok { // in its place, to a person directly, and to them in the place
		at := assistant.Place{Space: "800000000000000001", Channel: "700000000000000001", Thread: "700000000000000009"}
		for _, to := range []bots.Calling{{}, {Theirs: true, Link: opens(at)}, {Theirs: true, Mention: "600000000000000001"}} {
			raw, err := json.Marshal(part{nonce: nonce, number: 1, of: 1}.posting(b.renderer.reminder(c, to), assistant.Place{}, quiet(c)))
			if err != nil {
				return nil, err
			}
			out = append(out, raw)
		}
		return out, nil
	}
	for i, l := range looks {
		k := part{nonce: nonce, number: i + 1, of: len(looks)}
		raw, err := json.Marshal(k.posting(l, assistant.Place{Thread: "700000000000000009"}, quiet(c)))
		if err != nil {
			return nil, err
		}
		out = append(out, raw)
	}
	return out, nil
}

// Recognise tells which part of a card with the nonce a message is.
func Recognise(raw []byte, nonce string) (number, of int, ok bool) {
	var m message
	if json.Unmarshal(raw, &m) != nil {
		return 0, 0, false
	}
	s, ok := saidAs(m, nonce)
	return s.number, s.of, ok
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

// Forms are the forms that are opened.
func Forms(q assistant.Clarification) [][]byte {
	var out [][]byte
	for _, m := range []*modal{answersForm(q), changesForm(subject{id: string(q.ID), numbers: [2]int{1 << 30, 0}}), aboutForm("99999999999999999999")} {
		raw, err := json.Marshal(opened(m).response)
		if err == nil {
			out = append(out, raw)
		}
	}
	return out
}

// Esc and Spoken are the ways of text out and in.
func Esc(s string, n int) string { return esc(s, n) }

// Spoken is for what comes in.
func Spoken(s, me string) string { return spoken(s, me, map[string]string{"1": "Anna"}) }

// Edits are the bodies that a card's messages are edited with, and what is shown of it while it is being written.
func (b *Bot) Edits(c bots.Card) ([][]byte, error) {
	looks := b.renderer.draw(c, 1)
	if a, ok := c.(bots.AnswerCard); ok && !a.Status {
		looks = append(looks, b.renderer.draft(a), blank())
	}
	var out [][]byte
	for _, l := range looks {
		raw, err := json.Marshal(l.editing())
		if err != nil {
			return nil, err
		}
		out = append(out, raw)
	}
	return out, nil
}

// Commands are the application's commands.
func Commands() any { return commands() }
