package storagetest

import (
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// handed: a colleague to whom something is handed is told once, where they can be reached. It returns to the person who takes it
// back or to whom it is handed back. Handing it over decides nothing.
func handed(_ *testing.T, w *world) {
	ben, cleo := w.somebody("ben"), w.somebody("cleo")
	w.phone(ben, "https://push.example/ben")
	w.phone(cleo, "https://push.example/cleo")
	o := w.opened()
	callers := w.due()
	plan := assistant.Handed{Waits: assistant.Waits{Kind: assistant.PendingPlan, Ref: string(o.p.ID), Version: 1}, Conversation: o.c.Conversation}
	hand := func(from, to assistant.PersonID) error {
		h := plan
		h.From, h.To = from, to
		return w.Decisions.Hand(w.ctx, w.tenant, h)
	}
	before := w.log(o.c.Conversation)

	handedInChat(w, hand)

	w.ok(w.Decisions.Defer(w.ctx, w.tenant, ben, assistant.Deferral{Waits: plan.Waits, Until: soon()}))
	for range 2 { // who presses twice hands it once
		w.ok(hand(w.owner.ID, ben))
	}
	p := w.pendingOf(plan.Waits)
	equal(w, []any{len(p.Handed), p.Handed[0].From, p.Handed[0].To, p.DeferredFor(ben).IsZero(), p.Handed[0].At.IsZero()}, []any{1, w.owner.ID, ben, true, false})
	due, a := w.telling()
	chat := account("Uben", "ben")
	phone := assistant.Identity{Surface: assistant.SurfacePush, External: string(ben)}
	equal(w, []any{a.Topic, a.To.Person, a.To.Accounts, a.Until}, []any{assistant.TopicDecisions, ben, []assistant.Identity{chat, phone}, o.p.ExpiresAt})
	equal(w, a.Beside, true) // though it stands in a chat, which has not told them
	w.shownAll(false)
	equal(w, w.takes(due, assistant.TellStep{Call: &phone, Next: ago(time.Second)}), true)
	equal(w, w.shownAll(false), map[assistant.Place]bool{assistant.DirectPlace(phone, a.Slot): true})

	w.ok(hand(w.owner.ID, "")) // taken back, and handed again: they are told no second time
	equal(w, len(w.pendingOf(plan.Waits).Handed), 0)
	equal(w, len(w.told()), 0)
	w.ok(hand(w.owner.ID, ben))
	_, a = w.telling()
	equal(w, []any{len(a.Calls), a.Calls[0].Shown}, []any{1, true})

	w.ok(hand(ben, cleo)) // one after the other, and back to the first
	equal(w, w.handedOn(plan.Waits), []assistant.PersonID{ben, cleo})
	equal(w, len(w.told()), 2)
	w.ok(w.Timers.Announce(w.ctx, callers[0], []assistant.PersonID{cleo}, soon())) // the numbers of its timers are others
	equal(w, len(w.told()), 3)
	w.ok(hand(cleo, w.owner.ID))
	equal(w, w.handedOn(plan.Waits), []assistant.PersonID{cleo, w.owner.ID})
	equal(w, len(w.told()), 2) // a person who no longer has it is told only what they were to be told anyway

	w.is(hand(w.owner.ID, w.owner.ID), assistant.ErrDeputy)
	w.is(hand(w.owner.ID, id[assistant.PersonID](w)), assistant.ErrNotFound)
	question := plan
	question.Waits, question.From, question.To = assistant.Waits{Kind: assistant.PendingQuestion, Ref: string(o.q.ID)}, w.owner.ID, ben
	w.is(w.Decisions.Hand(w.ctx, w.tenant, question), assistant.ErrNotFound)
	equal(w, len(w.log(o.c.Conversation)), len(before))
	w.ok(w.act(o.c.Conversation, assistant.PlanDecided{Plan: o.p.ID, Version: 1, Hash: o.p.Hash, Verdict: assistant.VerdictRejected}))
	w.is(hand(w.owner.ID, ben), assistant.ErrNotFound)
	w.ok(hand(ben, ""))
}

// pendingOf finds something that waits.
func (w *world) pendingOf(what assistant.Waits) assistant.Pending {
	w.t.Helper()
	all, err := w.Decisions.Pending(w.ctx, w.tenant)
	w.ok(err)
	seen, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{Lines: 1})
	w.ok(err)
	i := slices.IndexFunc(all, func(p assistant.Pending) bool { return p.Waits() == what })
	if i < 0 {
		w.t.Fatalf("%+v does not wait", what)
	}
	equal(w, seen.Waiting[i].Handed, all[i].Handed)
	return all[i]
}

// handedOn returns the people to whom something was handed, in order.
func (w *world) handedOn(what assistant.Waits) (out []assistant.PersonID) {
	w.t.Helper()
	for _, h := range w.pendingOf(what).Handed {
		out = append(out, h.To)
	}
	return out
}

// handedInChat: a person without a device gets what is handed to them by direct message, and is told nothing if it is taken back
// before.
func handedInChat(w *world, hand func(from, to assistant.PersonID) error) {
	dora := w.somebody("dora")
	w.ok(hand(w.owner.ID, dora))
	_, a := w.telling()
	equal(w, []any{a.To.Accounts, a.Beside}, []any{[]assistant.Identity{account("Udora", "dora")}, true})
	w.ok(hand(w.owner.ID, ""))
	equal(w, len(w.told()), 0)
}
