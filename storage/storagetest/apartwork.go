package storagetest

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// writtenByNobody: without a claim nothing is written for a task, even if nobody else has claimed it.
func writtenByNobody(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	before := w.log(c.Conversation)
	none := assistant.TaskClaim{Tenant: w.tenant, Task: tasks[0].ID, Conversation: c.Conversation}
	w.is(w.Tasks.WriteTasks(w.ctx, []assistant.TaskWrite{{Claim: none, Batch: batch(answer("in nobody's hands"))}}), assistant.ErrFenced)
	equal(w, w.log(c.Conversation), before)
}

// writtenForTwoTenants: what is written together is of one tenant, whatever conversation the other names.
func writtenForTwoTenants(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	k, _ := w.claimTask()
	before := w.log(c.Conversation)
	other := k
	other.Tenant = id[assistant.TenantID](w)
	err := w.Tasks.WriteTasks(w.ctx, []assistant.TaskWrite{{Claim: k, Batch: batch(answer("mine"))}, {Claim: other, Batch: batch(answer("a stranger's"))}})
	if err == nil || !strings.Contains(err.Error(), "several conversations") {
		w.t.Errorf("got error %v", err)
	}
	equal(w, w.log(c.Conversation), before)
}

// finishedAsOpen: a task is finished by what ends it alone.
func finishedAsOpen(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	k, work := w.claimTask()
	before := w.log(c.Conversation)
	err := w.Tasks.WriteTasks(w.ctx, []assistant.TaskWrite{{Claim: k, Batch: batch(finished(work.Task, assistant.TaskOpen))}})
	if err == nil || !strings.Contains(err.Error(), "finished as") {
		w.t.Errorf("got error %v", err)
	}
	equal(w, w.log(c.Conversation), before)
}

// pricedByTheCall: what costs money counts for the day, though it took no tokens.
func pricedByTheCall(_ *testing.T, w *world) {
	w.ok(w.Spending.Spend(w.ctx, w.tenant, assistant.ModelCall{Key: "a picture", Micros: 7}))
	got, err := w.Spending.Spending(w.ctx, w.tenant, "")
	w.ok(err)
	equal(w, []int64{got.Tokens, got.Micros}, []int64{0, 7})
}

// hookOver: nothing is changed of what starts a task that is over.
func hookOver(_ *testing.T, w *world) {
	h := w.hooked(0)
	w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, h.Task, assistant.BackgroundCancel, time.Time{})))
	rules := h.Rules
	rules.Filter = ""
	w.is(second(w.Backgrounds.ChangeHook(w.ctx, w.tenant, w.owner.ID, h.Task, rules, nil)), assistant.ErrBackgroundOver)
	got, err := w.Backgrounds.Hook(w.ctx, w.tenant, h.Task)
	w.ok(err)
	equal(w, []any{got.Rules.Filter, got.Revision}, []any{h.Rules.Filter, h.Revision})
}
