package discord

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

var _ bots.Writer = (*Bot)(nil)

// Write implements [bots.Writer]: a message that is edited. Discord has no streams.
func (b *Bot) Write(ctx context.Context, p assistant.Place, so bots.AnswerCard, ref, nonce string) (string, error) {
	first := components.Part{Nonce: nonce, Number: 1, Of: 1}
	l := b.drawing(ctx).Draft(so)
	if ref == "" {
		return b.say(ctx, p, l, first, true)
	}
	if err := b.pace.edit(ref, false); err != nil {
		return ref, err
	}
	return ref, b.redraw(ctx, p, ref, first.Mark(l))
}

// Finish implements [bots.Writer]. What was written becomes the first message of the card.
func (b *Bot) Finish(ctx context.Context, p assistant.Place, ref string, c bots.Card, nonce string) (string, error) {
	return b.withFiles(ctx, c, components.MostParts, func(looks []components.Look) (string, error) {
		switch len(looks) {
		case 0:
			return "", notDrawn(c)
		case 1:
			l := looks[0]
			return ref, b.redraw(ctx, p, ref, components.Part{Nonce: nonce, Number: 1, Of: 1}.Mark(l))
		default:
			return b.sayAll(ctx, p, looks, nonce)
		}
	})
}
