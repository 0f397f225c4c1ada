package assistant

// Body is what a message means. The set is sealed: [DecodeBody] lists it, and every switch over it handles all of it.
//
//sumtype:decl
type Body interface {
	// Type is the body's name in storage and on the wire.
	Type() string
	body()
}

// Said is words: a person's or an agent's. The words are the message's content.
type Said struct {
	Files      []File `json:"files,omitempty"`
	ExternalID string `json:"externalId,omitempty"` // the platform's id of a person's message
	Rehearsal  bool   `json:"rehearsal,omitempty"`  // said by the offline model
	Final      bool   `json:"final,omitempty"`      // the honest summary that ends a run
	Before     bool   `json:"before,omitempty"`     // what others had said in the place before the conversation began: nobody's request
	Note       string `json:"note,omitempty"`       // what code says beneath the words; no model writes or drops it
}

// Revised says that a person changed or took back what they had said. The new words are the message's content.
type Revised struct {
	Message MessageID `json:"message"`
	Deleted bool      `json:"deleted,omitempty"`
}

// Phase says which part of the work a thinking entry is about.
type Phase string

// The phases.
const (
	PhaseRouting    Phase = "routing"
	PhasePlanning   Phase = "planning"
	PhaseRun        Phase = "run"
	PhaseExecution  Phase = "execution"
	PhaseValidation Phase = "validation"
)

// Thought is a thinking entry: a safe one-line summary of an observable step, never a model's own reasoning.
// The line is the message's content.
type Thought struct {
	Phase Phase  `json:"phase"`
	Group string `json:"group,omitempty"`
	Run   RunID  `json:"runId,omitempty"`
	Task  TaskID `json:"taskId,omitempty"`
}

// Routed records who answers and why. Its content is shown only when the agent changes.
type Routed struct {
	From   AgentID   `json:"from"`
	To     []AgentID `json:"to"`
	Reason string    `json:"reason"`
	By     string    `json:"by"` // "rule", "model" or "person"
}

// Activity is what the assistant is doing right now.
type Activity string

// The activities of the indicator; ActivityNone clears it.
const (
	ActivityNone       Activity = ""
	ActivityThinking   Activity = "thinking"
	ActivityRouting    Activity = "routing"
	ActivityPlanning   Activity = "planning"
	ActivityExecuting  Activity = "executing"
	ActivityValidating Activity = "validating"
)

// ActivityChanged moves the activity indicator.
type ActivityChanged struct {
	Activity Activity `json:"activity"`
}

// Briefed keeps what planning knows so far. It is not shown.
type Briefed struct {
	Brief Brief `json:"brief"`
}

// Asked puts questions to a person; the conversation waits without holding anything in memory.
type Asked struct {
	Clarification Clarification `json:"clarification"`
}

// Answered settles a clarification. The first answer wins.
type Answered struct {
	Clarification ClarificationID   `json:"clarificationId"`
	Values        map[string]string `json:"values,omitempty"`    // by question key; "" is what a form left empty: its default stands
	Text          string            `json:"text,omitempty"`      // own words, where the answer came as a message
	Withdrawn     bool              `json:"withdrawn,omitempty"` // nobody needs the answer any more
}

// PlanProposed shows a version of a plan. Nothing runs before it is approved.
type PlanProposed struct {
	Plan    Plan     `json:"plan"`
	Changes []string `json:"changes,omitempty"` // what is different from the version before, a line each
}

// PlanDecided settles a version of a plan. The first valid decision wins.
type PlanDecided struct {
	Plan    PlanID  `json:"planId"`
	Version int     `json:"version"`
	Verdict Verdict `json:"verdict"`
	Note    string  `json:"note,omitempty"`   // the wanted changes, in the person's words
	Hash    string  `json:"hash,omitempty"`   // of what was decided on: the plan's
	Unseen  bool    `json:"unseen,omitempty"` // what is written on the way is to be published without being shown first
}

// RunStarted creates a run and its tasks from an approved plan.
type RunStarted struct {
	Run   Run    `json:"run"`
	Tasks []Task `json:"tasks"`
}

// GroupStarted releases the tasks of a step group.
type GroupStarted struct {
	Run   RunID    `json:"runId"`
	Group string   `json:"group"`
	Tasks []TaskID `json:"tasks"`
}

// TaskStarted says that an agent has taken a task in hand.
type TaskStarted struct {
	Run     RunID  `json:"runId"`
	Task    TaskID `json:"taskId"`
	Attempt int    `json:"attempt"`
}

// TaskWaiting parks a task until a person has decided an approval.
type TaskWaiting struct {
	Run      RunID      `json:"runId"`
	Task     TaskID     `json:"taskId"`
	Approval ApprovalID `json:"approvalId"`
}

// TaskFinished is a task's end: completed, failed or cancelled.
type TaskFinished struct {
	Run     RunID      `json:"runId"`
	Task    TaskID     `json:"taskId"`
	Status  TaskStatus `json:"status"`
	Result  Result     `json:"result"`
	Problem *Problem   `json:"problem,omitempty"` // set when failed
}

// RunFinished is a run's end.
type RunFinished struct {
	Run    RunID     `json:"runId"`
	Status RunStatus `json:"status"`
}

