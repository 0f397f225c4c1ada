package storagetest

import (
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func runLife(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "A", "B")
	v := w.run(run.ID)
	equal(w, []any{v.Run.Status, v.Run.Title, len(v.Tasks)}, []any{assistant.RunRunning, "Services", 3})
	got := v.Tasks[0]
	got.CreatedAt, got.UpdatedAt = tasks[0].CreatedAt, tasks[0].UpdatedAt
	equal(w, got, tasks[0])
	_, _, ok, err := ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
	w.ok(err)
	equal(w, ok, false)
	w.startGroup(c, run.ID, tasks[0], tasks[1])
	for range 2 {
		k, work := w.claimTask()
		equal(w, []any{work.Task.Group, work.Run.ID, work.Project.ID, len(work.Results) < 2}, []any{"A", run.ID, w.site.ID, true})
		w.ok(AppendTask(w.ctx, w.Tasks, k, batch(system(assistant.TaskStarted{Run: run.ID, Task: k.Task, Attempt: 1}))))
		equal(w, w.run(run.ID).Tasks[work.Task.Order].Status, assistant.TaskInProgress)
		w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(work.Task, assistant.TaskCompleted))))
	}
	_, _, ok, err = ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
	w.ok(err)
	equal(w, ok, false)
	w.startGroup(c, run.ID, tasks[2])
	k, work := w.claimTask()
	equal(w, len(work.Results), 2)
	equal(w, work.Results[tasks[0].Key].Fields.Text("url"), "/services")
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(work.Task, assistant.TaskCompleted))))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted}))))
	v = w.run(run.ID)
	equal(w, []any{v.Run.Status, v.Tasks[2].Status, v.Tasks[2].Result.Summary.String(), v.Tasks[0].Attempt},
		[]any{assistant.RunCompleted, assistant.TaskCompleted, "done", 1})
	all, err := w.Runs.Runs(w.ctx, w.tenant, c.Conversation)
	w.ok(err)
	equal(w, all, []assistant.RunView{v})
	_, err = w.Runs.Run(w.ctx, w.tenant, id[assistant.RunID](w))
	w.is(err, assistant.ErrNotFound)
}

func taskClaims(_ *testing.T, w *world) {
	c, mail := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	w.ok(w.Settle(w.ctx, c, mail.ID, assistant.Batch{}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	old, _, ok, err := ClaimTask(w.ctx, w.Tasks, w.tenant, over)
	w.ok(err)
	equal(w, ok, true)
	before := len(w.log(c.Conversation))
	call := assistant.ToolCall{Key: "k", Run: run.ID, Tool: "create_page", Effect: assistant.EffectReversible}
	writes := func() {
		w.t.Helper()
		_, _, err := w.Calls.StartCall(w.ctx, old, call)
		w.is(err, assistant.ErrFenced)
		w.is(AppendTask(w.ctx, w.Tasks, old, batch(answer("late"))), assistant.ErrFenced)
		w.is(SettleTask(w.ctx, w.Tasks, old, nil, batch(finished(tasks[0], assistant.TaskCompleted))), assistant.ErrFenced)
		w.is(w.RenewTask(w.ctx, old, lease), assistant.ErrFenced)
	}
	writes()
	got, err := w.Timers.Sweep(w.ctx, 0)
	w.ok(err)
	equal(w, got.Tasks, []assistant.TenantID{w.tenant})
	k, work := w.claimTask()
	who, err := w.People.Person(w.ctx, w.tenant, work.Run.RequestedBy)
	w.ok(err)
	equal(w, work.Asker, who)
	_, _, ok, err = ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
	w.ok(err)
	equal(w, ok, false)
	writes()
	w.is(w.Tasks.ReleaseTask(w.ctx, old), assistant.ErrFenced)
	equal(w, len(w.log(c.Conversation)), before)
	equal(w, w.run(run.ID).Tasks[0].Status, assistant.TaskOpen)
	w.nothing()

	w.ok(w.RenewTask(w.ctx, k, lease))
	w.ok(w.Tasks.ReleaseTask(w.ctx, k))
	k, _ = w.claimTask()
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(line(assistant.AuthorAssistant, assistant.KindThinking, "t", assistant.Thought{}),
		finished(work.Task, assistant.TaskFailed))))
	v := w.run(run.ID)
	equal(w, []any{v.Tasks[0].Status, v.Tasks[0].Problem.Message.String()}, []any{assistant.TaskFailed, "no answer"})
	w.is(w.RenewTask(w.ctx, k, lease), assistant.ErrFenced)
	_, waiting := w.claim()
	equal(w, len(waiting), 1)
	equal(w, waiting[0].Message.Body.Type(), "task_finished")
}

