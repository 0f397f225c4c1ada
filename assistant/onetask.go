package assistant

import "slices"

// OneTask returns the task that an act is about alone; "" for an act on a whole run, or on no run.
func OneTask(b Body) TaskID {
	switch b := b.(type) { //nolint:gochecksumtype // the rest are about no task alone
	case StopRequested:
		return b.Task
	case RetryRequested:
		return b.Task
	case UndoRequested:
		return b.Task
	default:
		return ""
	}
}

// CanLeaveOut tells whether a task can still be left out by itself. What an agent proposes in one step is decided on its card.
func (v RunView) CanLeaveOut(t Task) bool {
	return v.Run.Session == "" && !v.Run.Status.Ended() && !t.Status.Ended() && !t.Stopping
}

// CanRetry tells whether a task can be retried by itself: it has failed, or its run has ended without it, and what it needs is there.
func (v RunView) CanRetry(t Task) bool {
	if v.Run.Session != "" || t.Status != TaskFailed && (t.Status != TaskCancelled || !v.Run.Status.Ended()) {
		return false
	}
	return v.Lacks(t).ID == ""
}

// Lacks returns a task whose result the given one needs and that is not there; none where nothing is lacking. Parameters that cannot be
// read lack nothing: their own gate says what is wrong with them.
func (v RunView) Lacks(t Task) Task {
	refers, err := References(t.Parameters)
	if err != nil {
		return Task{}
	}
	for _, r := range refers {
		for _, from := range v.Tasks {
			if from.Key == r.From && !from.Done() {
				return from
			}
		}
	}
	return Task{}
}

// BuildsOn returns the tasks that need what the given one writes, directly or by others, in the order of the run.
func (v RunView) BuildsOn(t Task) []Task {
	on := map[string]bool{t.Key: true}
	for found := true; found; {
		found = false
		for _, k := range v.Tasks {
			if refers, err := References(k.Parameters); err == nil && !on[k.Key] &&
				slices.ContainsFunc(refers, func(r Placed) bool { return on[r.From] }) {
				on[k.Key], found = true, true
			}
		}
	}
	var out []Task
	for _, k := range v.Tasks {
		if on[k.Key] && k.Key != t.Key {
			out = append(out, k)
		}
	}
	return out
}

// Task returns the run's task of an id.
func (v RunView) Task(id TaskID) (Task, bool) {
	i := slices.IndexFunc(v.Tasks, func(t Task) bool { return t.ID == id })
	if i < 0 {
		return Task{}, false
	}
	return v.Tasks[i], true
}
