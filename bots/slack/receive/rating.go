package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// rate takes what somebody thinks. Slack shows a click on these buttons to nobody for sure, so that a word to the person
// says that it has arrived.
func (k *Clicks) rate(ctx context.Context, c workspace.Click) payload.Answer {
	note, taken := k.Taker.Rate(ctx, k.by(ctx, c), c.Body)
	if !taken {
		return k.reply(c, note)
	}
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { k.whisper(ctx, c, note) }}
}
