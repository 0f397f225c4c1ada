package deliver

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

var _ bots.Writer = (*Cards)(nil)

// Write implements [bots.Writer]: a message that is edited. Discord has no streams.
func (d *Cards) Write(ctx context.Context, p assistant.Place, so bots.AnswerCard, ref, nonce string) (string, error) {
	first := components.Part{Nonce: nonce, Number: 1, Of: 1}
	l := d.Drawing.Now(ctx).Draft(so, p.Thread)
	if ref == "" {
		return d.say(ctx, p, l, first, true)
	}
	if err := d.mayEdit(ref, false); err != nil {
		return ref, err
	}
	return ref, d.redraw(ctx, p, ref, first.Mark(l))
}

// Finish implements [bots.Writer]. What was written becomes the first message of the card.
func (d *Cards) Finish(ctx context.Context, p assistant.Place, ref string, c bots.Card, nonce string) (string, error) {
	return d.withFiles(ctx, c, components.MostParts, func(looks []components.Look) (string, error) {
		switch len(looks) {
		case 0:
			return "", notDrawn(c)
		case 1:
			l := looks[0]
			return ref, d.reopening(ctx, p, func() error {
				return d.redraw(ctx, p, ref, components.Part{Nonce: nonce, Number: 1, Of: 1}.Mark(l))
			})
		default:
			return d.sayAll(ctx, p, looks, nonce)
		}
	})
}
