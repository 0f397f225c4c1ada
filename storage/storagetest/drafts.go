package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func draftsAreShown(_ *testing.T, w *world) {
	conv, mail := w.held()
	so := assistant.Draft{Tenant: w.tenant, Conversation: conv.Conversation, Cause: mail.Message.ID, Text: "The"}
	claim := func(s assistant.Surface) (assistant.DeliveryClaim, assistant.Delivery, bool) {
		w.t.Helper()
		c, shown, ok, err := w.Deliveries.ClaimDraft(w.ctx, so, s, lease)
		w.ok(err)
		return c, shown, ok
	}
	_, _, ok := claim(assistant.SurfaceDiscord)
	equal(w, ok, false)
	c, shown, ok := claim(assistant.SurfaceSlack)
	equal(w, []any{ok, c.Conversation, c.Shown, shown}, []any{true, conv.Conversation, int64(0), assistant.Delivery{Slot: so.Slot()}})
	_, _, ok = claim(assistant.SurfaceSlack)
	equal(w, ok, false) // one edit at a time
	shown.Nonce = "n"
	w.ok(w.intend(c, []assistant.Delivery{shown}))
	shown.Ref, shown.Hash = "r", "h"
	w.freed(w.Deliveries.ReleaseDraft(w.ctx, c, shown))
	again, kept, ok := claim(assistant.SurfaceSlack)
	equal(w, []any{ok, kept}, []any{true, shown})
	w.note(conv.Conversation, "a line")
	ready, err := w.Deliveries.ReleaseDraft(w.ctx, again, kept)
	w.ok(err)
	equal(w, ready, true)
	_, err = w.Deliveries.ReleaseDraft(w.ctx, again, kept)
	w.is(err, assistant.ErrFenced)

	// What waits to be shown comes first, and what is not over is nobody's to take over.
	_, _, ok = claim(assistant.SurfaceSlack)
	equal(w, ok, false)
	c, _ = w.claimPlace()
	u := w.undelivered(c)
	equal(w, len(u.Drafts), 0)
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, u.Upto, 0))

	w.ok(w.Settle(w.ctx, conv, mail.ID, batch(answer("The end"))))
	_, _, ok = claim(assistant.SurfaceSlack)
	equal(w, ok, false)
	c, _ = w.claimPlace()
	u = w.undelivered(c)
	equal(w, u.Drafts, []assistant.Delivery{shown})
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, []assistant.Delivery{{Slot: shown.Slot}}, u.Upto, 0))
	w.note(conv.Conversation, "more")
	c, _ = w.claimPlace()
	equal(w, len(w.undelivered(c).Drafts), 0)
}
