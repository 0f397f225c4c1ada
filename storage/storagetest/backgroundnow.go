package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundNow lets a task be due at once.
func backgroundNow(_ *testing.T, w *world) {
	o := w.order(w.ids.New())
	o.Task.Kind, o.Task.Schedule, o.Task.Due = assistant.BackgroundRecurring, "0 9 * * *", ago(-24*time.Hour)
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	_, err = w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundNow, time.Time{})
	w.ok(err)
	equal(w, len(w.due()), 1)
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
