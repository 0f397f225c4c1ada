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
	card, err := p.slot(ctx, r, assistant.Slot("approval:"+r.subject.ID))
	if errors.Is(err, assistant.ErrNotFound) {
		return whisper(noteGone, bots.AckRefused)
	}
	if err != nil {
		p.Log.ErrorContext(ctx, "discord approval not read", slog.Any("err", err))
		return whisper(view.NoteUnread, bots.AckUnavailable)
	}
	c, ok := card.(bots.ApprovalCard)
	if !ok {
		return whisper(noteGone, bots.AckRefused)
	}
	leaves := p.Drawing.Now(ctx).WholePages(c)
	if len(leaves) == 0 {
		return whisper("There is no more to read than the card shows.", bots.AckRefused)
	}
	return leafed(r, leaves, components.VerbReadPage)
}
