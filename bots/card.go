package bots

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Card is how a visible thing looks now. The set is sealed; every surface draws all of it.
//
//sumtype:decl
type Card interface {
	// Settled tells whether the card has reached a state that people wait for: it is shown without being held back.
	Settled() bool
	// SpokenIn is the language that the card is shown in; "" for what a person wrote, which is in their own.
	SpokenIn() assistant.Language
	card()
}

// UserCard is a person's own words. Only surfaces that people pull the log from draw it; elsewhere the words are there.
type UserCard struct {
	Message assistant.MessageID
	By      assistant.PersonID // who said it, as who they are now
	Person  string             // name
	Text    string
	Files   []assistant.File
	Edited  bool
	Deleted bool // Text and Files are empty then
	Calls   bool // somebody of the team is mentioned
	Pressed bool // one press said the words: they stand nowhere else on the platform
	At      time.Time
}

// AnswerCard is what an agent says.
type AnswerCard struct {
	Language     assistant.Language // that it is shown in
	Message      assistant.MessageID
	Conversation assistant.ConversationID
	Agent        Speaker
	Text         string // Markdown
	Files        []assistant.File
	Rehearsal    bool     // said by the offline model
	Code         bool     // said by code: nobody has to be told that a model wrote it
	Note         string   // code's own line beneath the words, "" for none
	Next         []string // requests that one press says
	Handoffs     []string // who took over from whom before it, where no other card says so
	Final        bool     // the summary that ends a run
	Status       bool     // a thin chip instead of an answer
	Draft        bool     // still being written: Text is what there is so far
	At           time.Time
}

// CanRate tells whether the card asks people what they think of the answer.
func (c AnswerCard) CanRate() bool { return !c.Status && !c.Draft && c.Message != "" }

// ThinkingCard is the thinking of one turn: safe one-line summaries, collapsed by default.
type ThinkingCard struct {
	Language assistant.Language // that it is shown in
	Slot     assistant.Slot
	Handoffs []string // who takes over from whom; visible without expanding
	Lines    []ThinkingLine
}

// ThinkingLine is one thinking entry.
type ThinkingLine struct {
	Agent Speaker
	Phase assistant.Phase
	Text  string
	At    time.Time
}

// Speaker is an agent as people see it.
type Speaker struct {
	ID     assistant.AgentID
	Called string // "Web Engineer Nico"
	Avatar string // an emoji, "" when unknown
}

// PlanCard is a version of a plan, before and after its decision.
type PlanCard struct {
	Language    assistant.Language // that it is shown in
	Plan        assistant.Plan
	AtOnce      bool     // it needed nobody's yes, and started as it was shown
	Changes     []string // what is different from the version before
	Groups      []PlanGroup
	State       assistant.PlanStatus
	RequestedBy string
	Deciders    string // who may decide, in words
	DecidedBy   string // name; "" when nobody in particular decided
	DecidedAt   time.Time
	Note        string // the wanted changes, in the person's words
	Unseen      bool   // approved so that what is written on the way is published without being shown first
	DryRun      bool   // nobody decided on it: its next version shows all that it would do
	Private     bool   // it stands in somebody's direct messages
	Rehearsal   bool   // planned by the offline model
}

// Open tells whether the plan still awaits a decision, and so carries its buttons.
func (c PlanCard) Open() bool { return c.State == assistant.PlanOpen }

// ToRun counts the steps that are not done yet.
func (c PlanCard) ToRun() int {
	n := 0
	for _, s := range c.Plan.Steps {
		if s.Stands != assistant.StepDone {
			n++
		}
	}
	return n
}

// Irreversible counts the steps to run that cannot be undone.
func (c PlanCard) Irreversible() int {
	n := 0
	for _, s := range c.Plan.Steps {
		if s.Stands != assistant.StepDone && s.Effect == assistant.EffectIrreversible {
			n++
		}
	}
	return n
}

// PlanGroup is a step group of a plan.
type PlanGroup struct {
	Name  string // A, B, C …
	Steps []PlanStep
}

// PlanStep is a step with its place in the plan and its owner.
type PlanStep struct {
	assistant.Step
	Number int // from 1, over the whole plan: what people mean by "step 3"
	Owner  Speaker
}

// ApprovalCard is an action that a person must decide, before and after.
type ApprovalCard struct {
	Language    assistant.Language // that it is shown in
	Approval    assistant.Approval
	State       assistant.ApprovalStatus
	RequestedBy string
	Deciders    string    // who may decide, in words
	Lacking     string    // that nobody here can, and who can change that; "" where somebody can
	Counted     string    // how many have approved of those who have to; "" where one is enough
	Standing    string    // what was approved for good with it, in words, without its end; "" for nothing
	Stands      time.Time // until when that holds
	DecidedBy   string
	DecidedAt   time.Time
	Note        string
	Changes     []assistant.Field // what whoever approved it wanted instead of what it was to be done with
	Private     bool              // it stands in somebody's direct messages
	Rehearsal   bool              // the offline model served
	Task        string            // what the background task that wants it is called, where it stands among those of others
}

