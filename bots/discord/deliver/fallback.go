package deliver

import (
	"context"
	"errors"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// ladder sends a look. What Discord refuses for good is sent as words, and where it refuses these, a line that says so. A draft
// is not told of: what it becomes is.
func (d *Cards) ladder(ctx context.Context, p assistant.Place, l components.Look, send func(components.Look) error) error {
	err := send(l)
	no, ok := errors.AsType[*bots.RefusedError](err)
	if !ok || no.Closed || len(l.Files) > 0 && takesNoFiles(err) { // those go without their files first
		return err
	}
	panel := d.Panel.At(ctx, p)
	rungs := []struct {
		how bots.Outcome
		l   components.Look
	}{
		{bots.OutcomePlain, l.Plainly(panel)},
		{bots.OutcomeTold, l.Told(panel)},
	}
	if l.Draft {
		rungs = rungs[:1]
	}
	for _, r := range rungs {
		lerr := send(r.l)
		if lerr == nil {
			d.Log.WarnContext(ctx, "discord refused how a message is drawn", slog.String("shown", string(r.how)), slog.String("reason", no.Reason))
			return &bots.LesserError{How: r.how, Reason: no.Reason}
		}
		if again, refused := errors.AsType[*bots.RefusedError](lerr); !refused || again.Closed {
			return lerr
		}
	}
	return err
}
