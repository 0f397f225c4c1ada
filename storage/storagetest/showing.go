package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// settleShowing answers a mail and takes the places of Slack in hand.
func (w *world) settleShowing(c assistant.Claim, mail assistant.Mail, text string) assistant.Settled {
	w.t.Helper()
	done, err := w.Mailboxes.SettleAll(w.ctx, c, assistant.Settling{
		Mails: []int64{mail.ID}, Batch: batch(answer(text)), Shows: []assistant.Surface{assistant.SurfaceSlack}, Lease: lease,
	})
	w.ok(err)
	return done
}

// settleShows: settling takes the places in hand that it leaves behind, as claiming them would, unless somebody has them.
func settleShows(_ *testing.T, w *world) {
	conv, mail := w.held()
	done := w.settleShowing(conv, mail, "one")
	equal(w, []any{len(done.Places), done.Behind}, []any{1, false})
	c := done.Places[0]
	equal(w, []any{c.Conversation, c.Shown, c.Behind.Upto, len(c.Behind.Slots)}, []any{conv.Conversation, int64(0), int64(2), 2})
	equal(w, w.undelivered(c), *c.Behind)
	_, ok := w.claimPlace()
	equal(w, ok, false)
	d := assistant.Delivery{Slot: c.Behind.Slots[1].Slot, Nonce: "n1"}
	w.ok(w.intend(c, []assistant.Delivery{d}))

	// Somebody else has the place: it is behind, and stays theirs.
	other := w.settleShowing(conv, mail, "two")
	equal(w, []any{len(other.Places), other.Behind}, []any{0, true})
	w.ok(w.Deliveries.RenewDelivery(w.ctx, c, lease))
	d.Ref, d.Hash = "r1", "h1"
	ready, err := w.Deliveries.ReleaseDelivery(w.ctx, c, []assistant.Delivery{d}, c.Behind.Upto, 0)
	w.ok(err)
	equal(w, ready, true)

	// It is free, and was behind before.
	done = w.settleShowing(conv, mail, "three")
	c = done.Places[0]
	equal(w, []any{c.Shown, c.Behind.Upto, len(c.Behind.Slots)}, []any{int64(2), int64(4), 2})
	equal(w, w.undelivered(c), *c.Behind)
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, 2, time.Hour))

	// It waits for its time.
	done = w.settleShowing(conv, mail, "four")
	equal(w, []any{len(done.Places), done.Behind}, []any{0, true})
}

// settleShowsNothing: nobody is told of what is not shown, and without the claim no place is claimed.
func settleShowsNothing(_ *testing.T, w *world) {
	conv, mail := w.held()
	settle := func(of ...assistant.Surface) assistant.Settled {
		w.t.Helper()
		done, err := w.Mailboxes.SettleAll(w.ctx, conv, assistant.Settling{Batch: batch(answer("x")), Shows: of, Lease: lease})
		w.ok(err)
		return done
	}
	equal(w, settle(assistant.SurfaceDiscord), assistant.Settled{Behind: true}) // it is a place of Slack
	equal(w, settle(), assistant.Settled{Behind: true})
	old := conv
	old.Token = "01900000-0000-7000-8000-000000000009"
	_, err := w.Mailboxes.SettleAll(w.ctx, old, assistant.Settling{Batch: batch(answer("x")), Shows: []assistant.Surface{assistant.SurfaceSlack}, Lease: lease})
	w.is(err, assistant.ErrFenced)
	c, ok := w.claimPlace()
	equal(w, ok, true)
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, c, nil, c.Behind.Upto, 0))
	w.ok(w.Settle(w.ctx, conv, mail.ID, assistant.Batch{}))

	// A conversation of the panel has no place that is shown anything.
	r, err := w.Intake.Receive(w.ctx, assistant.Inbound{Tenant: w.tenant, Person: w.owner.ID, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Text: "a"})
	w.ok(err)
	w.ok(w.Mailboxes.Release(w.ctx, conv, false))
	conv, _ = w.claim()
	equal(w, conv.Conversation, r.Conversation)
	equal(w, settle(assistant.SurfaceSlack), assistant.Settled{})
	equal(w, settle(), assistant.Settled{})
}
