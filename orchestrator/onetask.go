package orchestrator

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Acting on one task alone: leaving it out, retrying it, taking it back. What becomes of a task for it is in assistant/runrules.go.

// stopTask leaves a task out that nobody has in hand. Whoever has it in hand ends it before its next call.
func (r *runs) stopTask(ctx context.Context, t *turn, b assistant.StopRequested) error {
	v, err := r.turnTo(ctx, t, b.Run)
	if err != nil {
		return err
	}
	tasks := v.Tasks
	if k, there := v.Task(b.Task); there && k.Status == assistant.TaskOpen && !k.Begun() {
		if tasks, err = r.leaveOut(ctx, t, v.Run, tasks, k, t.words().Say("Left out, as wished: %s", k.Summary)); err != nil {
			return err
		}
	}
	return r.next(ctx, t, v.Run, tasks)
}

// leaveOut ends a task that has not begun, with what was put before people for it. It returns the tasks as they are then.
func (r *runs) leaveOut(
	ctx context.Context, t *turn, run assistant.Run, tasks []assistant.Task, k assistant.Task, words string,
) ([]assistant.Task, error) {
	if k.Approval != "" {
		a, err := r.lookups.Approval(ctx, t.claim.Tenant, k.Approval)
		if err != nil {
			return nil, fmt.Errorf("read approval %s: %w", k.Approval, err)
		}
		if a.Status == assistant.ApprovalPending {
			r.withdraws(t, a.Approval)
		}
		if err := r.unstage(ctx, t, assistant.RunView{Run: run, Tasks: tasks}, a.Approval); err != nil {
			return nil, err
		}
	}
	end := assistant.TaskFinished{
		Run: run.ID, Task: k.ID, Status: assistant.TaskCancelled,
		Result: assistant.Result{Summary: assistant.Verbatim(words), NotDone: assistant.NotDoneLeftOut},
	}
	t.say("left-out", assistant.Message{Agent: k.Owner, Kind: assistant.KindStatus, Content: words, Run: run.ID, Body: end})
	return assistant.TasksAfter(tasks, end), nil
}

// withoutNeeds leaves out the tasks of a run that need what a left-out one would have written.
func (r *runs) withoutNeeds(ctx context.Context, t *turn, run assistant.Run, tasks []assistant.Task) ([]assistant.Task, error) {
	if run.Status != assistant.RunRunning || run.Session != "" {
		return tasks, nil
	}
	for n := 0; n < len(tasks); n++ { // each round leaves out one, which others may need
		k, from, found := needsLeftOut(tasks)
		if !found {
			return tasks, nil
		}
		var err error
		words := t.words().Say("Left out, because it needs what step %d writes: %s", from.Order, k.Summary)
		if tasks, err = r.leaveOut(ctx, t, run, tasks, k, words); err != nil {
			return nil, err
		}
	}
	return tasks, nil
}

// needsLeftOut finds a task that has not begun and needs what a left-out one would have written.
func needsLeftOut(tasks []assistant.Task) (k, from assistant.Task, found bool) {
	v := assistant.RunView{Tasks: tasks}
	for _, k := range tasks {
		if k.Status != assistant.TaskOpen || k.Begun() {
			continue
		}
		if from := v.Lacks(k); from.ID != "" && from.LeftOut() {
			return k, from, true
		}
	}
	return assistant.Task{}, assistant.Task{}, false
}

// taskSubject is one task as what an act is about.
func (i *Inbox) taskSubject(ctx context.Context, act assistant.Act, id assistant.RunID, task assistant.TaskID, guarded bool) (subject, error) {
	v, err := i.subjects.Run(ctx, act.Tenant, id)
	if err != nil {
		return subject{}, fmt.Errorf("read run %s: %w", id, err)
	}
	k, there := v.Task(task)
	if !there {
		return subject{}, fmt.Errorf("task %s of run %s: %w", task, id, assistant.ErrNotFound)
	}
	return subject{
		ref: fmt.Sprintf("%s/%d/%s", id, attempts(v.Tasks), task), conversation: v.Run.Conversation, run: id,
		requestedBy: v.Run.RequestedBy, guarded: guarded, over: taskOver(act.Body, v, k),
	}, nil
}

