package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// rate stores a rating. Slack shows no reliable sign of a click on these buttons, so a private message says that it arrived.
func (k *Clicks) rate(ctx context.Context, c workspace.Click) payload.Answer {
	note, taken := k.Taker.Rate(ctx, k.by(ctx, c), c.Body)
	if !taken {
		return k.reply(c, note)
	}
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { k.whisper(ctx, c, note) }}
}
