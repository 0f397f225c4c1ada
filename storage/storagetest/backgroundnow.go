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

// backgroundStarts: however many tasks somebody has, no more of them begin within a minute because somebody says so than a person may ask.
func backgroundStarts(_ *testing.T, w *world) {
	another := func() assistant.BackgroundTask {
		o := w.order(w.ids.New())
		o.Task.Overlap, o.Task.Due = assistant.OverlapQueue, ago(-24*time.Hour)
		b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
		w.ok(err)
		return b
	}
	now := func(b assistant.BackgroundTask) error {
		return second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundNow, time.Time{}))
	}
	often, waits := another(), another()
	for range assistant.BackgroundStarts - 1 {
		w.ok(now(often))
		_, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(often), Next: ago(-time.Hour)})
		w.ok(err)
	}
	w.ok(now(waits))
	w.is(now(often), assistant.ErrBackgroundStarts)
	w.ok(now(waits)) // it is due already
	w.is(now(another()), assistant.ErrTooMuch)
}
