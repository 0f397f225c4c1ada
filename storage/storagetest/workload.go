package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// workload: admins are told what goes on in the tenant, and nobody else is.
func workload(_ *testing.T, w *world) {
	c, mail := w.held()
	run, tasks := w.startRun(c, "A", "B")
	w.startGroup(c, run.ID, tasks...)
	load := func(wanted assistant.RunsWanted) assistant.Workload {
		w.t.Helper()
		l, err := w.Runs.Workload(w.ctx, w.tenant, w.owner.ID, wanted)
		w.ok(err)
		return l
	}
	l := load(assistant.RunsOngoing)
	equal(w, []int{len(l.Runs), l.Ongoing, l.Stuck, len(l.Mail), len(l.Models)}, []int{1, 1, 0, 1, 0})
	equal(w, []any{l.Runs[0].ID, l.Runs[0].By, l.Runs[0].Tasks, l.Runs[0].Done, l.Runs[0].Stuck}, []any{run.ID, w.owner.Name, 2, 0, false})
	equal(w, []any{l.Mail[0].Conversation, l.Mail[0].Mail, l.Mail[0].Held, l.Mail[0].Attempt}, []any{c.Conversation, 1, true, 1})
	equal(w, l.Mail[0].Since.IsZero() || l.Now.IsZero(), false)
	for _, none := range []assistant.RunsWanted{assistant.RunsStuck, assistant.RunsFailed, assistant.RunsEnded} {
		equal(w, len(load(none).Runs), 0)
	}
	equal(w, l.Runs[0].Waits, false)
	call := assistant.ModelCall{Key: "paid", Run: run.ID, Provider: "p", Model: "m", Micros: 1500, Response: []byte("{}")}
	call.Usage.Input, call.Usage.Output = 100, 20
	w.ok(w.Settle(w.ctx, c, mail.ID, assistant.Batch{
		Messages:   []assistant.Message{system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed})},
		ModelCalls: []assistant.ModelCall{call},
	}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	l = load(assistant.RunsFailed)
	equal(w, []int{len(l.Runs), l.Ongoing, len(l.Mail), len(l.Models)}, []int{1, 0, 0, 1})
	equal(w, []int64{l.Runs[0].Tokens, l.Runs[0].Micros, l.Models[0].Input, l.Models[0].Micros, l.Today.Tokens, l.Today.Micros, l.Month.Micros}, []int64{120, 1500, 100, 1500, 120, 1500, 1500})
	equal(w, []int{len(load(assistant.RunsAll).Runs), len(load(assistant.RunsEnded).Runs), len(load("garbage").Runs)}, []int{1, 1, 0})

	anna := w.person(account("U1", "Anna"))
	work := func(who assistant.PersonID, wanted assistant.RunsWanted) int {
		w.t.Helper()
		all, err := w.Runs.Work(w.ctx, w.tenant, who, wanted, 10)
		w.ok(err)
		return len(all)
	}
	// Anna is a member, the owner is not.
	equal(w, []int{work("", assistant.RunsFailed), work(anna.ID, assistant.RunsFailed), work(w.owner.ID, assistant.RunsAll), work("", assistant.RunsWaiting)}, []int{1, 1, 0, 0})
	w.is(second(w.Runs.Workload(w.ctx, w.tenant, anna.ID, assistant.RunsAll)), assistant.ErrNotAdmin)
	w.is(second(w.Runs.Workload(w.ctx, id[assistant.TenantID](w), w.owner.ID, assistant.RunsAll)), assistant.ErrNotFound)
}

// workloadWaits: a run that only waits for a person's decision is reported as such.
func workloadWaits(_ *testing.T, w *world) {
	_, a := w.ruled(1)
	l, err := w.Runs.Workload(w.ctx, w.tenant, w.owner.ID, assistant.RunsOngoing)
	w.ok(err)
	equal(w, []any{len(l.Runs), l.Runs[0].ID, l.Runs[0].Waits}, []any{1, a.Run, true})
	waits, err := w.Runs.Work(w.ctx, w.tenant, "", assistant.RunsWaiting, 10)
	w.ok(err)
	equal(w, []any{len(waits), waits[0].ID}, []any{1, a.Run})
}

// planningCosts: the cost of making a plan becomes part of its run; the cost of anything else that was said does not.
func planningCosts(_ *testing.T, w *world) {
	p := w.plan(id[assistant.PlanID](w), 1)
	call := func(micros int64) assistant.ModelCall {
		return assistant.ModelCall{Purpose: "plan", Provider: "p", Model: "m", Usage: assistant.Usage{Input: 10, CacheWritten: 4}, Micros: micros, Unpriced: micros == 0}
	}
	turn := func(ms func(assistant.MessageID) []assistant.Message, calls ...assistant.ModelCall) {
		w.say("1.0", "go on")
		w.answered(ms, calls...)
	}
	turn(func(assistant.MessageID) []assistant.Message {
		return []assistant.Message{system(assistant.Briefed{Brief: assistant.Brief{Plan: p.ID, Status: assistant.PlanGathering, Title: "Services"}})}
	}, call(1))
	turn(words, call(2))
	turn(func(assistant.MessageID) []assistant.Message {
		return []assistant.Message{system(assistant.PlanProposed{Plan: p})}
	}, call(4), call(0))
	w.say("1.0", "yes")
	c, mail := w.claim()
	run := assistant.Run{ID: id[assistant.RunID](w), Conversation: c.Conversation, Plan: p.ID, PlanVersion: 1, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "Services", Status: assistant.RunRunning}
	w.ok(w.Settle(w.ctx, c, mail[0].ID, batch(system(assistant.RunStarted{Run: run}))))
	lines, err := w.Calls.ModelCallsOf(w.ctx, w.tenant, run.ID)
	w.ok(err)
	var micros int64
	unpriced := 0
	for _, l := range lines {
		micros += l.Micros
		if l.Unpriced {
			unpriced++
		}
	}
	equal(w, []any{len(lines), micros, unpriced, lines[0].Usage}, []any{3, int64(5), 1, assistant.Usage{Input: 10, CacheWritten: 4}})
	l, err := w.Runs.Workload(w.ctx, w.tenant, w.owner.ID, assistant.RunsAll)
	w.ok(err)
	equal(w, []any{l.Runs[0].Micros, l.Runs[0].Unpriced, l.Models[0].CacheWritten, l.Models[0].Unpriced}, []any{int64(5), 1, int64(16), 1})
}
