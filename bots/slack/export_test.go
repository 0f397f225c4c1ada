package slack

import (
	"context"
	"encoding/json"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
)

// WaitAfter shows a rule whose waits are too long for a test to sit out.
func WaitAfter(wait time.Duration, reason string, steady bool) time.Duration {
	return waitAfter(wait, reason, steady)
}

// TakeParcel serves what comes over a socket as the socket does, and returns what Slack would be told; nothing where it is
// told nothing.
func (b *Bot) TakeParcel(ctx context.Context, raw []byte) (id string, ack []byte, err error) {
	var p parcel
	if json.Unmarshal(raw, &p) != nil || !p.wants() {
		return "", nil, nil
	}
	within, cancel := context.WithTimeout(ctx, ackWithin)
	defer cancel()
	_, a := b.unpack(within, p)
	ack, err = acknowledgement(p, a)
	return p.ID, ack, err
}

// Reread reads a button's value and writes it again.
func Reread(value string) (string, bool) {
	s, ok := readSubject(value)
	return s.String(), ok
}

// Forms are the forms that are opened about these words.
func Forms(q assistant.Clarification, text string) []slackapi.ModalViewRequest {
	at := origin{Channel: "C0123456789", Thread: "1763600000.000100"}
	return []slackapi.ModalViewRequest{
		answersForm(q, at),
		changesForm(subject{Plan: "0195d7c0-0000-7000-8000-000000000000", Version: 1 << 30}, at),
		aboutForm(about{TS: "1763600000.000100", Text: text}, at),
		*noteView("I say: " + text),
	}
}

// AskedAbout reads what the form about a message carries along.
func AskedAbout(private string) (channel, thread, ts string) {
	var c click
	i := interaction{Type: "view_submission"}
	i.User.ID, i.View.ID, i.View.Private, i.View.Callback = "U1", "V1", private, callbackAbout
	i.View.State.Values = map[string]map[string]field{blockAbout: {inputID: {Value: "why?"}}}
	c.sent(i)
	return c.in.Place.Channel, c.in.Place.Thread, c.about.TS
}

// Mrk, Harmless and Spoken are the ways of text in and out.
func Mrk(s string, n int) string { return mrk(s, n) }

// Harmless is for Markdown.
func Harmless(s string) string { return harmless(s) }

// Spoken is for what comes in.
func Spoken(s, me string) string { return spoken(s, me) }
