package receive

import (
	"context"
	"errors"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// whole shows who asked all of the text that is to be approved, a page of it. Nobody reads another conversation's.
func (i *interactions) whole(ctx context.Context, r request) reply {
	card, err := i.slot(ctx, r, assistant.Slot("approval:"+r.subject.ID))
	if errors.Is(err, assistant.ErrNotFound) {
		return whisper(noteGone, bots.AckRefused)
	}
	if err != nil {
		i.Log.ErrorContext(ctx, "discord approval not read", slog.Any("err", err))
		return whisper("I could not look that up just now. Please try again in a moment.", bots.AckUnavailable)
	}
	c, ok := card.(bots.ApprovalCard)
	if !ok {
		return whisper(noteGone, bots.AckRefused)
	}
	leaves := i.Drawing.Now(ctx).WholePages(c)
	if len(leaves) == 0 {
		return whisper("There is no more to read than the card shows.", bots.AckRefused)
	}
	return leafed(r, leaves, components.VerbReadPage)
}
