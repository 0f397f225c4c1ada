package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// closedPlaces: a closed place rests, until its time or until something is said there; what waited in its channel comes with it.
func closedPlaces(_ *testing.T, w *world) {
	shut := func(c assistant.DeliveryClaim) {
		w.t.Helper()
		c.Closes = true
		d := assistant.Delivery{Slot: w.undelivered(c).Slots[0].Slot, Hash: "shut:h", Withheld: true}
		w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, []assistant.Delivery{d}, c.Shown, time.Hour))
	}
	none := func() {
		w.t.Helper()
		_, ok := w.claimPlace()
		equal(w, ok, false)
	}
	takes := func(thread string, closed bool) assistant.DeliveryClaim {
		w.t.Helper()
		c, ok := w.claimPlace()
		equal(w, []any{ok, c.Place.Thread, c.Closed}, []any{true, thread, closed})
		return c
	}
	first := w.say("1.0", "a")
	second := w.say("2.0", "b")
	elsewhere := w.slack("3.0")
	elsewhere.Place.Channel, elsewhere.Key = "C2", "c"
	third, err := w.Intake.Receive(w.ctx, elsewhere)
	w.ok(err)
	for i, r := range []assistant.Received{first, second, third} {
		w.note(r.Conversation, "one")
		shut(takes([]string{"1.0", "2.0", "3.0"}[i], false))
	}
	none()

	w.note(first.Conversation, "two") // it is tried at once, and still closed
	shut(takes("1.0", true))
	none()

	w.note(first.Conversation, "again") // the log goes on while it is tried: that is tried, too
	c, _ := w.claimPlace()
	w.note(first.Conversation, "and again")
	shut(c)
	shut(takes("1.0", true))
	none()

	w.note(first.Conversation, "three")
	c = takes("1.0", true)
	u := w.undelivered(c)
	equal(w, []any{u.Slots[0].Delivery.Withheld, len(u.Slots)}, []any{true, 6}) // what was said, and five answers
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, []assistant.Delivery{{Slot: u.Slots[1].Slot, Ref: "9.9", Hash: "h"}}, u.Upto, 0))
	c = takes("2.0", true) // its channel is open
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, w.undelivered(c).Upto, 0))
	none() // the other channel is not

	w.note(first.Conversation, "four")
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, takes("1.0", false), nil, c.Shown, time.Hour))
	w.note(first.Conversation, "five") // what an open place was asked to wait for, it waits for
	none()
}

// settleOpens: who answers shows it at once also in a closed place, which somebody may have opened.
func settleOpens(_ *testing.T, w *world) {
	conv, mail := w.held()
	c := w.settleShowing(conv, mail, "one").Places[0]
	c.Closes = true
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, c.Shown, time.Hour))
	done := w.settleShowing(conv, mail, "two")
	equal(w, []any{len(done.Places), done.Places[0].Closed, done.Behind}, []any{1, true, false})
}
