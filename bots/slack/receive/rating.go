package receive

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
)

const (
	noteBad = "Thank you, noted. Reply in the thread with what was wrong, and I will have another go."
)

// rate takes what somebody thinks. Slack shows a click on these buttons to nobody for sure, so that a word to the person
// says that it has arrived.
func (k *Clicks) rate(ctx context.Context, c workspace.Click) payload.Answer {
	if note := k.act(ctx, c, c.Body); note != "" {
		return k.reply(c, note)
	}
	note := noteBad
	if rated, ok := c.Body.(assistant.Rated); ok && rated.Good {
		note = view.NoteGood
	}
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { k.Voice.Whisper(ctx, c.At, c.From, c.Where, note) }}
}
