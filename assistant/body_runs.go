package assistant

// What becomes of a run and of its tasks. What these bodies have in common is [ofRun]; what they do to tasks is in runrules.go.

// runsBody decodes what becomes of a run; nil for a name that is none of these.
func runsBody(typ string) decoder {
	switch typ {
	case RunStarted{}.Type():
		return decode[RunStarted]
	case GroupStarted{}.Type():
		return decode[GroupStarted]
	case TaskStarted{}.Type():
		return decode[TaskStarted]
	case TaskWaiting{}.Type():
		return decode[TaskWaiting]
	case TaskFinished{}.Type():
		return decode[TaskFinished]
	case RunFinished{}.Type():
		return decode[RunFinished]
	case StopRequested{}.Type():
		return decode[StopRequested]
	case RetryRequested{}.Type():
		return decode[RetryRequested]
	case UndoRequested{}.Type():
		return decode[UndoRequested]
	case Undone{}.Type():
		return decode[Undone]
	case RedirectRequested{}.Type():
		return decode[RedirectRequested]
	case RunRedirected{}.Type():
		return decode[RunRedirected]
	case TaskSentBack{}.Type():
		return decode[TaskSentBack]
	}
	return nil
}

// RunStarted creates a run and its tasks from an approved plan, or from what an agent proposes in the middle of its work.
type RunStarted struct {
	Run   Run    `json:"run"`
	Tasks []Task `json:"tasks"`

	// Heard are the people, other than the one who asked, whose words the agent has taken up since. What it proposes is based on
	// theirs too. "" is an unknown person.
	Heard []PersonID `json:"heard,omitempty"`
}

// Type implements [Body].
func (RunStarted) Type() string { return "run_started" }

func (b RunStarted) facts(Message) Facts {
	f := ofRun(b.Run.ID).mailed()
	f.People = []PersonID{b.Run.RequestedBy}
	if b.Run.Unseen {
		f.People = append(f.People, b.Run.ApprovedBy)
	}
	return f
}

// GroupStarted releases the tasks of a step group.
type GroupStarted struct {
	Run   RunID    `json:"runId"`
	Group string   `json:"group"`
	Tasks []TaskID `json:"tasks"`
}

// Type implements [Body].
func (GroupStarted) Type() string { return "group_started" }

func (b GroupStarted) facts(Message) Facts {
	f := ofRun(b.Run)
	f.Releases = len(b.Tasks)
	return f
}

// TaskStarted says that an agent has taken a task in hand.
type TaskStarted struct {
	Run     RunID  `json:"runId"`
	Task    TaskID `json:"taskId"`
	Attempt int    `json:"attempt"`
	Team    string `json:"team,omitempty"` // the hash of the team that does it, where another one made it
}

// Type implements [Body].
func (TaskStarted) Type() string { return "task_started" }

func (b TaskStarted) facts(Message) Facts { return ofRun(b.Run) }

// TaskWaiting parks a task until a person has decided an approval.
type TaskWaiting struct {
	Run      RunID      `json:"runId"`
	Task     TaskID     `json:"taskId"`
	Approval ApprovalID `json:"approvalId"`
}

// Type implements [Body].
func (TaskWaiting) Type() string { return "task_waiting" }

func (b TaskWaiting) facts(Message) Facts { return ofRun(b.Run).mailed() }

// TaskFinished is a task's end: completed, failed or cancelled.
type TaskFinished struct {
	Run     RunID      `json:"runId"`
	Task    TaskID     `json:"taskId"`
	Status  TaskStatus `json:"status"`
	Result  Result     `json:"result"`
	Problem *Problem   `json:"problem,omitempty"` // set when failed
}

// Type implements [Body].
func (TaskFinished) Type() string { return "task_finished" }

// LeavesOut tells whether it is the end of a task that somebody wanted left out.
func (b TaskFinished) LeavesOut() bool {
	return b.Status == TaskCancelled && b.Result.NotDone == NotDoneLeftOut
}

func (b TaskFinished) facts(Message) Facts { return ofRun(b.Run).mailed() }

// RunFinished is a run's end.
type RunFinished struct {
	Run    RunID     `json:"runId"`
	Status RunStatus `json:"status"`
}

// Type implements [Body].
func (RunFinished) Type() string { return "run_finished" }

func (b RunFinished) facts(Message) Facts { return ofRun(b.Run) }

// StopRequested stops a run before its next effect, or leaves one of its tasks out: the run goes on without it.
type StopRequested struct {
	Run  RunID  `json:"runId"`
	Task TaskID `json:"taskId,omitempty"` // "" stops the whole run
}

// Type implements [Body].
func (StopRequested) Type() string { return "stop_requested" }

func (b StopRequested) facts(Message) Facts { return ofRun(b.Run).asked() }

// RetryRequested opens again what of a run has failed, and what of an ended run was left undone, or one such task alone.
type RetryRequested struct {
	Run  RunID  `json:"runId"`
	Task TaskID `json:"taskId,omitempty"` // "" retries all of it; a task that was left out is retried only where it is named
}

// Type implements [Body].
func (RetryRequested) Type() string { return "retry_requested" }

func (b RetryRequested) facts(Message) Facts { return ofRun(b.Run).asked() }

// UndoRequested asks to take back what a run changed, newest first, or what one of its tasks did.
type UndoRequested struct {
	Run  RunID  `json:"runId"`
	Task TaskID `json:"taskId,omitempty"` // "" takes back the whole run
}

// Type implements [Body].
func (UndoRequested) Type() string { return "undo_requested" }

func (b UndoRequested) facts(Message) Facts { return ofRun(b.Run).asked() }

// Undone says what was taken back and what could not be.
type Undone struct {
	Run   RunID        `json:"runId"`
	Tasks []UndoneTask `json:"tasks"`
}

// Type implements [Body].
func (Undone) Type() string { return "undone" }

func (b Undone) facts(Message) Facts { return ofRun(b.Run) }

// UndoneTask is the undo of one task.
type UndoneTask struct {
	Task    TaskID    `json:"taskId"`
	Summary string    `json:"summary"`
	Problem *Problem  `json:"problem,omitempty"` // nil when it was taken back
	Said    Sentences `json:"said,omitempty"`    // what its summary was made of
}

// Says is what was taken back, or was to be, as people read it.
func (u UndoneTask) Says() Sentence { return u.Said.Of("summary", u.Summary) }