// Open tells whether the action still awaits a decision.
func (c ApprovalCard) Open() bool { return c.State == assistant.ApprovalPending }

// Changeable tells whether a form can change what the action would be done with. What stands where it is looked at already cannot be.
func (c ApprovalCard) Changeable() bool {
	return c.Open() && c.Approval.Staged == "" && len(c.Approval.ArgumentsForm().Fields) > 0
}

// CanAskAgain tells whether the action was left undone, so that people may have it asked again.
func (c ApprovalCard) CanAskAgain() bool {
	return c.Approval.Run != "" && (c.State == assistant.ApprovalExpired || c.State == assistant.ApprovalRejected)
}

// StepCard is several actions, of one step of an agent or of what waits for one person in several conversations, each decided by
// itself or all of them together.
type StepCard struct {
	Language assistant.Language // that it is shown in
	Run      assistant.RunID    // whose step it is
	Message  assistant.PlaceID  // the direct message that they were gathered in; "" for the actions of a step
	Actions  []ApprovalCard     // by their number
	Private  bool               // it stands in somebody's direct messages
}

// Open tells whether any of the actions still awaits a decision.
func (c StepCard) Open() bool { return len(c.Waiting()) > 0 }

// Waiting are the actions that still await a decision.
func (c StepCard) Waiting() []assistant.Approval {
	var out []assistant.Approval
	for _, a := range c.Actions {
		if a.Open() {
			out = append(out, a.Approval)
		}
	}
	return out
}

// ApprovalOn is an action of a card: the only one, or that of the id. It gives false where the card has none.
func ApprovalOn(c Card, id assistant.ApprovalID) (ApprovalCard, bool) {
	switch c := c.(type) { //nolint:gochecksumtype // the rest is not approved
	case ApprovalCard:
		return c, id == "" || id == c.Approval.ID
	case StepCard:
		for _, a := range c.Actions {
			if a.Approval.ID == id {
				return a, true
			}
		}
	}
	return ApprovalCard{}, false
}

// AskState is where a clarification stands.
type AskState string

// The states of a clarification.
const (
	AskOpen      AskState = "open"
	AskAnswered  AskState = "answered"
	AskWithdrawn AskState = "withdrawn"
)

// ClarificationCard is questions to a person, before and after their answer.
type ClarificationCard struct {
	Language      assistant.Language // that it is shown in
	Clarification assistant.Clarification
	Agent         Speaker
	State         AskState
	Answers       []AskAnswer // in the questions' order, once answered
	Text          string      // the answer in own words, where it came as a message
	AnsweredBy    string
	AnsweredAt    time.Time
	Private       bool // it stands in somebody's direct messages
	Rehearsal     bool // asked by the offline model
}

// Open tells whether an answer is still wanted.
func (c ClarificationCard) Open() bool { return c.State == AskOpen }

// AskAnswer is one question's answer.
type AskAnswer struct {
	Question string
	Answer   string // an option's label, or own words
}

// TaskState is where a task stands as people see it: the task's own states, and waiting for an approval.
type TaskState string

// The states of a task on a card.
const (
	TaskOpen       = TaskState(assistant.TaskOpen)
	TaskInProgress = TaskState(assistant.TaskInProgress)
	TaskCompleted  = TaskState(assistant.TaskCompleted)
	TaskFailed     = TaskState(assistant.TaskFailed)
	TaskCancelled  = TaskState(assistant.TaskCancelled)
	TaskWaiting    = TaskState("waiting") // for a person to decide an approval
	TaskUndone     = TaskState("undone")
	TaskNotBegun   = TaskState("not_begun") // what came before it was not done
	TaskLeftOut    = TaskState("left_out")  // somebody wanted it left out while the run was at work
)

// RunCard is a run with its tasks, live and after its end.
type RunCard struct {
	Language assistant.Language // that it is shown in
	Run      assistant.RunID
	Title    assistant.Sentence
	Status   assistant.RunStatus
	Why      assistant.NotDone // of a cancelled one: why
	Stopping bool              // a stop was asked for and the run has not ended yet
	Groups   []RunGroup
	Handoffs []string        // who joined the run
	Thinking []ThinkingGroup // by step group, then by agent
	Done     int             // tasks that have ended well, and whose effect is still there
	Back     int             // tasks that were taken back
	Out      int             // tasks that were left out while it was at work
	Total    int             // of the others
	CanStop  bool
	CanRetry bool
	CanUndo  bool
	UnseenBy string // who wished that what is written on the way is published without being shown first; "" for nobody
	Undoing  bool
	Undone   []UndoneLine
	By       string // who stopped, retried or asked to undo last
	From     int64  // the message from which on it is shown; 0 is its first
}

