package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// hookPausedMeanwhile: what a task was told of before it was paused is dropped because it is paused, and at once: neither because so many of
// its starts are at work, nor put off because so many have begun lately. Of one that goes on it is said why it did not begin.
func hookPausedMeanwhile(_ *testing.T, w *world) {
	drops := func(h assistant.Hook, why string) {
		w.t.Helper()
		got := w.fireHook()
		events, err := w.Backgrounds.HookEvents(w.ctx, w.tenant, h.Task, 1)
		w.ok(err)
		equal(w, []any{got.Taken, len(got.Messages), events[0].Note}, []any{true, 0, why})
	}
	pause := func(h assistant.Hook) {
		w.t.Helper()
		w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, h.Task, assistant.BackgroundPause, time.Time{})))
	}
	busy := w.hooked(0)
	for range assistant.HookAtWork {
		w.tell(busy, "")
		equal(w, len(w.fireHook().Messages), 2)
	}
	w.tell(busy, "")
	drops(busy, assistant.NoteManyAtWork)
	w.tell(busy, "")
	pause(busy)
	drops(busy, assistant.NoteDropped)
	w.ok(second(w.Backgrounds.EndHookTokens(w.ctx, w.tenant, w.owner.ID, busy.Task)))

	often := w.hooked(0)
	for range assistant.HookStarts - assistant.HookAtWork {
		w.answered(words)
		w.tell(often, "")
		equal(w, len(w.fireHook().Messages), 2)
	}
	w.tell(often, "")
	pause(often)
	drops(often, assistant.NoteDropped)
}
