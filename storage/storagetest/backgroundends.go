package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ended fires a task that may end with it, and returns what is said about that.
func (w *world) ended(b assistant.BackgroundTask, next time.Time) (said []string) {
	w.t.Helper()
	got, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: next})
	w.ok(err)
	for _, m := range got.Messages {
		said = append(said, m.Content)
	}
	return said
}

func backgroundEnds(_ *testing.T, w *world) {
	begin := func(ends time.Time, left int) assistant.BackgroundTask {
		o := w.order(w.ids.New())
		o.Task.Ends, o.Task.Left, o.Task.Overlap = ends, left, assistant.OverlapSkip
		b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
		w.ok(err)
		return b
	}
	read := func(b assistant.BackgroundTask) []any {
		got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
		w.ok(err)
		return []any{got.Status, got.Reason, got.Left, got.Due.IsZero()}
	}
	twice := begin(time.Time{}, 2)
	equal(w, w.ended(twice, ago(time.Second)), []string{"check the audit"})
	equal(w, read(twice), []any{assistant.BackgroundActive, "", 1, false})
	// A time that is left out is not counted.
	equal(w, len(w.ended(twice, ago(0))), 0)
	equal(w, read(twice), []any{assistant.BackgroundActive, "", 1, false})
	w.answered(words)
	equal(w, w.ended(twice, ago(0)), []string{"check the audit", "The automation “Look at the audit” ends with this time: its end has come. Ask for it again, and I make a new one."})
	equal(w, read(twice), []any{assistant.BackgroundDone, assistant.WhyUntil, 0, true})

	w.answered(words)
	day := begin(ago(-time.Hour), 0)
	equal(w, w.ended(day, ago(time.Second)), []string{"check the audit"})
	w.answered(words)
	equal(w, w.ended(day, time.Time{}), []string{"check the audit", "The automation “Look at the audit” ends with this time: its end has come. Ask for it again, and I make a new one."})
	equal(w, read(day), []any{assistant.BackgroundDone, assistant.WhyUntil, 0, true})

	// One whose end came while it was paused does not go on without another.
	paused := begin(ago(-time.Hour), 0)
	w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, paused.ID, assistant.BackgroundPause, time.Time{})))
	w.is(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, paused.ID, assistant.BackgroundResume, time.Time{})), assistant.ErrBackgroundEnded)
	equal(w, read(paused), []any{assistant.BackgroundPaused, "", 0, true})
}