// TakenBack tells whether nothing of the run is left: whatever it had done was taken back.
func (c RunCard) TakenBack() bool { return c.Status.Ended() && c.Done == 0 && c.Back > 0 && !c.Undoing }

// LooksUp tells whether executors do all of the run's tasks for a planner.
func (c RunCard) LooksUp() bool {
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.Dialogue == nil {
				return false
			}
		}
	}
	return len(c.Groups) > 0
}

// Waits tells whether all that goes on of the run waits for a person's decision.
func (c RunCard) Waits() bool {
	waits := false
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.State == TaskInProgress {
				return false
			}
			waits = waits || t.State == TaskWaiting
		}
	}
	return waits && c.Status == assistant.RunRunning && !c.Stopping && !c.Undoing
}

// RunGroup is a step group of a run; its tasks go in parallel.
type RunGroup struct {
	Name    string
	Started bool
	Tasks   []RunTask
}

// RunTask is a task on a run card.
type RunTask struct {
	ID      assistant.TaskID
	Key     string
	Number  int // from 1, over the whole run: what people mean by "step 3"
	Summary assistant.Sentence
	Owner   Speaker
	Project string // that it works on, where the run has several
	State   TaskState
	Why     string // the reason that a cancelled one is not done for
	Effect  assistant.Effect
	Attempt int
	Result  assistant.Sentence // one line
	Read    string             // what of the result people may open and read
	URL     string             // what was made, where it has an address
	Problem *assistant.Problem
	CanUndo bool // it can be taken back by itself
	CanStop bool // it can be left out by itself
	Again   bool // it can be retried by itself
	Stops   bool // somebody wants it left out, and it has not ended yet
	Unseen  bool // it was published without anybody having been shown it
	Allowed *assistant.AllowedUse

	Planner  Speaker             // who has delegated it
	Dialogue *assistant.Dialogue // of the two; nil where nobody has delegated it
}

// ThinkingGroup is the thinking of one step group of a run.
type ThinkingGroup struct {
	Title  string // "Group A", "Planning", "Validation"
	Agents []ThinkingAgent
}

// ThinkingAgent is one agent's thinking within a step group.
type ThinkingAgent struct {
	Agent Speaker
	Lines []ThinkingLine
}

// UndoneLine says what became of taking back one task.
type UndoneLine struct {
	Summary assistant.Sentence
	Problem *assistant.Problem // nil when it was taken back
}

// ErrorCard says what went wrong and how to go on.
type ErrorCard struct {
	Language assistant.Language // that it is shown in
	Message  assistant.MessageID
	Cause    assistant.MessageID // what was being answered; "" where nothing was
	Problem  assistant.Problem
	Agent    Speaker
	At       time.Time
}

// CanRetry tells whether the card offers to try the run again.
func (c ErrorCard) CanRetry() bool { return c.Problem.Retry && c.Problem.Run != "" }

// Settled implements [Card].
func (UserCard) Settled() bool { return true }

// Settled implements [Card].
func (c AnswerCard) Settled() bool { return !c.Draft }

// Settled implements [Card]. Thinking is secondary: it may always be held back a little.
func (ThinkingCard) Settled() bool { return false }

// Settled implements [Card]. An open plan is what people wait for as well.
func (PlanCard) Settled() bool { return true }

// Settled implements [Card].
func (ApprovalCard) Settled() bool { return true }

// Settled implements [Card].
func (StepCard) Settled() bool { return true }

// Settled implements [Card].
func (ClarificationCard) Settled() bool { return true }

// Settled implements [Card].
func (c RunCard) Settled() bool { return c.Status.Ended() && !c.Undoing }

// Settled implements [Card].
func (ErrorCard) Settled() bool { return true }

// SpokenIn implements [Card].
func (UserCard) SpokenIn() assistant.Language { return "" }

// SpokenIn implements [Card].
func (c AnswerCard) SpokenIn() assistant.Language { return c.Language }

// SpokenIn implements [Card].
func (c ThinkingCard) SpokenIn() assistant.Language { return c.Language }

// SpokenIn implements [Card].
func (c PlanCard) SpokenIn() assistant.Language { return c.Language }

// SpokenIn implements [Card].
func (c ApprovalCard) SpokenIn() assistant.Language { return c.Language }

// SpokenIn implements [Card].
func (c StepCard) SpokenIn() assistant.Language { return c.Language }

// SpokenIn implements [Card].
func (c ClarificationCard) SpokenIn() assistant.Language { return c.Language }

// SpokenIn implements [Card].
func (c RunCard) SpokenIn() assistant.Language { return c.Language }

// SpokenIn implements [Card].
func (c ErrorCard) SpokenIn() assistant.Language { return c.Language }

func (UserCard) card()          {}
func (AnswerCard) card()        {}
func (ThinkingCard) card()      {}
func (PlanCard) card()          {}
func (ApprovalCard) card()      {}
func (StepCard) card()          {}
func (ClarificationCard) card() {}
func (RunCard) card()           {}
func (ErrorCard) card()         {}
