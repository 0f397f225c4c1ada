package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundOfLostPlace: what a task said was refused by the platform, so it is paused when it is due again; its owner is sent why. It
// goes on when they say so, and what was shown since counts.
func backgroundOfLostPlace(_ *testing.T, w *world) {
	r := w.say("1.0", "hello")
	w.answered(words)
	w.shownAll(false)
	o := w.order("key")
	o.Task.Owner, o.Task.Conversation = r.Person, r.Conversation
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	begins := func(refused bool) {
		w.t.Helper()
		w.fire(b)
		w.answered(words)
		w.shownAll(refused)
	}
	begins(false)
	begins(true)
	paused, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: ago(-time.Hour)})
	w.ok(err)
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Status, got.Reason, len(paused.Messages), len(w.outcomes(b))}, []any{assistant.BackgroundPaused, assistant.WhyPlace, 1, 2})
	due, a := w.telling()
	equal(w, []any{a.Topic, a.Slot, a.To.Person, a.Beside}, []any{assistant.TopicFailures, assistant.SlotOf(paused.Messages[0]), r.Person, true})
	equal(w, w.takes(due, assistant.TellStep{}), true)

	_, err = w.Backgrounds.ChangeBackground(w.ctx, w.tenant, r.Person, b.ID, assistant.BackgroundResume, ago(time.Second))
	w.ok(err)
	begins(false)
	begins(false)
	equal(w, len(w.outcomes(b)), 4)
}

// shownAll shows every place what it is behind, or has the platform refuse it, and tells which places there were.
func (w *world) shownAll(refused bool) map[assistant.Place]bool {
	w.t.Helper()
	out := map[assistant.Place]bool{}
	for {
		c, ok := w.claimPlace()
		if !ok {
			return out
		}
		out[c.Place] = true
		u := w.undelivered(c)
		var ds []assistant.Delivery
		for _, s := range u.Slots {
			d := assistant.Delivery{Slot: s.Slot, Ref: "ref-" + string(s.Slot), Hash: "h"}
			if refused {
				d.Ref, d.Hash, d.Withheld = "", "gone:h", true
			}
			ds = append(ds, d)
		}
		w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, ds, u.Upto, 0))
	}
}
