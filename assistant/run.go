package assistant

import (
	"cmp"
	"encoding/json"
	"maps"
	"time"
)

// RunStatus is where a run stands (seed 000 §8.1).
type RunStatus string

// The states of a run.
const (
	RunPlanning  RunStatus = "planning"
	RunRunning   RunStatus = "running"
	RunCompleted RunStatus = "completed"
	RunFailed    RunStatus = "failed"
	RunCancelled RunStatus = "cancelled"
)

// Ended tells whether nothing more happens in the state by itself.
func (s RunStatus) Ended() bool {
	return s == RunCompleted || s == RunFailed || s == RunCancelled
}

// Run is the approved work for one intent.
type Run struct {
	ID           RunID          `json:"id"`
	Conversation ConversationID `json:"conversationId"`
	Project      ProjectID      `json:"projectId,omitempty"`
	Plan         PlanID         `json:"planId,omitempty"`
	PlanVersion  int            `json:"planVersion,omitempty"`
	Session      AgentSessionID `json:"sessionId,omitempty"` // of the agent who proposed it in the middle of its work; "" where a plan or a person made it
	CreatedBy    AgentID        `json:"createdByAgentId"`
	RequestedBy  PersonID       `json:"requestedBy"`
	ApprovedBy   PersonID       `json:"approvedBy,omitempty"`
	Unseen       bool           `json:"unseen,omitempty"` // who approved wants what is written on the way published without being shown first
	Title        string         `json:"title"`
	Status       RunStatus      `json:"status"`
	CreatedAt    time.Time      `json:"createdAt"`
	UpdatedAt    time.Time      `json:"updatedAt"`
	Seq          int64          `json:"-"`              // of the message that put it before people; given by storage
	Said         Sentences      `json:"said,omitempty"` // of a message alone: what its title was made of
}

// Says is the run's title for people.
func (r Run) Says() Sentence { return r.Said.Of("title", r.Title) }

// TaskStatus is where a task stands (seed 000 §8.1).
type TaskStatus string

// The states of a task.
const (
	TaskOpen       TaskStatus = "open"
	TaskInProgress TaskStatus = "in_progress"
	TaskCompleted  TaskStatus = "completed"
	TaskFailed     TaskStatus = "failed"
	TaskCancelled  TaskStatus = "cancelled"
)

// Ended tells whether the state is terminal.
func (s TaskStatus) Ended() bool {
	return s == TaskCompleted || s == TaskFailed || s == TaskCancelled
}

// TaskType names what a task does; it is the name of the tool that does it, and no package but the tool's knows it.
type TaskType string

// Task is one action of a run.
type Task struct {
	ID           TaskID          `json:"id"`
	Run          RunID           `json:"runId"`
	Conversation ConversationID  `json:"conversationId"`
	Project      ProjectID       `json:"projectId,omitempty"`
	ProjectName  string          `json:"projectName,omitempty"` // of a message alone: where the tasks of the run work on several projects
	Parent       TaskID          `json:"parentTaskId,omitempty"`
	Key          string          `json:"key"` // the plan's step
	Group        string          `json:"stepGroup"`
	Order        int             `json:"sequenceOrder"`
	Owner        AgentID         `json:"createdByAgentId"`
	Status       TaskStatus      `json:"status"`
	Type         TaskType        `json:"taskType"`
	Parameters   json.RawMessage `json:"parameters"`
	Summary      string          `json:"summary"`
	Said         Sentences       `json:"said,omitempty"` // of a message alone: what its summary was made of
	Reversible   bool            `json:"isReversibleBySystem"`
	ConfirmedAt  time.Time       `json:"irreversibleConfirmedAt,omitzero"`
	Effect       Effect          `json:"effect"`
	Preview      *Preview        `json:"preview,omitempty"` // what the plan's approval showed
	Approval     ApprovalID      `json:"approvalId,omitempty"`
	ApprovedHash string          `json:"approvedHash,omitempty"` // [ConsentHash] of what a person has approved, or [UnseenHash]
	Definition   string          `json:"definition,omitempty"`   // of the tool that it was approved for, where a connection defines it
	Team         string          `json:"team,omitempty"`         // the hash of the team that it was made by; "" of what was made before it was kept
	SentBack     *SentBack       `json:"sentBack,omitempty"`     // the requested changes to its last version; nil once there is a new one
	Attempt      int             `json:"attempt"`
	Stopping     bool            `json:"stopping,omitempty"` // somebody wants it left out: no call of it starts any more
	Alone        bool            `json:"alone,omitempty"`    // it was retried by itself: it waits for no group, and the others wait for it
	Released     bool            `json:"-"`                  // it may start, or somebody has it: storage's ready_at or token is set
	Result       *Result         `json:"result,omitempty"`
	Undone       bool            `json:"undone,omitempty"` // what it did was taken back since
	Problem      *Problem        `json:"problem,omitempty"`
	CreatedAt    time.Time       `json:"createdAt"`
	UpdatedAt    time.Time       `json:"updatedAt"`
}

