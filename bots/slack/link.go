package slack

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

const noteNoLinks = "Accounts cannot be linked here."

// commandLink gives the person a code, or takes one; see [bots.Link].
func (b *Bot) commandLink(ctx context.Context, w *workspace, c payload.Command, code string) payload.Answer {
	if b.Links == nil {
		return privately(noteNoLinks, nil, bots.AckRefused)
	}
	note, done, err := bots.Link(ctx, b.Links, w.tenant, b.whole(ctx, c.From()), code)
	if err != nil {
		return b.commandFailed(ctx, noteAgain, err)
	}
	outcome := bots.AckRefused
	if done {
		outcome = bots.AckTaken
	}
	return privately(blocks.Escape(note, blocks.LimitSection), nil, outcome)
}
