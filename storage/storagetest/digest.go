package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// dayDone: members are told what was done for them, approvers and admins what was done for everybody, and nobody of another tenant
// anything.
func dayDone(_ *testing.T, w *world) {
	c, mail := w.held()
	run, _ := w.startRun(c, "A")
	call := assistant.ModelCall{Key: "paid", Run: run.ID, Provider: "p", Model: "m", Micros: 1500, Response: []byte("{}")}
	call.Usage.Input, call.Usage.Output = 100, 20
	rehearsed := call
	rehearsed.Key, rehearsed.Provider, rehearsed.Micros = "rehearsed", assistant.ProviderRehearsal, 0
	tell := func(who assistant.PersonID) assistant.DayDone {
		w.t.Helper()
		got, err := w.Runs.DayDone(w.ctx, w.tenant, who)
		w.ok(err)
		return got
	}
	equal(w, tell(w.owner.ID), assistant.DayDone{Everybody: true}) // what goes on has not ended
	w.ok(w.Settle(w.ctx, c, mail.ID, assistant.Batch{
		Messages:   []assistant.Message{system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed})},
		ModelCalls: []assistant.ModelCall{call, rehearsed},
	}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	w.fire(w.task())
	got := tell(w.owner.ID)
	equal(w, []any{got.Everybody, len(got.Runs), got.Runs[0].ID, got.Runs[0].Status, got.Due, got.Failed, got.Cost}, []any{true, 1, run.ID, assistant.RunFailed, 1, 0, assistant.DaysSpent{Tokens: 120, Micros: 1500}})
	anna := w.person(account("U1", "Anna"))
	equal(w, tell(anna.ID), assistant.DayDone{})
	w.is(second(w.Runs.DayDone(w.ctx, id[assistant.TenantID](w), w.owner.ID)), assistant.ErrNotFound)
}