// ApprovalRequested puts an action before the people who may decide it.
type ApprovalRequested struct {
	Approval Approval `json:"approval"`
}

// ApprovalDecided settles an approval. The first valid decision wins.
type ApprovalDecided struct {
	Approval ApprovalID `json:"approvalId"`
	Verdict  Verdict    `json:"verdict"`
	Note     string     `json:"note,omitempty"`
	Hash     string     `json:"hash,omitempty"` // of what was decided on: the approval's
}

// StopRequested stops a run before its next effect.
type StopRequested struct {
	Run RunID `json:"runId"`
}

// RetryRequested opens the failed tasks of a run again.
type RetryRequested struct {
	Run RunID `json:"runId"`
}

// UndoRequested asks to take back what a run changed, newest first, or what one of its tasks did.
type UndoRequested struct {
	Run  RunID  `json:"runId"`
	Task TaskID `json:"taskId,omitempty"` // "" takes back the whole run
}

// Undone says what was taken back and what could not be.
type Undone struct {
	Run   RunID        `json:"runId"`
	Tasks []UndoneTask `json:"tasks"`
}

// UndoneTask is the undo of one task.
type UndoneTask struct {
	Task    TaskID   `json:"taskId"`
	Summary string   `json:"summary"`
	Problem *Problem `json:"problem,omitempty"` // nil when it was taken back
}

// Rated is what a person thinks of an answer. Who thinks again rates again; the last word counts.
type Rated struct {
	Message MessageID `json:"message"`
	Good    bool      `json:"good"`
}

// FileRead keeps what was read in a file of a person's message, so that nobody fetches or reads it again. It is not shown.
type FileRead struct {
	Message   MessageID `json:"message"`
	Number    int       `json:"number"` // of the message's files, from 1
	Name      string    `json:"name"`
	MIME      string    `json:"type,omitempty"` // as its bytes say, not its name
	Text      string    `json:"text,omitempty"`
	Truncated bool      `json:"truncated,omitempty"` // there is more in the file than Text
	Image     FileID    `json:"image,omitempty"`     // of the picture it is, kept for models that see
	Width     int       `json:"width,omitempty"`     // of the picture, in pixels
	Height    int       `json:"height,omitempty"`
	Problem   string    `json:"problem,omitempty"` // why it could not be read, as a person may read it
}

// Failed tells a person what went wrong and how to go on.
type Failed struct {
	Problem Problem `json:"problem"`
}

// Type implements [Body].
func (Said) Type() string { return "said" }

// Type implements [Body].
func (Revised) Type() string { return "revised" }

// Type implements [Body].
func (Thought) Type() string { return "thought" }

// Type implements [Body].
func (Routed) Type() string { return "routed" }

// Type implements [Body].
func (ActivityChanged) Type() string { return "activity_changed" }

// Type implements [Body].
func (Briefed) Type() string { return "briefed" }

// Type implements [Body].
func (Asked) Type() string { return "asked" }

// Type implements [Body].
func (Answered) Type() string { return "answered" }

// Type implements [Body].
func (PlanProposed) Type() string { return "plan_proposed" }

// Type implements [Body].
func (PlanDecided) Type() string { return "plan_decided" }

// Type implements [Body].
func (RunStarted) Type() string { return "run_started" }

// Type implements [Body].
func (GroupStarted) Type() string { return "group_started" }

// Type implements [Body].
func (TaskStarted) Type() string { return "task_started" }

// Type implements [Body].
func (TaskWaiting) Type() string { return "task_waiting" }

// Type implements [Body].
func (TaskFinished) Type() string { return "task_finished" }

// Type implements [Body].
func (RunFinished) Type() string { return "run_finished" }

// Type implements [Body].
func (ApprovalRequested) Type() string { return "approval_requested" }

// Type implements [Body].
func (ApprovalDecided) Type() string { return "approval_decided" }

// Type implements [Body].
func (StopRequested) Type() string { return "stop_requested" }

// Type implements [Body].
func (RetryRequested) Type() string { return "retry_requested" }

// Type implements [Body].
func (UndoRequested) Type() string { return "undo_requested" }

// Type implements [Body].
func (Undone) Type() string { return "undone" }

// Type implements [Body].
func (Rated) Type() string { return "rated" }

// Type implements [Body].
func (FileRead) Type() string { return "file_read" }

// Type implements [Body].
func (Failed) Type() string { return "failed" }

func (Said) body()              {}
func (Revised) body()           {}
func (Thought) body()           {}
func (Routed) body()            {}
func (ActivityChanged) body()   {}
func (Briefed) body()           {}
func (Asked) body()             {}
func (Answered) body()          {}
func (PlanProposed) body()      {}
func (PlanDecided) body()       {}
func (RunStarted) body()        {}
func (GroupStarted) body()      {}
func (TaskStarted) body()       {}
func (TaskWaiting) body()       {}
func (TaskFinished) body()      {}
func (RunFinished) body()       {}
func (ApprovalRequested) body() {}
func (ApprovalDecided) body()   {}
func (StopRequested) body()     {}
func (RetryRequested) body()    {}
func (UndoRequested) body()     {}
func (Undone) body()            {}
func (Rated) body()             {}
func (FileRead) body()          {}
func (Failed) body()            {}
