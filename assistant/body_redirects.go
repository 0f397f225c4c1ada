package assistant

// RedirectRequested asks for a run at work to be changed: it is planning until a version of its plan with the change is decided on, and
// nothing of it starts until then.
type RedirectRequested struct {
	Run  RunID  `json:"runId"`
	Wish string `json:"wish"` // in the person's words
}

// Type implements [Body].
func (RedirectRequested) Type() string { return "redirect_requested" }

func (b RedirectRequested) facts(Message) Facts { return ofRun(b.Run) }

// RunRedirected lets a run that was planning go on: by another version of its plan, or as before where no task is new or gone and the
// version stays.
type RunRedirected struct {
	Run     RunID      `json:"runId"`
	Version int        `json:"version"`         // of its plan, by which it goes on
	Tasks   []Task     `json:"tasks,omitempty"` // that are new; Parent is the task that one is done instead of
	Moved   []TaskMove `json:"moved,omitempty"` // where the tasks are that stay
	Gone    []TaskID   `json:"gone,omitempty"`  // that had ended without being done, and are asked for no more
}

// TaskMove is the place of a task in another version of its plan.
type TaskMove struct {
	Task  TaskID `json:"taskId"`
	Group string `json:"stepGroup"`
	Order int    `json:"sequenceOrder"`
}

// Type implements [Body].
func (RunRedirected) Type() string { return "run_redirected" }

func (b RunRedirected) facts(Message) Facts {
	f := ofRun(b.Run)
	f.Releases = max(1, len(b.Tasks)) // what was ready before may be taken in hand again
	return f
}

// of is the tasks of its run after it.
func (b RunRedirected) of(tasks []Task) []Task {
	for i := range tasks {
		t := &tasks[i]
		for _, m := range b.Moved {
			if m.Task == t.ID {
				t.Group, t.Order = m.Group, m.Order
			}
		}
	}
	return append(tasks, b.Tasks...)
}