func siblings(_ *testing.T, w *world) {
	c, _ := w.held()
	const n = 50
	groups := make([]string, n)
	for i := range groups {
		groups[i] = "A"
	}
	run, tasks := w.startRun(c, groups...)
	w.startGroup(c, run.ID, tasks...)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for {
				k, work, ok, err := ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
				if err != nil || !ok {
					if err != nil {
						w.t.Error(err)
					}
					return
				}
				call, fresh, err := w.Calls.StartCall(w.ctx, k, assistant.ToolCall{Key: string(k.Task), Run: run.ID, Tool: "create_page", Effect: assistant.EffectReversible})
				if err != nil || !fresh {
					w.t.Errorf("start call: fresh %v, %v", fresh, err)
					return
				}
				call.State = assistant.CallSettled
				if err := SettleTask(w.ctx, w.Tasks, k, &call, batch(finished(work.Task, assistant.TaskCompleted))); err != nil {
					w.t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for _, k := range w.run(run.ID).Tasks {
		equal(w, k.Status, assistant.TaskCompleted)
	}
	w.log(c.Conversation)
	calls, err := w.Calls.Calls(w.ctx, w.tenant, run.ID)
	w.ok(err)
	equal(w, len(calls), n)
}

// tasksTogether: one claim takes several tasks, each with what doing it needs, and says whether there are more; what several
// of them have to write is written together, or not at all.
func tasksTogether(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "A", "A", "A", "A")
	w.startGroup(c, run.ID, tasks...)
	none, more, err := w.Tasks.ClaimTasks(w.ctx, w.tenant, 0, lease)
	w.ok(err)
	equal(w, []any{len(none), more}, []any{0, false})
	got, more, err := w.Tasks.ClaimTasks(w.ctx, w.tenant, 3, lease)
	w.ok(err)
	equal(w, []any{len(got), more}, []any{3, true})
	for i, k := range got {
		equal(w, []any{k.Work.Task.ID, k.Work.Run.ID, k.Work.Project.ID}, []any{tasks[i].ID, run.ID, w.site.ID})
		equal(w, []any{k.Claim.Task, k.Claim.Conversation}, []any{tasks[i].ID, c.Conversation})
	}
	rest, more, err := w.Tasks.ClaimTasks(w.ctx, w.tenant, 3, lease)
	w.ok(err)
	equal(w, []any{len(rest), more}, []any{2, false})

	write := func(k assistant.ClaimedTask) assistant.TaskWrite {
		return assistant.TaskWrite{Claim: k.Claim, Batch: batch(finished(k.Work.Task, assistant.TaskCompleted)), Ends: true}
	}
	before := len(w.log(c.Conversation))
	foreign := write(got[1])
	foreign.Claim.Token = rest[0].Claim.Token
	w.is(w.Tasks.WriteTasks(w.ctx, []assistant.TaskWrite{write(got[0]), foreign}), assistant.ErrFenced)
	equal(w, len(w.log(c.Conversation)), before)
	w.ok(w.Tasks.WriteTasks(w.ctx, []assistant.TaskWrite{
		write(got[0]), {Claim: got[1].Claim, Batch: batch(answer("on the way"))}, write(got[2]), write(rest[0]),
	}))
	lost, err := w.Tasks.RenewTasks(w.ctx, []assistant.TaskClaim{got[0].Claim, got[1].Claim, got[2].Claim, rest[0].Claim, rest[1].Claim}, lease)
	w.ok(err)
	equal(w, lost, []assistant.TaskClaim{got[0].Claim, got[2].Claim, rest[0].Claim})
	ended := 0
	for _, k := range w.run(run.ID).Tasks {
		if k.Status == assistant.TaskCompleted {
			ended++
		}
	}
	equal(w, ended, 3)
	w.ok(w.Mailboxes.Release(w.ctx, c, true))
	_, mail := w.claim()
	equal(w, len(mail), 4) // what was said first, and three that ended
}

func callsOnce(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	k, work := w.claimTask()
	call := assistant.ToolCall{
		Key: "task/1", Run: run.ID, Project: w.site.ID, Tool: "create_page", Definition: "as it is", Arguments: []byte(`{"a": 1}`), Effect: assistant.EffectReversible,
	}
	first, fresh, err := w.Calls.StartCall(w.ctx, k, call)
	w.ok(err)
	equal(w, []any{fresh, first.State, first.Task, first.Definition, first.SettledAt.IsZero()}, []any{true, assistant.CallStarted, k.Task, call.Definition, true})
	again, fresh, err := w.Calls.StartCall(w.ctx, k, call)
	w.ok(err)
	equal(w, fresh, false)
	equal(w, again, first)
	first.State, first.Receipt = assistant.CallSettled, &assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim("made")}, Undo: []byte(`{"old": ""}`)}
	w.ok(SettleTask(w.ctx, w.Tasks, k, &first, batch(finished(work.Task, assistant.TaskCompleted))))
	calls, err := w.Calls.Calls(w.ctx, w.tenant, run.ID)
	w.ok(err)
	equal(w, []any{len(calls), calls[0].State, calls[0].Receipt.Result.Summary.String(), calls[0].SettledAt.IsZero()},
		[]any{1, assistant.CallSettled, "made", false})
	w.ok(w.Calls.MarkUndone(w.ctx, c, first.ID))
	calls, err = w.Calls.Calls(w.ctx, w.tenant, run.ID)
	w.ok(err)
	equal(w, calls[0].State, assistant.CallUndone)
	w.is(w.Calls.MarkUndone(w.ctx, c, id[assistant.CallID](w)), assistant.ErrNotFound)
}

