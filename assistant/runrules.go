package assistant

import "slices"

// TaskChange is the effect of a body on the tasks of its run. Storage, turns that think ahead, and cards all use it, so that they
// agree.
type TaskChange struct {
	Tasks  []TaskID     // that it is about; none for every task of the run
	Group  string       // of the tasks that it is about, where it names none
	From   []TaskStatus // a task in another state stays as it is; none for any state
	To     TaskStatus   // "" where the state stays
	Unheld []TaskStatus // a task in one of these states stays as it is while somebody has it in hand
	Queued bool         // it may start now
	Parked bool         // it may not start, and has no holder
	Taken  bool         // its holder loses it
	Anew   bool         // its questions and results are forgotten, and what was asked of it alone
	Spared NotDone      // a task that was left undone for this stays as it is
	Also   NotDone      // tasks that were left undone for this are included, whichever are named
	Stops  bool         // no call of it starts any more; a task that is stopping already stays as it is
}

// unended are the states of tasks that may still come to something.
func unended() []TaskStatus { return []TaskStatus{TaskOpen, TaskInProgress} }

// TaskChangeOf returns a body's effect on the tasks of its run, or false if it has none. The effect of an approval on its task is
// not included, since the body does not name the task.
func TaskChangeOf(b Body) (TaskChange, bool) {
	switch b := b.(type) { //nolint:gochecksumtype // the rest leave tasks as they are
	case GroupStarted:
		c := TaskChange{Tasks: b.Tasks, From: []TaskStatus{TaskOpen}, Unheld: []TaskStatus{TaskOpen}, Queued: true}
		if len(b.Tasks) == 0 {
			c.Group = b.Group
		}
		return c, true
	case TaskStarted:
		// Only the task's holder says so, and a stop takes no task from a holder at work. If the log has the stop first, a reader of
		// the log has marked the task cancelled; this corrects it.
		return TaskChange{Tasks: []TaskID{b.Task}, From: append(unended(), TaskCancelled), To: TaskInProgress}, true
	case TaskWaiting:
		return TaskChange{Tasks: []TaskID{b.Task}, From: unended(), To: TaskOpen, Parked: true}, true
	case TaskFinished:
		if b.LeavesOut() { // what has started is not left out: its holder continues
			return TaskChange{Tasks: []TaskID{b.Task}, From: []TaskStatus{TaskOpen}, To: b.Status, Unheld: []TaskStatus{TaskOpen}, Parked: true}, true
		}
		return TaskChange{Tasks: []TaskID{b.Task}, From: unended(), To: b.Status, Parked: true}, true
	case StopRequested:
		if b.Task != "" { // its holder, or the turn where it has none, ends it
			return TaskChange{Tasks: []TaskID{b.Task}, From: unended(), Stops: true}, true
		}
		return TaskChange{From: unended(), To: TaskCancelled, Unheld: []TaskStatus{TaskInProgress}, Parked: true, Taken: true}, true
	case RunFinished: // what has not begun never will, unless it is asked for again
		return TaskChange{From: []TaskStatus{TaskOpen}, To: TaskCancelled, Parked: true, Taken: true}, b.Status != RunCompleted
	case RetryRequested: // also what was cancelled because something before it was not done
		if b.Task != "" {
			return TaskChange{Tasks: []TaskID{b.Task}, From: []TaskStatus{TaskFailed, TaskCancelled}, To: TaskOpen, Parked: true, Anew: true, Also: NotDoneBefore}, true
		}
		return TaskChange{From: []TaskStatus{TaskFailed, TaskCancelled}, To: TaskOpen, Parked: true, Anew: true, Spared: NotDoneLeftOut}, true
	case TaskSentBack:
		return TaskChange{Tasks: b.tasks(), From: []TaskStatus{TaskOpen, TaskCompleted}, To: TaskOpen, Parked: true, Anew: true}, true
	case RunRedirected: // one that had ended without being done is as if it had been left out
		return TaskChange{Tasks: b.Gone, From: []TaskStatus{TaskFailed, TaskCancelled}, To: TaskCancelled, Stops: true}, len(b.Gone) > 0
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
	case len(c.Tasks) > 0 && !slices.Contains(c.Tasks, t.ID) && (c.Also == "" || t.WhyNotDone() != c.Also):
		return false
	case c.Stops && t.Stopping:
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
		t.Result, t.Problem, t.Approval, t.Stopping, t.Alone = nil, nil, "", false, false
	}
	t.Stopping = t.Stopping || c.Stops
	t.Released = (t.Released || c.Queued) && !c.Parked
	return t
}

// TasksAfter returns the tasks of a run as they are after a body about that run. The given ones are not changed.
func TasksAfter(tasks []Task, b Body) []Task {
	out := slices.Clone(tasks)
	if b, ok := b.(RunRedirected); ok {
		out = b.of(out)
	}
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

// told applies what the body says to the task.
func told(t Task, b Body) Task {
	switch b := b.(type) { //nolint:gochecksumtype // the rest say nothing of a single task
	case TaskStarted:
		t.Attempt, t.Released = b.Attempt, true // somebody has it in hand
	case TaskWaiting:
		t.Approval = b.Approval
	case TaskFinished:
		t.Result, t.Problem, t.Undone, t.Alone = &b.Result, b.Problem, false, false
	case RetryRequested:
		t.Alone = t.ID == b.Task
	case RunFinished:
		t.Result = &Result{NotDone: NotDoneBefore}
	case TaskSentBack:
		t = b.of(t)
	case Undone:
		t.Undone = true
	}
	return t
}

// RunChange is the effect of a body on its run.
type RunChange struct {
	From []RunStatus // a run in another state stays as it is
	To   RunStatus
}

// RunChangeOf returns a body's effect on its run, or false if it has none.
func RunChangeOf(b Body) (RunChange, bool) {
	going := []RunStatus{RunPlanning, RunRunning}
	switch b := b.(type) { //nolint:gochecksumtype // the rest leave runs as they are
	case RunFinished:
		return RunChange{From: going, To: b.Status}, true
	case StopRequested:
		return RunChange{From: going, To: RunCancelled}, b.Task == ""
	case RedirectRequested:
		return RunChange{From: []RunStatus{RunRunning}, To: RunPlanning}, true
	case RunRedirected:
		return RunChange{From: []RunStatus{RunPlanning}, To: RunRunning}, true
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
		if b, ok := b.(RunRedirected); ok {
			r.PlanVersion = b.Version
		}
	}
	return r
}

// TakesTurn tells whether what is said of a task needs a turn, given the status of its run under the same lock. What a task waits
// for is decided by people and needs none, unless the run was stopped meanwhile: then it must be withdrawn. Storage adds that a task
// which is to be left out is withdrawn, too.
func TakesTurn(m Message, run RunStatus) bool {
	_, waits := m.Body.(TaskWaiting)
	return m.Facts().Mail && (!waits || run == RunCancelled)
}
