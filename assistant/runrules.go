package assistant

import "slices"

// TaskChange is what a body makes of the tasks of its run. Storage writes by it, a turn thinks ahead by it, and cards are drawn
// by it, so that all of them tell the same.
type TaskChange struct {
	Tasks  []TaskID     // that it is about; none for every task of the run
	Group  string       // of the tasks that it is about, where it names none
	From   []TaskStatus // a task in another state stays as it is; none for any state
	To     TaskStatus   // "" where the state stays
	Unheld []TaskStatus // a task in one of these states stays as it is while somebody has it in hand
	Queued bool         // it may start now
	Parked bool         // it may not start, and nobody has it in hand
	Taken  bool         // whoever has it in hand has it no more
	Anew   bool         // what it was asked and what came of it is forgotten
	Spared NotDone      // a task that was left undone for this stays as it is
}

// unended are the states of tasks that may still come to something.
func unended() []TaskStatus { return []TaskStatus{TaskOpen, TaskInProgress} }

// TaskChangeOf returns what a body makes of the tasks of its run; false where it leaves them as they are. What an approval makes
// of its task is not among it: the body does not name the task.
func TaskChangeOf(b Body) (TaskChange, bool) {
	switch b := b.(type) { //nolint:gochecksumtype // the rest leave tasks as they are
	case GroupStarted:
		c := TaskChange{Tasks: b.Tasks, From: []TaskStatus{TaskOpen}, Unheld: []TaskStatus{TaskOpen}, Queued: true}
		if len(b.Tasks) == 0 {
			c.Group = b.Group
		}
		return c, true
	case TaskStarted:
		// Only who has it in hand says so, and a stop takes it out of no hand that works: where the log has the stop first, whoever
		// read the log alone took the task for cancelled.
		return TaskChange{Tasks: []TaskID{b.Task}, From: append(unended(), TaskCancelled), To: TaskInProgress}, true
	case TaskWaiting:
		return TaskChange{Tasks: []TaskID{b.Task}, From: unended(), To: TaskOpen, Parked: true}, true
	case TaskFinished:
		if b.LeavesOut() { // what has begun is left out by nobody: whoever has it in hand goes on
			return TaskChange{Tasks: []TaskID{b.Task}, From: []TaskStatus{TaskOpen}, To: b.Status, Unheld: []TaskStatus{TaskOpen}, Parked: true}, true
		}
		return TaskChange{Tasks: []TaskID{b.Task}, From: unended(), To: b.Status, Parked: true}, true
	case StopRequested:
		return TaskChange{From: unended(), To: TaskCancelled, Unheld: []TaskStatus{TaskInProgress}, Parked: true, Taken: true}, true
	case RunFinished: // what has not begun never will, unless it is asked for again
		return TaskChange{From: []TaskStatus{TaskOpen}, To: TaskCancelled, Parked: true, Taken: true}, b.Status != RunCompleted
	case RetryRequested: // also what was cancelled because something before it was not done
		return TaskChange{From: []TaskStatus{TaskFailed, TaskCancelled}, To: TaskOpen, Parked: true, Anew: true, Spared: NotDoneLeftOut}, true
	case TaskSentBack:
		return TaskChange{Tasks: b.tasks(), From: []TaskStatus{TaskOpen, TaskCompleted}, To: TaskOpen, Parked: true, Anew: true}, true
	case Undone:
		var back []TaskID
		for _, u := range b.Tasks {
			if u.Problem == nil {
				back = append(back, u.Task)
			}
		}
		return TaskChange{Tasks: back}, len(back) > 0
	default:
		return TaskChange{}, false
	}
}

// of tells whether the change is one of the task. Whether somebody has it in hand is known of one that was released alone:
// storage knows better where its holder has died.
func (c TaskChange) of(t Task) bool {
	switch {
	case len(c.Tasks) > 0 && !slices.Contains(c.Tasks, t.ID):
		return false
	case len(c.Tasks) == 0 && c.Group != "" && t.Group != c.Group:
		return false
	case t.Released && slices.Contains(c.Unheld, t.Status):
		return false
	case c.Spared != "" && t.WhyNotDone() == c.Spared:
		return false
	default:
		return len(c.From) == 0 || slices.Contains(c.From, t.Status)
	}
}

// apply is the task after the change, without what only the body says of it.
func (c TaskChange) apply(t Task) Task {
	if c.To != "" {
		t.Status = c.To
	}
	if c.Anew {
		t.Result, t.Problem, t.Approval = nil, nil, ""
	}
	t.Released = (t.Released || c.Queued) && !c.Parked
	return t
}

// TasksAfter returns the tasks of a run as they are after a body about that run. The given ones are not changed.
func TasksAfter(tasks []Task, b Body) []Task {
	out := slices.Clone(tasks)
	c, ok := TaskChangeOf(b)
	if !ok {
		return out
	}
	for i, t := range out {
		if c.of(t) {
			out[i] = told(c.apply(t), b)
		}
	}
	return out
}

// told is the task with what the body says of it.
func told(t Task, b Body) Task {
	switch b := b.(type) { //nolint:gochecksumtype // the rest say nothing of a single task
	case TaskStarted:
		t.Attempt, t.Released = b.Attempt, true // somebody has it in hand
	case TaskWaiting:
		t.Approval = b.Approval
	case TaskFinished:
		t.Result, t.Problem, t.Undone = &b.Result, b.Problem, false
	case RunFinished:
		t.Result = &Result{NotDone: NotDoneBefore}
	case TaskSentBack:
		t = b.of(t)
	case Undone:
		t.Undone = true
	}
	return t
}

// RunChange is what a body makes of its run.
type RunChange struct {
	From []RunStatus // a run in another state stays as it is
	To   RunStatus
}

// RunChangeOf returns what a body makes of its run; false where it leaves the run as it is.
func RunChangeOf(b Body) (RunChange, bool) {
	going := []RunStatus{RunPlanning, RunRunning}
	switch b := b.(type) { //nolint:gochecksumtype // the rest leave runs as they are
	case RunFinished:
		return RunChange{From: going, To: b.Status}, true
	case StopRequested:
		return RunChange{From: going, To: RunCancelled}, true
	case RetryRequested:
		return RunChange{From: append(going, RunCompleted, RunFailed, RunCancelled), To: RunRunning}, true
	default:
		return RunChange{}, false
	}
}

// After returns the run as it is after a body about it.
func (r Run) After(b Body) Run {
	if c, ok := RunChangeOf(b); ok && slices.Contains(c.From, r.Status) {
		r.Status = c.To
	}
	return r
}

// TakesTurn tells whether somebody has to take up what is said of a task, by how the task's run stands under the same lock. What a
// task comes to wait for is for people to decide, and needs no turn; where the run was stopped meanwhile, it has to be taken back.
func TakesTurn(m Message, run RunStatus) bool {
	_, waits := m.Body.(TaskWaiting)
	return m.Facts().Mail && (!waits || run == RunCancelled)
}
