package storagetest

import (
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// questionsOfWhoLeft: whoever else takes part in the conversation is asked in the stead of somebody who leaves, and reminded now. Where nobody
// does, the time for an answer is over.
func questionsOfWhoLeft(_ *testing.T, w *world) {
	c, mail := w.held()
	first := mail.Message.Person
	ben, cleo, guest := w.leaver("ben"), w.somebody("cleo"), w.person(standing("U7", assistant.StandingGuest)).ID
	for _, p := range []assistant.PersonID{ben.id, guest, cleo} {
		w.ok(w.Conversations.JoinConversation(w.ctx, w.tenant, c.Conversation, p))
	}
	q := assistant.Clarification{ID: id[assistant.ClarificationID](w), Stage: assistant.StageWork, Intro: "which?", ExpiresAt: time.Now().Add(48 * time.Hour)}
	asked := system(assistant.Asked{Clarification: q})
	asked.Person = first
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(asked)))
	of := func() assistant.PersonID {
		w.t.Helper()
		_, _, of, open, err := w.Decisions.Clarification(w.ctx, w.tenant, q.ID)
		w.ok(err)
		equal(w, open, true)
		return of
	}
	due := func() []assistant.TimerKind {
		w.t.Helper()
		var about []assistant.Timer // what ended with whoever left is due, too
		for _, t := range w.due() {
			if t.Ref == string(q.ID) {
				about = append(about, t)
			}
		}
		all := kinds(about)
		slices.Sort(all)
		return all
	}
	equal(w, []any{of(), len(due())}, []any{first, 0})

	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, first)))
	equal(w, of(), ben.id)
	equal(w, due(), []assistant.TimerKind{assistant.TimerClarification.Reminder()})

	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, ben.id)))
	equal(w, of(), cleo)
	gone := account("Ucleo", "cleo")
	gone.Standing = assistant.StandingGone
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, gone)))
	equal(w, of(), cleo)
	equal(w, due(), []assistant.TimerKind{assistant.TimerClarification, assistant.TimerClarification.Reminder()})
	w.ok(w.act(c.Conversation, assistant.Answered{Clarification: q.ID, Withdrawn: true}))
	equal(w, len(due()), 0)
}
