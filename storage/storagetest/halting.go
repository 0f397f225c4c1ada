package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// halting: from the moment that a stop is durable no call starts in its conversation, until its turn has said what it stops. Other
// conversations go on.
func halting(_ *testing.T, w *world) {
	thread := "t" + w.ids.New()
	w.say(thread, "please create a page")
	c, asked := w.claim()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks[0])
	k, work := w.claimTask()
	call := assistant.ToolCall{Key: "halted", Run: run.ID, Tool: "create_page", Effect: assistant.EffectReversible}
	stop := w.slack("t" + w.ids.New())
	stop.Text, stop.Key, stop.Halts = "stop", w.ids.New(), true
	_, err := w.Intake.Receive(w.ctx, stop)
	w.ok(err)
	_, fresh, err := w.Calls.StartCall(w.ctx, k, call)
	w.ok(err)
	equal(w, fresh, true) // that stop was said elsewhere

	stop.Place.Thread, stop.Key = thread, w.ids.New()
	_, err = w.Intake.Receive(w.ctx, stop)
	w.ok(err)
	call.Key = "halted too"
	_, _, err = w.Calls.StartCall(w.ctx, k, call)
	w.is(err, assistant.ErrHalted)
	halted, err := w.Tasks.Halted(w.ctx, k)
	w.ok(err)
	_, heard, err := w.Tasks.SaidTo(w.ctx, k, 0)
	w.ok(err)
	equal(w, []bool{halted, heard, w.strangersTask(k)}, []bool{true, true, false})
	calls, err := w.Calls.Calls(w.ctx, w.tenant, run.ID)
	w.ok(err)
	equal(w, len(calls), 1)

	came, err := w.Mailboxes.Newer(w.ctx, c, asked[0].ID)
	w.ok(err)
	equal(w, len(came), 1)
	w.ok(w.Settle(w.ctx, c, came[0].ID, batch(answer("I went on."))))
	_, fresh, err = w.Calls.StartCall(w.ctx, k, call)
	w.ok(err)
	equal(w, fresh, true)
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(work.Task, assistant.TaskCancelled))))
}
