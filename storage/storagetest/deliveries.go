package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func (w *world) claimPlace() (assistant.DeliveryClaim, bool) {
	w.t.Helper()
	c, ok, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceDiscord, assistant.SurfaceSlack, assistant.SurfacePush, assistant.SurfaceMail}, lease)
	w.ok(err)
	return c, ok
}

func (w *world) undelivered(c assistant.DeliveryClaim) assistant.Undelivered {
	w.t.Helper()
	u, err := w.Deliveries.Undelivered(w.ctx, c)
	w.ok(err)
	return u
}

func deliveries(_ *testing.T, w *world) {
	r := w.say("1.0", "a")
	_, ok := w.claimPlace()
	equal(w, ok, false) // what was said at a place has been seen there
	w.note(r.Conversation, "b")
	_, ok, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceDiscord}, lease)
	w.ok(err)
	equal(w, ok, false)
	old, ok, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceSlack}, over)
	w.ok(err)
	equal(w, []any{ok, old.Conversation, old.Place, old.Shown}, []any{true, r.Conversation, w.slack("1.0").Place, int64(0)})
	d := assistant.Delivery{Slot: assistant.Slot("said:" + r.Message), Ref: "", Nonce: "n1"}
	writes := func() {
		w.t.Helper()
		w.is(w.intend(old, []assistant.Delivery{d}), assistant.ErrFenced)
		w.is(w.Deliveries.RenewDelivery(w.ctx, old, lease), assistant.ErrFenced)
		_, err := w.Deliveries.ReleaseDelivery(w.ctx, old, []assistant.Delivery{d}, 1, 0)
		w.is(err, assistant.ErrFenced)
		_, err = w.Deliveries.Undelivered(w.ctx, old)
		w.is(err, assistant.ErrFenced)
	}
	writes()
	_, err = w.Timers.Sweep(w.ctx, 0)
	w.ok(err)
	c, ok := w.claimPlace()
	equal(w, ok, true)
	writes()
	u := w.undelivered(c)
	equal(w, []any{u.Upto, len(u.Slots), u.Slots[0].Delivery}, []any{int64(2), 2, assistant.Delivery{}})
	w.ok(w.Deliveries.RenewDelivery(w.ctx, c, lease))
	w.ok(w.intend(c, []assistant.Delivery{d}))
	equal(w, w.undelivered(c).Slots[0].Delivery, d)
	d.Ref, d.Hash = "1234.5", "h"
	w.ok(w.intend(c, []assistant.Delivery{d}))
	equal(w, w.undelivered(c).Slots[0].Delivery, d)
	_, ok = w.claimPlace()
	equal(w, ok, false)
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, u.Upto, 0))
	_, ok = w.claimPlace()
	equal(w, ok, false)
	w.is(w.intend(c, []assistant.Delivery{d}), assistant.ErrFenced)
}

func deliveryGoesOn(_ *testing.T, w *world) {
	r := w.say("1.0", "a")
	w.note(r.Conversation, "one")
	c, _ := w.claimPlace()
	u := w.undelivered(c)
	w.note(r.Conversation, "two")
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, u.Upto, 0))
	c, ok := w.claimPlace()
	equal(w, []any{ok, c.Shown}, []any{true, int64(2)})
	u = w.undelivered(c)
	equal(w, []any{u.Upto, len(u.Slots)}, []any{int64(3), 1})
	// What was not shown stays to be shown, later.
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, 2, time.Hour))
	_, ok = w.claimPlace()
	equal(w, ok, false)
	equal(w, w.waits()[1], false)
	w.say("1.0", "c")
	_, ok = w.claimPlace()
	equal(w, ok, false)
}

func deliverySlots(_ *testing.T, w *world) {
	conv, mail := w.held()
	thought := func(text string) assistant.Message {
		m := line(assistant.AuthorAssistant, assistant.KindThinking, text, assistant.Thought{})
		m.Cause = mail.Message.ID
		return m
	}
	w.ok(w.Mailboxes.Append(w.ctx, conv, batch(thought("one"), answer("first"), system(assistant.Briefed{Brief: assistant.Brief{Plan: id[assistant.PlanID](w), Status: assistant.PlanGathering}}))))
	c, _ := w.claimPlace()
	u := w.undelivered(c)
	equal(w, []any{u.Upto, len(u.Slots)}, []any{int64(4), 3})
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, []assistant.Delivery{{Slot: u.Slots[1].Slot, Ref: "r1", Hash: "h1"}}, u.Upto, 0))
	w.ok(w.Settle(w.ctx, conv, mail.ID, batch(answer("second"), thought("two"))))
	c, _ = w.claimPlace()
	u = w.undelivered(c)
	equal(w, len(u.Slots), 2)
	equal(w, contents(u.Slots[0].Messages), []string{"one", "two"}) // it appeared first
	equal(w, []any{u.Slots[0].Delivery.Ref, u.Slots[1].Delivery}, []any{"r1", assistant.Delivery{}})
	equal(w, contents(u.Slots[1].Messages), []string{"second"})
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, u.Upto, 0))
}

// intend intends posts without a pace.
func (w *world) intend(c assistant.DeliveryClaim, ds []assistant.Delivery) error {
	_, err := w.Deliveries.Intend(w.ctx, c, ds, assistant.Pace{})
	return err
}

// slotsInAPace: a channel's posts get their turns in the order they ask, and no post is intended before its turn.
func slotsInAPace(t *testing.T, w *world) {
	pace := assistant.Pace{Thing: "posts/C1", Every: time.Hour, Burst: 1, Posts: 1}
	var claims []assistant.DeliveryClaim
	for _, thread := range []string{"1", "2", "3"} {
		w.note(w.say(thread, "hi").Conversation, "hello")
		c, ok := w.claimPlace()
		equal(w, ok, true)
		claims = append(claims, c)
	}
	slot := w.undelivered(claims[2]).Slots[0].Slot
	d := assistant.Delivery{Slot: slot, Hash: "h", Nonce: "n"}
	lost := claims[0]
	lost.Token = assistant.NewID[assistant.ClaimToken](w.ids)
	_, err := w.Deliveries.Intend(w.ctx, lost, []assistant.Delivery{d}, pace)
	w.is(err, assistant.ErrFenced) // and takes no slot
	for i, c := range claims {
		wait, err := w.Deliveries.Intend(w.ctx, c, []assistant.Delivery{d}, pace)
		w.ok(err)
		if due := time.Duration(i) * time.Hour; wait > due || wait < due-time.Minute {
			t.Errorf("slot %d comes after %s", i, wait)
		}
	}
	equal(w, w.undelivered(claims[2]).Slots[0].Delivery, assistant.Delivery{})
	claims[1].Paced = 1
	for i, c := range claims[:2] {
		w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, c.Shown, time.Duration(i)*time.Microsecond))
	}
	paced := map[assistant.PlaceID]int{}
	for range 2 {
		c, ok := w.claimPlace()
		equal(w, ok, true)
		paced[c.PlaceID] = c.Paced
		c.Paced = 0
		w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, 2, 0))
	}
	equal(w, paced, map[assistant.PlaceID]int{claims[0].PlaceID: 0, claims[1].PlaceID: 1})
}
