package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// oneTaskStopped: a task in hand starts no call once it is to be left out, its siblings do, and it counts as left out when its holder ends
// it. Nobody waits for its question.
func oneTaskStopped(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "A", "B")
	w.startGroup(c, run.ID, tasks[0], tasks[1])
	first, _ := w.claimTask()
	second, _ := w.claimTask()
	for _, k := range []assistant.TaskClaim{first, second} {
		w.ok(AppendTask(w.ctx, w.Tasks, k, batch(system(assistant.TaskStarted{Run: run.ID, Task: k.Task, Attempt: 1}))))
	}
	stop := assistant.StopRequested{Run: run.ID, Task: first.Task}
	w.ok(w.act(c.Conversation, stop))
	w.is(w.act(c.Conversation, stop), assistant.ErrDecided)
	w.is(w.act(c.Conversation, assistant.StopRequested{Run: run.ID, Task: id[assistant.TaskID](w)}), assistant.ErrNotFound)
	for k, want := range map[assistant.TaskClaim]bool{first: true, second: false} {
		halted, err := w.Tasks.Halted(w.ctx, k)
		w.ok(err)
		equal(w, halted, want)
	}
	_, _, err := w.Calls.StartCall(w.ctx, first, assistant.ToolCall{Key: "one", Run: run.ID, Tool: "create_page"})
	w.is(err, assistant.ErrStopped)
	_, fresh, err := w.Calls.StartCall(w.ctx, second, assistant.ToolCall{Key: "two", Run: run.ID, Tool: "create_page"})
	w.ok(err)
	equal(w, fresh, true)
	w.ok(w.Mailboxes.Release(w.ctx, c, true))
	c, mails, _, err := w.Mailboxes.Claim(w.ctx, w.tenant, lease)
	w.ok(err)
	for _, m := range mails {
		w.ok(w.Settle(w.ctx, c, m.ID, assistant.Batch{}))
	}
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	a := w.approval(run.ID, first.Task)
	asks := []assistant.Message{
		system(assistant.ApprovalRequested{Approval: a}), system(assistant.TaskWaiting{Run: run.ID, Task: first.Task, Approval: a.ID}),
	}
	w.ok(SettleTask(w.ctx, w.Tasks, first, nil, batch(asks...)))
	c, mails, _, err = w.Mailboxes.Claim(w.ctx, w.tenant, lease)
	w.ok(err)
	equal(w, len(mails), 1) // its question is to be withdrawn
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.TaskFinished{Run: run.ID, Task: first.Task, Status: assistant.TaskCancelled}))))
	for _, k := range w.run(run.ID).Tasks {
		equal(w, []any{k.Stopping, k.LeftOut()}, []any{k.ID == first.Task, k.ID == first.Task})
	}
	w.is(w.act(c.Conversation, stop), assistant.ErrDecided)
}

// oneTaskRetried: the task that is named is opened again, with what was not begun because of one before it; what failed beside it is not.
func oneTaskRetried(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "A", "B", "C")
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(finished(tasks[0], assistant.TaskFailed), finished(tasks[1], assistant.TaskFailed),
		system(assistant.TaskFinished{
			Run: run.ID, Task: tasks[3].ID, Status: assistant.TaskCancelled, Result: assistant.Result{NotDone: assistant.NotDoneLeftOut},
		}),
		system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}))))
	again := assistant.RetryRequested{Run: run.ID, Task: tasks[1].ID}
	w.ok(w.act(c.Conversation, again))
	w.is(w.act(c.Conversation, again), assistant.ErrDecided)
	w.is(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID, Task: id[assistant.TaskID](w)}), assistant.ErrNotFound)
	v := w.run(run.ID)
	equal(w, []any{
		v.Run.Status, v.Tasks[0].Status, v.Tasks[1].Status, v.Tasks[1].Alone, v.Tasks[2].Status, v.Tasks[2].Alone, v.Tasks[3].WhyNotDone(),
	},
		[]any{assistant.RunRunning, assistant.TaskFailed, assistant.TaskOpen, true, assistant.TaskOpen, false, assistant.NotDoneLeftOut})
	ends := system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed})
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(finished(tasks[1], assistant.TaskCompleted), ends)))
	equal(w, w.run(run.ID).Tasks[1].Alone, false)
	w.is(w.act(c.Conversation, again), assistant.ErrDecided) // it is done
	w.ok(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID, Task: tasks[3].ID}))
	equal(w, w.run(run.ID).Tasks[3].Status, assistant.TaskOpen) // one that was left out comes back where it is named
}