// taskOver says why nothing comes of an act on a task as it stands; "" where something does.
func taskOver(b assistant.Body, v assistant.RunView, k assistant.Task) string {
	switch b.(type) { //nolint:gochecksumtype // taking back is checked where the calls are known
	case assistant.StopRequested:
		switch {
		case v.CanLeaveOut(k):
			return ""
		case k.LeftOut() || k.Stopping && !k.Status.Ended():
			return "This step is left out already, so nothing was changed."
		case k.Status.Ended():
			return "This step has ended already, so there was nothing left to leave out."
		default:
			return "This step cannot be left out by itself. Stop the run instead."
		}
	case assistant.RetryRequested:
		switch {
		case v.CanRetry(k):
			return ""
		case k.Done():
			return "This step is done, so there was nothing to try again."
		case k.Undone:
			return "This step was taken back, so it is not tried again. Ask for it anew."
		case !k.Status.Ended():
			return "This step is at work or still to come, so there was nothing to try again."
		case v.Lacks(k).ID != "":
			return "This step needs what an earlier step writes, and that is not there. Try that one again first."
		default:
			return "This step can be tried again once its run has ended."
		}
	default:
		return ""
	}
}

// retriesStep takes words as the retry of one step of a run.
func (r *runs) retriesStep(ctx context.Context, t *turn, v assistant.RunView, step int) (bool, error) {
	k, there := ofNumber(v.Tasks, step)
	w := t.words()
	switch {
	case !there:
		t.reply(w.Say("This run has no step %d, so I tried nothing again. Its steps go from 1 to %d.", step, len(v.Tasks)), false)
		return true, nil
	case !v.CanRetry(k):
		t.reply(w.Label(taskOver(assistant.RetryRequested{}, v, k)), false)
		return true, nil
	case !assistant.MayDecide(t.sit.Person, t.sit.Settings, v.Run.RequestedBy):
		t.reply(w.Say(notYours(t.sit.Settings)), false)
		return true, nil
	}
	b := assistant.RetryRequested{Run: v.Run.ID, Task: k.ID}
	t.acts(v.Run.ID, b)
	return true, r.next(ctx, t, v.Run.After(b), assistant.TasksAfter(v.Tasks, b))
}

// retriesMeant takes words as the retry of the one step that they mean; words that mean none, or several, are left to whoever answers.
func (r *runs) retriesMeant(ctx context.Context, t *turn, all []assistant.RunView, meant []assistant.TaskID) (bool, error) {
	if len(meant) != 1 {
		return false, nil
	}
	for _, v := range all {
		if k, there := v.Task(meant[0]); there {
			return r.retriesStep(ctx, t, v, k.Order)
		}
	}
	return false, nil
}

// ofNumber is the step that people call by a number.
func ofNumber(tasks []assistant.Task, n int) (assistant.Task, bool) {
	i := slices.IndexFunc(tasks, func(k assistant.Task) bool { return k.Order == n }) // a plan that is changed gives each its own
	if i < 0 {
		return assistant.Task{}, false
	}
	return tasks[i], true
}

// acts says that the turn's person acts on a run.
func (t *turn) acts(run assistant.RunID, b assistant.Body) {
	t.run = run
	t.say("act", assistant.Message{
		Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Run: run,
		Content: actText(b, t.sit.Person.Name, t.words()), Body: b,
	})
}

// stays says which steps are built on one that is taken back, and stay as they are; "" for none.
func stays(v assistant.RunView, of assistant.TaskID, w wording.Words) string {
	k, there := v.Task(of)
	if !there {
		return ""
	}
	var lines []string
	for _, on := range v.BuildsOn(k) {
		if on.Done() {
			lines = append(lines, w.Say("step %d (%s)", on.Order, firstLine(on.Summary)))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return w.Say("It was used for %s, which stays as it is.", w.List(lines))
}
