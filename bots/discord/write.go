package discord

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

var _ bots.Writer = (*Bot)(nil)

// Write implements [bots.Writer]: a message that is edited. Discord has no streams.
func (b *Bot) Write(ctx context.Context, p assistant.Place, so bots.AnswerCard, ref, nonce string) (string, error) {
	first := part{nonce: nonce, number: 1, of: 1}
	l := b.drawing(ctx).draft(so)
	if ref == "" {
		return b.say(ctx, p, l, first, true)
	}
	if err := b.pace.edit(ref, false); err != nil {
		return ref, err
	}
	return ref, b.redraw(ctx, p, ref, first.as(l))
}

// Finish implements [bots.Writer]. What was written becomes the first message of the card.
func (b *Bot) Finish(ctx context.Context, p assistant.Place, ref string, c bots.Card, nonce string) (string, error) {
	return b.withFiles(ctx, c, mostParts, func(looks []look) (string, error) {
		switch len(looks) {
		case 0:
			return "", notDrawn(c)
		case 1:
			l := looks[0]
			return ref, b.redraw(ctx, p, ref, part{nonce: nonce, number: 1, of: 1}.as(l))
		default:
			return b.sayAll(ctx, p, looks, nonce)
		}
	})
}

// draft draws an answer that is still being written: what there is of it, or as much as fits.
func (r renderer) draft(so bots.AnswerCard) look {
	notes := []string{speaker(so.Agent), "is still writing…"}
	if so.Rehearsal {
		notes = append(notes, origins(so))
	}
	end := small(notes...)
	cs := []component{end}
	if words := pages(markdown(bots.SafeDraft(so.Text, r.hosts)), limitTotal-bots.Width(end.Content)-300); len(words) > 0 {
		cs = []component{text(words[0]), end}
	}
	return look{components: cs, draft: true}
}
