package deliver

import (
	"context"
	"errors"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// ladder sends a look. If Discord refuses it for good, ladder sends plain words, and if it refuses those, one line that says so. A
// refused draft is not reported, since its final form will be.
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
