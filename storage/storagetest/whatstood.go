package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// wordsAt says something in the place, and gives it as its turn will read it.
func (w *world) wordsAt(in assistant.Inbound) assistant.Message {
	w.t.Helper()
	in.Key = w.ids.New()
	got, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	log := w.log(got.Conversation)
	m := log[len(log)-1]
	equal(w, m.ID, got.Message)
	return m
}

// seenBy is up to where the log stood where the words were said.
func (w *world) seenBy(c assistant.Claim, m assistant.Message) int64 {
	w.t.Helper()
	s, err := w.Mailboxes.Situation(w.ctx, c, m)
	w.ok(err)
	return s.Seen
}

// words keep where they were said: what a courier had posted there by then, what a client says it had drawn.
func whatStood(_ *testing.T, w *world) {
	in := w.slack("1.0")
	w.wordsAt(in)
	c, _ := w.claim()
	p := w.plan(id[assistant.PlanID](w), 1)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: p}))))
	early := w.wordsAt(in)
	s, err := w.Mailboxes.Situation(w.ctx, c, early)
	w.ok(err)
	equal(w, []any{s.Plan.Seq, s.Seen, s.Posting}, []any{int64(2), int64(0), false})

	// In flight: nobody knows yet whether it was posted.
	place, _ := w.claimPlace()
	slot := w.undelivered(place).Slots[1].Slot
	w.ok(w.intend(place, []assistant.Delivery{{Slot: slot, Hash: "h", Nonce: "n"}}))
	s, err = w.Mailboxes.Situation(w.ctx, c, early)
	w.ok(err)
	equal(w, []any{s.Seen, s.Posting}, []any{int64(0), true})

	// Posted, though an edit of something older still holds the cursor back; by the platform's clock.
	at := time.Now().Add(time.Minute).UTC().Truncate(time.Microsecond)
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, place, []assistant.Delivery{{Slot: slot, Ref: "9.9", Hash: "h", Nonce: "n", Begun: 2, At: at}}, 0, 0))
	in.At = at.Add(-time.Second)
	before := w.wordsAt(in) // and come in after it
	in.At = at.Add(time.Second)
	after := w.wordsAt(in)
	equal(w, []int64{w.seenBy(c, early), w.seenBy(c, before), w.seenBy(c, after)}, []int64{0, 0, 2})

	// What is posted since changes nothing about them, and an edit nothing about when it was posted.
	w.note(c.Conversation, "more")
	place, _ = w.claimPlace()
	more := w.undelivered(place).Slots
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, place, []assistant.Delivery{
		{Slot: slot, Ref: "9.9", Hash: "edited", Nonce: "n"},
		{Slot: more[len(more)-1].Slot, Ref: "9.10", Begun: 6, At: at.Add(time.Minute)},
	}, 6, 0))
	equal(w, []int64{w.seenBy(c, before), w.seenBy(c, after)}, []int64{0, 2})

	elsewhere := assistant.Inbound{Tenant: w.tenant, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Conversation: c.Conversation, Person: w.owner.ID, Text: "hi"}
	equal(w, w.seenBy(c, w.wordsAt(elsewhere)), int64(6)) // nobody delivers there: all that came before
	elsewhere.Seen = 3
	equal(w, w.seenBy(c, w.wordsAt(elsewhere)), int64(3))
	elsewhere.Seen = 99
	equal(w, w.seenBy(c, w.wordsAt(elsewhere)), int64(8))
}

// withheld: a card that the platform refused in every form. Words decide on nothing that nobody could see there.
func withheld(_ *testing.T, w *world) {
	in := w.slack("1.0")
	w.wordsAt(in)
	c, _ := w.claim()
	p := w.plan(id[assistant.PlanID](w), 1)
	run, tasks := w.startRun(c, "A")
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: p}), system(assistant.ApprovalRequested{Approval: w.approval(run.ID, tasks[0].ID)}))))
	place, _ := w.claimPlace()
	u := w.undelivered(place)
	shown := assistant.Delivery{Slot: u.Slots[2].Slot, Ref: "9.9", Hash: "h", Begun: 3, Withheld: true}
	asked := assistant.Delivery{Slot: u.Slots[3].Slot, Ref: "9.10", Hash: "h", Begun: 4}
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, place, []assistant.Delivery{shown, asked}, u.Upto, 0))
	words := w.wordsAt(in)
	s, err := w.Mailboxes.Situation(w.ctx, c, words)
	w.ok(err)
	words.Seen = s.Seen
	equal(w, []any{words.Stood(s.Plan.Seq), words.Stood(s.Approvals[0].Seq)}, []any{false, true})
}

// words that were changed since they were said are no decision.
func changedWords(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.ExternalID, in.Text = "x1", "yes"
	m := w.wordsAt(in)
	c, _ := w.claim()
	for range 20 {
		w.ok(w.Mailboxes.Append(w.ctx, c, batch(answer("more"))))
	}
	s, err := w.Mailboxes.Situation(w.ctx, c, m)
	w.ok(err)
	equal(w, s.Revised, false)
	in.Change, in.Text = assistant.ChangeEdited, "no"
	w.wordsAt(in)
	s, err = w.Mailboxes.Situation(w.ctx, c, m)
	w.ok(err)
	equal(w, s.Revised, true)
}

// overdue is looked at by the decision itself: the sweeper may be behind.
func overdue(_ *testing.T, w *world) {
	c, mail := w.held()
	past := time.Now().Add(-time.Minute).UTC().Truncate(time.Microsecond)
	p := w.plan(id[assistant.PlanID](w), 1)
	q := assistant.Clarification{ID: id[assistant.ClarificationID](w), Stage: assistant.StageProject, ExpiresAt: past}
	run, tasks := w.startRun(c, "A")
	a := w.approval(run.ID, tasks[0].ID)
	p.ExpiresAt, a.ExpiresAt = past, past
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: p}), system(assistant.Asked{Clarification: q}),
		system(assistant.ApprovalRequested{Approval: a}))))
	s, err := w.Mailboxes.Situation(w.ctx, c, mail.Message)
	w.ok(err)
	equal(w, []any{s.Plan == nil, s.Question == nil, len(s.Approvals)}, []any{true, true, 0})
	pending, err := w.Decisions.Approvals(w.ctx, w.tenant)
	w.ok(err)
	equal(w, len(pending), 0)
	_, planned, _, err := w.Decisions.Plan(w.ctx, w.tenant, p.ID, 1)
	w.ok(err)
	record, err := w.Decisions.Approval(w.ctx, w.tenant, a.ID)
	w.ok(err)
	_, _, _, open, err := w.Decisions.Clarification(w.ctx, w.tenant, q.ID)
	w.ok(err)
	equal(w, []any{planned, record.Status, open}, []any{assistant.PlanExpired, assistant.ApprovalExpired, false})
	for _, verdict := range []assistant.Verdict{assistant.VerdictApproved, assistant.VerdictRejected} {
		w.is(w.act(c.Conversation, assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: verdict}), assistant.ErrDecided)
		w.is(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: verdict}), assistant.ErrDecided)
	}
	w.is(w.act(c.Conversation, assistant.Answered{Clarification: q.ID, Text: "x"}), assistant.ErrDecided)
	w.ok(w.act(c.Conversation, assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictExpired}))
	w.ok(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictExpired}))
	w.ok(w.act(c.Conversation, assistant.Answered{Clarification: q.ID, Withdrawn: true}))
}