func stopping(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "A", "B")
	w.startGroup(c, run.ID, tasks[0], tasks[1])
	k, work := w.claimTask()
	w.ok(AppendTask(w.ctx, w.Tasks, k, batch(system(assistant.TaskStarted{Run: run.ID, Task: k.Task, Attempt: 1}))))
	a := w.approval(run.ID, tasks[2].ID)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.ApprovalRequested{Approval: a}))))
	unstarted, _ := w.claimTask()

	w.ok(w.act(c.Conversation, assistant.StopRequested{Run: run.ID}))
	w.is(w.act(c.Conversation, assistant.StopRequested{Run: run.ID}), assistant.ErrDecided)
	w.is(w.act(c.Conversation, assistant.StopRequested{Run: id[assistant.RunID](w)}), assistant.ErrNotFound)
	_, _, err := w.Calls.StartCall(w.ctx, k, assistant.ToolCall{Key: "k", Run: run.ID, Tool: "create_page"})
	w.is(err, assistant.ErrStopped)
	w.is(AppendTask(w.ctx, w.Tasks, unstarted, batch(system(assistant.TaskStarted{Run: run.ID, Task: unstarted.Task, Attempt: 1}))), assistant.ErrFenced)
	_, _, ok, err := ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
	w.ok(err)
	equal(w, ok, false)
	w.is(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved}), assistant.ErrDecided)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictWithdrawn})))) // its card is told
	gone, err := w.Decisions.Approval(w.ctx, w.tenant, a.ID)
	w.ok(err)
	equal(w, []any{gone.Status, gone.DecidedBy}, []any{assistant.ApprovalWithdrawn, w.owner.ID})
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(work.Task, assistant.TaskCancelled))))
	v := w.run(run.ID)
	equal(w, v.Run.Status, assistant.RunCancelled)
	for _, task := range v.Tasks {
		equal(w, task.Status, assistant.TaskCancelled)
	}
	calls, err := w.Calls.Calls(w.ctx, w.tenant, run.ID)
	w.ok(err)
	equal(w, len(calls), 0)
	w.is(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}), assistant.ErrDecided) // nobody has handled the stop yet
	w.handled(c)
	w.ok(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}))
	w.is(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}), assistant.ErrDecided)
	for _, task := range w.run(run.ID).Tasks {
		equal(w, []any{task.Status, task.Approval}, []any{assistant.TaskOpen, assistant.ApprovalID("")})
	}
}

// handled takes all mail out of the conversation's box.
func (w *world) handled(c assistant.Claim) {
	w.ok(w.Mailboxes.Release(w.ctx, c, true))
	c, mails, _, err := w.Mailboxes.Claim(w.ctx, w.tenant, lease)
	w.ok(err)
	for _, m := range mails {
		w.ok(w.Settle(w.ctx, c, m.ID, assistant.Batch{}))
	}
}

