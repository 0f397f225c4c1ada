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

// spacesOpen: what waits in a workspace for a good token waits no longer once it has one, and nothing does elsewhere.
func spacesOpen(_ *testing.T, w *world) {
	rest := func() {
		for _, space := range []string{"T1", "T2"} {
			in := w.slack("1.0")
			in.Place.Space, in.From.Space, in.Key = space, space, "opens "+space
			got, err := w.Intake.Receive(w.ctx, in)
			w.ok(err)
			w.note(got.Conversation, "one")
		}
		for {
			c, ok, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceSlack}, lease)
			w.ok(err)
			if !ok {
				return
			}
			_, err = w.Deliveries.ReleaseDelivery(w.ctx, c, nil, c.Shown, time.Hour)
			w.ok(err)
		}
	}
	ready := func() (spaces []string) {
		for {
			c, ok, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceSlack}, lease)
			w.ok(err)
			if !ok {
				return spaces
			}
			spaces = append(spaces, c.Place.Space)
		}
	}
	rest()
	equal(w, len(ready()), 0)
	w.strangersOpen(id[assistant.TenantID](w), "T1")
	w.ok(w.Deliveries.OpenSpace(w.ctx, w.tenant, assistant.SurfaceSlack, "T1"))
	equal(w, ready(), []string{"T1"})
}

// installsOpen: installed anew, a workspace is shown at once what waited for a good token.
func installsOpen(_ *testing.T, w *world) {
	in, err := w.Installs.SaveInstall(w.ctx, assistant.Install{Team: "T9", App: "A1", BotUser: "U0", Tokens: assistant.Tokens{Access: "x"}})
	w.ok(err)
	words := w.slack("1.0")
	words.Tenant, words.Place.Space, words.From.Space = in.Tenant, "T9", "T9"
	got, err := w.Intake.Receive(w.ctx, words)
	w.ok(err)
	m := answer("one")
	m.Tenant, m.Conversation = in.Tenant, got.Conversation
	_, err = w.Intake.Post(w.ctx, m)
	w.ok(err)
	claim := func() (assistant.DeliveryClaim, bool) {
		c, ok, err := w.Deliveries.ClaimDelivery(w.ctx, in.Tenant, []assistant.Surface{assistant.SurfaceSlack}, lease)
		w.ok(err)
		return c, ok
	}
	c, ok := claim()
	equal(w, ok, true)
	_, err = w.Deliveries.ReleaseDelivery(w.ctx, c, nil, c.Shown, time.Hour)
	w.ok(err)
	_, ok = claim()
	equal(w, ok, false)
	_, err = w.Installs.SaveInstall(w.ctx, assistant.Install{Team: "T9", App: "A1", BotUser: "U0", Tokens: assistant.Tokens{Access: "y"}})
	w.ok(err)
	c, ok = claim()
	equal(w, []any{ok, c.Place.Space}, []any{true, "T9"})
}
