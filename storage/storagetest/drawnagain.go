package storagetest

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// waitsDrawnAgain: the card of an action that waits is drawn again in every place that shows it, even one being shown right now,
// when a person leaves, becomes a guest, comes back or gets another role. The card of a decided one is not.
func waitsDrawnAgain(_ *testing.T, w *world) {
	ben, cleo := w.somebody("ben"), w.leaver("cleo")
	c, a := w.ruled(2)
	slot := a.Slot()
	shows := func(hold bool) assistant.DeliveryClaim {
		w.t.Helper()
		d, ok := w.place(c.Conversation)
		if !ok {
			w.t.Fatal("the place is not behind")
		}
		u, err := w.Deliveries.Undelivered(w.ctx, d)
		w.ok(err)
		equal(w, slices.ContainsFunc(u.Slots, func(s assistant.SlotWork) bool { return s.Slot == slot }), true)
		if !hold {
			w.freed(w.Deliveries.ReleaseDelivery(w.ctx, d, []assistant.Delivery{{Slot: slot, Ref: "there", Hash: "h"}}, u.Upto, 0))
		}
		return d
	}
	shows(false)
	_, behind := w.place(c.Conversation)
	equal(w, behind, false)
	account := func(of assistant.Identity, standing assistant.Standing) {
		w.t.Helper()
		of.Standing = standing
		w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, of)))
	}
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, ben)))
	shows(false)
	account(cleo.account, assistant.StandingGuest)
	held := shows(true)
	account(cleo.account, assistant.StandingMember)
	w.is(second(w.Deliveries.ReleaseDelivery(w.ctx, held, nil, held.Shown+100, 0)), assistant.ErrFenced)
	shows(false)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, cleo.id, assistant.RoleAdmin))
	shows(false)
	w.ok(w.byPerson(c.Conversation, w.owner.ID, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected}))
	shows(false)
	account(cleo.account, assistant.StandingGone)
	_, behind = w.place(c.Conversation)
	equal(w, behind, false)
}

// place claims the place of a conversation on Slack, where it is behind; what else is behind is let be.
func (w *world) place(c assistant.ConversationID) (assistant.DeliveryClaim, bool) {
	w.t.Helper()
	for {
		d, ok, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceSlack}, lease)
		w.ok(err)
		if !ok || d.Conversation == c {
			return d, ok
		}
		w.freed(w.Deliveries.ReleaseDelivery(w.ctx, d, nil, 1_000_000, 0))
	}
}