// leftUndone: what has not begun ends with its run, in whatever way that ends, and is opened again by a retry.
func leftUndone(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "B", "C")
	w.startGroup(c, run.ID, tasks[0])
	k, _ := w.claimTask()
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(tasks[0], assistant.TaskCompleted))))
	declined := finished(tasks[1], assistant.TaskCancelled)
	declined.Body = assistant.TaskFinished{Run: run.ID, Task: tasks[1].ID, Status: assistant.TaskCancelled, Result: assistant.Result{NotDone: assistant.NotDoneExpired}}
	w.is(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}), assistant.ErrDecided)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(declined, system(assistant.RunFinished{Run: run.ID, Status: assistant.RunCancelled}))))
	v := w.run(run.ID)
	equal(w, []assistant.NotDone{v.Tasks[0].WhyNotDone(), v.Tasks[1].WhyNotDone(), v.Tasks[2].WhyNotDone()},
		[]assistant.NotDone{"", assistant.NotDoneExpired, assistant.NotDoneBefore})
	equal(w, assistant.WhyCancelled(v.Tasks), assistant.NotDoneExpired)
	w.ok(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}))
	v = w.run(run.ID)
	equal(w, []any{v.Run.Status, v.Tasks[0].Status, v.Tasks[1].Status, v.Tasks[2].Status},
		[]any{assistant.RunRunning, assistant.TaskCompleted, assistant.TaskOpen, assistant.TaskOpen})
	equal(w, v.Tasks[2].Result, (*assistant.Result)(nil))
}

// leftOut: what has not started is left out while its run goes on, what is in progress is not, and no retry starts it after all.
func leftOut(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "B", "C")
	out := func(id assistant.TaskID) assistant.Message {
		return system(assistant.TaskFinished{Run: run.ID, Task: id, Status: assistant.TaskCancelled, Result: assistant.Result{NotDone: assistant.NotDoneLeftOut}})
	}
	w.startGroup(c, run.ID, tasks[0])
	k, _ := w.claimTask()
	w.is(w.Mailboxes.Append(w.ctx, c, batch(out(tasks[1].ID), out(tasks[0].ID))), assistant.ErrDecided) // in hand, though nothing was said of it yet
	equal(w, w.run(run.ID).Tasks[1].Status, assistant.TaskOpen)
	w.ok(AppendTask(w.ctx, w.Tasks, k, batch(system(assistant.TaskStarted{Run: run.ID, Task: tasks[0].ID, Attempt: 1}))))
	w.is(w.Mailboxes.Append(w.ctx, c, batch(out(tasks[0].ID))), assistant.ErrDecided)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(out(tasks[1].ID))))
	w.is(w.Mailboxes.Append(w.ctx, c, batch(out(tasks[1].ID))), assistant.ErrDecided)
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(tasks[0], assistant.TaskFailed))))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}))))
	w.ok(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}))
	v := w.run(run.ID)
	equal(w, []any{v.Tasks[0].Status, v.Tasks[1].WhyNotDone(), v.Tasks[2].Status}, []any{assistant.TaskOpen, assistant.NotDoneLeftOut, assistant.TaskOpen})
	for _, task := range []int{0, 2} {
		w.ok(w.Mailboxes.Append(w.ctx, c, batch(finished(tasks[task], assistant.TaskCompleted))))
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted}))))
	w.is(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}), assistant.ErrDecided)
}

