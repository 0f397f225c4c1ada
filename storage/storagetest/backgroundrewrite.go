package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func backgroundRewritten(_ *testing.T, w *world) {
	b := w.task()
	stranger := w.say("1.0", "hello").Person
	w.answered(words)
	wanted, there := b, w.quiet()
	wanted.Title, wanted.Prompt, wanted.Silent, wanted.Schedule, wanted.Due, wanted.Conversation = "Menu", "check the menu", true, "0 10 * * 1", ago(time.Second), there
	wanted.Overlap, wanted.Ends, wanted.Left = assistant.OverlapReplace, ago(-time.Hour), 4
	to := assistant.BackgroundRewrite{Was: b.Reading(), Wanted: wanted}
	rewrite := func(by assistant.PersonID, to assistant.BackgroundRewrite) error {
		return second(w.Backgrounds.RewriteBackground(w.ctx, w.tenant, by, b.ID, to))
	}
	w.is(rewrite(stranger, to), assistant.ErrNotYourTask)
	moved := to
	moved.Was = "12345678"
	w.is(rewrite(w.owner.ID, moved), assistant.ErrBackgroundMoved)
	nowhere := to
	nowhere.Wanted.Conversation = id[assistant.ConversationID](w)
	w.is(rewrite(w.owner.ID, nowhere), assistant.ErrNotFound)
	for range 2 { // doing it again is no error
		w.ok(rewrite(w.owner.ID, to))
	}
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	wanted.UpdatedAt = got.UpdatedAt
	equal(w, got, wanted)
	// It begins where it was moved to, at its new time.
	due := w.dueTask(b)
	equal(w, []any{due.Conversation, due.DueAt}, []any{there, wanted.Due})
	fired := w.fire(b)
	equal(w, []any{fired.Messages[0].Conversation, fired.Messages[0].Content}, []any{there, "check the menu"})

	// One that is paused stays so, and its time is looked for when it goes on.
	w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundPause, time.Time{})))
	got, err = w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	paused := assistant.BackgroundRewrite{Was: got.Reading(), Wanted: got}
	paused.Wanted.Schedule, paused.Wanted.Due = "0 11 * * *", ago(time.Second)
	w.ok(rewrite(w.owner.ID, paused))
	equal(w, len(w.due()), 0)
	// What begins with events goes on doing so.
	event := paused
	event.Was, event.Wanted.Kind, event.Wanted.Title = event.Wanted.Reading(), assistant.BackgroundEvent, "Events"
	w.ok(rewrite(w.owner.ID, event))
	got, err = w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Kind, got.Schedule, got.Title}, []any{assistant.BackgroundRecurring, "0 11 * * *", "Events"})
	w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundCancel, time.Time{})))
	w.is(rewrite(w.owner.ID, to), assistant.ErrBackgroundOver)
}
