package slack

import (
	"context"
	"encoding/json"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/receive"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// TakeParcel serves what comes over a socket as the socket does, and returns what Slack would be told; nothing where it is
// told nothing.
func (b *Bot) TakeParcel(ctx context.Context, raw []byte) (id string, ack []byte, err error) {
	var p receive.Parcel
	if json.Unmarshal(raw, &p) != nil || !p.Wants() {
		return "", nil, nil
	}
	within, cancel := context.WithTimeout(ctx, payload.AckWithin)
	defer cancel()
	_, _, ack, err = b.sockets.Take(within, p)
	return p.ID, ack, err
}

// Forms are the forms that are opened about these words.
func Forms(q assistant.Clarification, text string) []slackapi.ModalViewRequest {
	at := blocks.Origin{Channel: "C0123456789", Thread: "1763600000.000100"}
	return []slackapi.ModalViewRequest{
		blocks.Modal(view.AnswersForm(q), blocks.FormState{Origin: at}, wording.Words{}),
		blocks.Modal(view.ChangesForm(), blocks.FormState{Origin: at, Subject: blocks.Subject{Plan: "0195d7c0-0000-7000-8000-000000000000", Version: 1 << 30}}, wording.Words{}),
		blocks.AboutForm(blocks.About{TS: "1763600000.000100", Text: text}, at, wording.Words{}),
		*blocks.NoteView("I say: "+text, wording.Words{}),
	}
}

// AskedAbout reads what the form about a message carries along.
func AskedAbout(private string) (channel, thread, ts string) {
	i := payload.Interaction{Type: "view_submission"}
	i.User.ID, i.View.ID, i.View.Private, i.View.Callback = "U1", "V1", private, string(assistant.FormAbout)
	i.View.State.Values = blocks.Fields{blocks.FieldAbout: {blocks.InputID: {Value: "why?"}}}
	c := i.Read()
	return c.In.Place.Channel, c.In.Place.Thread, c.About.TS
}

// KeepUp does what [Bot.Hear] does every half a minute.
func (b *Bot) KeepUp(ctx context.Context) { b.back.KeepUp(ctx, time.Time{}) }

// Behind says what is said when nobody has listened for a while.
func (b *Bot) Behind() { b.back.Behind() }
