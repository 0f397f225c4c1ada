package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundNow lets a task be due at once, and wait again as long as it has not begun.
func backgroundNow(_ *testing.T, w *world) {
	o := w.order(w.ids.New())
	o.Task.Kind, o.Task.Schedule, o.Task.Due = assistant.BackgroundRecurring, "0 9 * * *", ago(-24*time.Hour)
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	does := func(change assistant.BackgroundChange, next time.Time) assistant.BackgroundTask {
		now, err := w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, change, next)
		w.ok(err)
		return now
	}
	later := ago(-48 * time.Hour)
	equal(w, does(assistant.BackgroundLater, later).Due, o.Task.Due) // it was not to run now
	does(assistant.BackgroundNow, time.Time{})
	equal(w, len(w.due()), 1)
	equal(w, does(assistant.BackgroundLater, later).Due, later)
	equal(w, len(w.due()), 0)
}
