package slack

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	noteGood = "Thank you. It is good to know that this helped."
	noteBad  = "Thank you, noted. Reply in the thread with what was wrong, and I will have another go."
)

// rate takes what somebody thinks. Slack shows a click on these buttons to nobody for sure, so that a word to the person
// says that it has arrived.
func (b *Bot) rate(ctx context.Context, c click) answer {
	if note := b.act(ctx, c, c.body); note != "" {
		return b.reply(c, note)
	}
	note := noteBad
	if rated, ok := c.body.(assistant.Rated); ok && rated.Good {
		note = noteGood
	}
	return answer{outcome: bots.AckTaken, then: func(ctx context.Context) { b.whisper(ctx, c, note) }}
}