// sentBack: sending an action back reopens its task and the one that wrote for it, with the words rewritten by then.
func sentBack(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "B")
	w.startGroup(c, run.ID, tasks[0])
	k, _ := w.claimTask()
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(tasks[0], assistant.TaskCompleted))))
	w.startGroup(c, run.ID, tasks[1])
	k, _ = w.claimTask()
	a := w.approval(run.ID, tasks[1].ID)
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(system(assistant.ApprovalRequested{Approval: a}), system(assistant.TaskWaiting{Run: run.ID, Task: tasks[1].ID, Approval: a.ID}))))
	w.ok(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictChanges, Hash: a.Hash, Note: "shorter"}))
	w.is(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: a.Hash}), assistant.ErrDecided)
	was, err := w.Decisions.Approval(w.ctx, w.tenant, a.ID)
	w.ok(err)
	equal(w, []any{was.Status, was.DecidedBy, was.Note}, []any{assistant.ApprovalRejected, w.owner.ID, "shorter"})
	back := assistant.SentBack{Approval: a.ID, By: w.owner.ID, Words: "shorter", Shown: []assistant.Field{{Name: "Title", New: "Services"}}}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.TaskSentBack{Run: run.ID, Task: tasks[1].ID, Back: back, Rewritten: []assistant.Rewritten{
		{Task: tasks[1].ID, Parameters: []byte(`{"title":"Offer"}`)}, {Task: tasks[0].ID, Parameters: []byte(`{"changes":"shorter"}`)},
	}}))))
	v := w.run(run.ID)
	for i, parameters := range []string{`{"changes":"shorter"}`, `{"title":"Offer"}`} {
		got := v.Tasks[i]
		equal(w, []any{got.Status, got.Approval, got.Released, strings.ReplaceAll(string(got.Parameters), " ", "")}, []any{assistant.TaskOpen, assistant.ApprovalID(""), false, parameters})
		equal(w, got.Result, (*assistant.Result)(nil))
	}
	equal(w, v.Tasks[1].SentBack, &back)
	equal(w, v.Tasks[0].SentBack, (*assistant.SentBack)(nil))
}

// waitingTurns: what a task comes to wait for takes a turn only where its run was stopped before.
func waitingTurns(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "A")
	w.startGroup(c, run.ID, tasks...)
	var held []assistant.TaskClaim
	for range tasks {
		k, _ := w.claimTask()
		w.ok(AppendTask(w.ctx, w.Tasks, k, batch(system(assistant.TaskStarted{Run: run.ID, Task: k.Task, Attempt: 1}))))
		held = append(held, k)
	}
	waits := func(k assistant.TaskClaim) {
		a := w.approval(run.ID, k.Task)
		w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(
			system(assistant.ApprovalRequested{Approval: a}), system(assistant.TaskWaiting{Run: run.ID, Task: k.Task, Approval: a.ID}))))
	}
	waits(held[0])
	w.ok(w.act(c.Conversation, assistant.StopRequested{Run: run.ID}))
	waits(held[1])
	w.ok(w.Mailboxes.Release(w.ctx, c, true))
	_, mails, _, err := w.Mailboxes.Claim(w.ctx, w.tenant, lease)
	w.ok(err)
	var waiting []assistant.TaskID
	for _, m := range mails {
		if b, ok := m.Message.Body.(assistant.TaskWaiting); ok {
			waiting = append(waiting, b.Task)
		}
	}
	equal(w, waiting, []assistant.TaskID{held[1].Task})
}

func retrying(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "A", "B")
	w.is(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}), assistant.ErrDecided)
	w.startGroup(c, run.ID, tasks[0], tasks[1])
	for _, status := range []assistant.TaskStatus{assistant.TaskFailed, assistant.TaskCompleted} {
		k, work := w.claimTask()
		w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(work.Task, status))))
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(finished(tasks[2], assistant.TaskCancelled), system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}))))
	equal(w, w.run(run.ID).Run.Status, assistant.RunFailed)
	w.ok(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}))
	w.is(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}), assistant.ErrDecided)
	v := w.run(run.ID)
	equal(w, v.Run.Status, assistant.RunRunning)
	count := map[assistant.TaskStatus]int{}
	for _, k := range v.Tasks {
		count[k.Status]++
	}
	equal(w, count, map[assistant.TaskStatus]int{assistant.TaskOpen: 2, assistant.TaskCompleted: 1})
	_, _, ok, err := ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
	w.ok(err)
	equal(w, ok, false)
}

// retriedApproval is a task that failed after a person had approved it: tried again, it waits for nobody.
func retriedApproval(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	k, _ := w.claimTask()
	a := w.approval(run.ID, tasks[0].ID)
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(
		system(assistant.ApprovalRequested{Approval: a}),
		system(assistant.TaskWaiting{Run: run.ID, Task: tasks[0].ID, Approval: a.ID}))))
	w.ok(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved}))
	k, work := w.claimTask()
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(finished(work.Task, assistant.TaskFailed))))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}))))
	w.ok(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}))
	task := w.run(run.ID).Tasks[0]
	equal(w, w.run(run.ID).Run.Unseen, true)
	equal(w, []any{task.Status, task.Approval, task.Released}, []any{assistant.TaskOpen, assistant.ApprovalID(""), false})
	w.startGroup(c, run.ID, tasks...)
	_, work = w.claimTask()
	equal(w, work.Task.ID, tasks[0].ID)
}