// Says describes the task for people.
func (t Task) Says() Sentence { return t.Said.Of("summary", t.Summary) }

// Done tells whether the task has done its work, and what it did is still there.
func (t Task) Done() bool { return t.Status == TaskCompleted && !t.Undone }

// Begun tells whether somebody has the task in hand, or may take it in hand at any moment.
func (t Task) Begun() bool { return t.Status == TaskInProgress || t.Status == TaskOpen && t.Released }

// WentUnseen tells whether the task has published something that nobody was shown, as the run's approver wanted.
func (t Task) WentUnseen() bool {
	if t.Status != TaskCompleted || t.Preview == nil || t.Effect != EffectReversible || !Unfinished(t.Parameters) {
		return false
	}
	hash, err := UnseenHash(Bound(t.Type, t.Definition), t.Parameters, *t.Preview)
	return err == nil && t.ApprovedHash == hash
}

// Sight is what looking at the effect of a task found.
type Sight string

// The sights.
const (
	SightAsWritten Sight = "as_written" // it is there, as the task left it
	SightDifferent Sight = "different"  // it is not there, or not so
	SightUnknown   Sight = "unknown"    // it could not be looked at
)

// Seen is what was found when the effect of a task was looked at after it.
type Seen struct {
	Task  TaskID
	Found Sight
	Words Sentence // the rest of a sentence
}

// Result is what a task produced.
type Result struct {
	Summary Sentence        `json:"summary"`          // one line for people
	Fields  Values          `json:"fields,omitempty"` // for later steps and for people: url, html, items …
	Read    string          `json:"read,omitempty"`   // what people may open and read of it, as plain text: a draft, findings
	Markup  []string        `json:"markup,omitempty"` // the places that hold HTML, cleaned, as [Path.Under] has them; every other one is text
	Link    string          `json:"link,omitempty"`   // the field with the address that people may open; "" means url
	Details json.RawMessage `json:"details,omitempty"`
	Files   []File          `json:"files,omitempty"`   // made for the person
	Undo    bool            `json:"undo,omitempty"`    // it can be taken back
	NotDone NotDone         `json:"notDone,omitempty"` // why the task was left undone; "" where it was not
	Reached []string        `json:"reached,omitempty"` // the whole addresses outside that were gone to for it

	Allowed *AllowedUse `json:"allowed,omitempty"` // it was done without asking, by a standing yes of somebody; nil otherwise
}

// Address is where people may open what came of it, "" if there is nothing to open.
func (r Result) Address() string { return r.Fields.Text(cmp.Or(r.Link, "url")) }

// A keptResult is a result in its stored form. Fields that are not text are stored separately, since versions before values would
// refuse them, and so is what the summary was made from, beside its English text.
type keptResult struct {
	plainResult
	Values Values    `json:"values,omitempty"`
	Said   Sentences `json:"said,omitempty"`
}

type plainResult Result

// MarshalJSON writes the result so that versions which know nothing but texts among its fields can read it, too.
func (r Result) MarshalJSON() ([]byte, error) {
	kept := keptResult{plainResult: plainResult(r), Said: SaidAs("summary", r.Summary)}
	kept.Fields, kept.Values = r.Fields.apart()
	return json.Marshal(kept)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (r *Result) UnmarshalJSON(raw []byte) error {
	kept := keptResult{plainResult: plainResult(*r)}
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	*r = Result(kept.plainResult)
	kept.Said.Into(SentenceField{"summary", &r.Summary})
	if len(kept.Values) > 0 && r.Fields == nil {
		r.Fields = Values{}
	}
	maps.Copy(r.Fields, kept.Values)
	return nil
}
