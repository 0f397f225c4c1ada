package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// hush pauses notifications for a person who presses so on one, and tells them until when.
func (k *Clicks) hush(ctx context.Context, c workspace.Click) payload.Answer {
	note, outcome := k.Home.Hush(ctx, c)
	if outcome == bots.AckIgnored {
		return payload.Answer{Outcome: outcome}
	}
	return payload.Answer{Outcome: outcome, Then: func(ctx context.Context) { k.whisper(ctx, c, note) }}
}