func undoing(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.is(w.act(c.Conversation, assistant.UndoRequested{Run: run.ID}), assistant.ErrDecided)
	w.is(w.act(c.Conversation, assistant.UndoRequested{Run: id[assistant.RunID](w)}), assistant.ErrNotFound)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(finished(tasks[0], assistant.TaskCompleted), system(assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted}))))
	w.ok(w.act(c.Conversation, assistant.UndoRequested{Run: run.ID}))
	w.is(w.act(c.Conversation, assistant.UndoRequested{Run: run.ID, Task: id[assistant.TaskID](w)}), assistant.ErrNotFound)
	w.ok(w.act(c.Conversation, assistant.UndoRequested{Run: run.ID, Task: tasks[0].ID}))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.Undone{Run: run.ID, Tasks: []assistant.UndoneTask{{Task: tasks[0].ID, Summary: "gone"}}}))))
	v, err := w.Runs.Run(w.ctx, w.tenant, run.ID)
	w.ok(err)
	equal(w, []bool{v.Tasks[0].Undone, v.Tasks[0].Done()}, []bool{true, false})
}

// undoneAgain is what was taken back of a task that failed: once it was tried again, it is done.
func undoneAgain(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "A")
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(finished(tasks[0], assistant.TaskFailed), finished(tasks[1], assistant.TaskCompleted),
		system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}))))
	w.ok(w.act(c.Conversation, assistant.UndoRequested{Run: run.ID}))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.Undone{Run: run.ID, Tasks: []assistant.UndoneTask{{Task: tasks[0].ID}, {Task: tasks[1].ID}}}))))
	w.ok(w.act(c.Conversation, assistant.RetryRequested{Run: run.ID}))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.TaskStarted{Run: run.ID, Task: tasks[0].ID, Attempt: 2}), finished(tasks[0], assistant.TaskCompleted))))
	v, err := w.Runs.Run(w.ctx, w.tenant, run.ID)
	w.ok(err)
	equal(w, []bool{v.Tasks[0].Done(), v.Tasks[1].Done()}, []bool{true, false})
}

func ongoing(_ *testing.T, w *world) {
	start := func(thread string) assistant.Run {
		w.say(thread, "please create a page")
		c, mail := w.claim()
		run, _ := w.startRun(c, "A", "B")
		w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{}))
		w.ok(w.Mailboxes.Release(w.ctx, c, false))
		return run
	}
	first, second := start("one"), start("two")
	ids := func(in assistant.Place, limit int) []assistant.RunID {
		w.t.Helper()
		views, err := w.Runs.Ongoing(w.ctx, w.tenant, in, limit)
		w.ok(err)
		var out []assistant.RunID
		for _, v := range views {
			equal(w, len(v.Tasks), 2)
			out = append(out, v.Run.ID)
		}
		return out
	}
	channel := assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1"}
	thread, elsewhere := channel, channel
	thread.Thread, elsewhere.Channel = "one", "C2"
	equal(w, ids(assistant.Place{}, 10), []assistant.RunID{second.ID, first.ID})
	equal(w, ids(assistant.Place{}, 1), []assistant.RunID{second.ID})
	equal(w, ids(channel, 10), []assistant.RunID{second.ID, first.ID})
	equal(w, ids(thread, 10), []assistant.RunID{first.ID})
	equal(w, ids(elsewhere, 10), nil)
	here := func() []assistant.RunID {
		w.t.Helper()
		views, err := w.Runs.GoingOn(w.ctx, w.tenant, first.Conversation)
		w.ok(err)
		var out []assistant.RunID
		for _, v := range views {
			equal(w, len(v.Tasks), 2)
			out = append(out, v.Run.ID)
		}
		return out
	}
	equal(w, here(), []assistant.RunID{first.ID})
	w.ok(w.act(first.Conversation, assistant.StopRequested{Run: first.ID}))
	c, _ := w.claim()
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunFinished{Run: first.ID, Status: assistant.RunCancelled}))))
	equal(w, ids(assistant.Place{}, 10), []assistant.RunID{second.ID})
	equal(w, here(), nil)
}
