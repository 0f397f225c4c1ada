package receive

import (
	"context"
	"errors"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/view"
)

// whole shows who asked all of the text that is to be approved, a page of it. Nobody reads another conversation's.
func (p *pages) whole(ctx context.Context, r request) reply {
	c, refused := p.approval(ctx, r)
	if refused != nil {
		return *refused
	}
	leaves := p.Drawing.Now(ctx).WholePages(c)
	if len(leaves) == 0 {
		return whisper("There is no more to read than the card shows.", bots.AckRefused)
	}
	return leafed(r, leaves, components.VerbReadPage)
}

// approval returns the action that a click is about, as its card shows it now, or else what to tell the person.
func (p *pages) approval(ctx context.Context, r request) (bots.ApprovalCard, *reply) {
	slot, id := r.subject.Approval()
	card, err := p.slot(ctx, r, slot)
	if errors.Is(err, assistant.ErrNotFound) {
		no := whisper(noteGone, bots.AckRefused)
		return bots.ApprovalCard{}, &no
	}
	if err != nil {
		p.Log.ErrorContext(ctx, "discord approval not read", slog.Any("err", err))
		no := whisper(view.NoteUnread, bots.AckUnavailable)
		return bots.ApprovalCard{}, &no
	}
	c, ok := bots.ApprovalOn(card, id)
	if !ok {
		no := whisper(noteGone, bots.AckRefused)
		return c, &no
	}
	return c, nil
}
