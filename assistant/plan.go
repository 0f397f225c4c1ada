package assistant

import (
	"encoding/json"
	"slices"
	"time"
)

// PlanStatus is where a version of a plan stands.
type PlanStatus string

// The states of a plan.
const (
	PlanGathering  PlanStatus = "gathering" // questions are open
	PlanChoosing   PlanStatus = "choosing"  // forks are offered
	PlanOpen       PlanStatus = "proposed"
	PlanApproved   PlanStatus = "approved"
	PlanRejected   PlanStatus = "rejected"
	PlanSuperseded PlanStatus = "superseded" // by the next version
	PlanExpired    PlanStatus = "expired"
	PlanWithdrawn  PlanStatus = "withdrawn"
)

// Brief is what planning knows so far about an intent: the plan before it has steps.
type Brief struct {
	Plan         PlanID            `json:"planId"`
	Status       PlanStatus        `json:"status"` // gathering or choosing, withdrawn when dropped
	Request      string            `json:"request"`
	Message      MessageID         `json:"messageId,omitempty"` // that said it, whatever it was changed into since
	RequestedBy  PersonID          `json:"requestedBy"`
	Project      ProjectID         `json:"projectId,omitempty"`
	Projects     []ProjectID       `json:"projectIds,omitempty"` // where the request is for several, Project being the first of them
	Goal         string            `json:"goal"`                 // restated in one or two sentences
	Title        string            `json:"title"`                // a few words
	Agents       []AgentID         `json:"agents,omitempty"`
	Requirements []Requirement     `json:"requirements,omitempty"`
	Values       map[string]string `json:"values,omitempty"` // by requirement key
	Forks        []Fork            `json:"forks,omitempty"`
	Fork         string            `json:"fork,omitempty"`    // the chosen fork's key
	Unasked      MessageID         `json:"unasked,omitempty"` // the words of a background task that it came of; "" where a person asked
	Found        string            `json:"found,omitempty"`   // what an agent at work found out before it left the request to planning
	Looked       string            `json:"looked,omitempty"`  // the words, besides the request's, with which tools were looked up
}

// Requirement is an input the plan needs.
type Requirement struct {
	Question
	Required bool `json:"required"`
}

// Fork is an alternative way to the goal.
type Fork struct {
	Key         string `json:"key"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// Plan is the proposed steps, versioned, shown before anything is created.
type Plan struct {
	ID          PlanID            `json:"id"`
	Version     int               `json:"version"` // from 1
	Project     ProjectID         `json:"projectId,omitempty"`
	ProjectName string            `json:"projectName,omitempty"`
	Title       string            `json:"title"`
	Goal        string            `json:"goal"`
	Request     string            `json:"request,omitempty"` // what was asked for, in the person's words, with the way they chose and what they wished since
	Values      map[string]string `json:"values,omitempty"`
	Fork        string            `json:"fork,omitempty"` // the chosen way, as people read it
	Steps       []Step            `json:"steps"`
	RequestedBy PersonID          `json:"requestedBy"`
	Hash        string            `json:"hash"` // of what is shown; an approval is bound to it
	ExpiresAt   time.Time         `json:"expiresAt"`
	Unasked     MessageID         `json:"unasked,omitempty"`   // the words of a background task that it came of; "" where a person asked
	Previewed   bool              `json:"previewed,omitempty"` // a dry run has gone through it
	Redirects   RunID             `json:"redirects,omitempty"` // the run at work that it changes, where that is what it is for
	Seq         int64             `json:"-"`                   // of the message that put it before people; given by storage
}

// Step is one task to be, with who does it and what it may change.
type Step struct {
	Key        string          `json:"key"`   // unique within the plan: "draft", "page"
	Group      string          `json:"group"` // A, B, C …
	Owner      AgentID         `json:"owner"`
	Type       TaskType        `json:"type"`
	Definition string          `json:"definition,omitempty"` // of its tool, where a connection defines it
	Summary    string          `json:"summary"`
	Parameters json.RawMessage `json:"parameters"` // an object; {"$from":"draft","field":"html"} stands for an earlier step's result
	Effect     Effect          `json:"effect"`
	Preview    *Preview        `json:"preview,omitempty"` // what would change, for steps with an effect
	Notes      []string        `json:"notes,omitempty"`   // findings of the laws, as people read them
	Said       Sentences       `json:"said,omitempty"`    // what of it is ours: its summary, where that is a call's title

	Project     ProjectID `json:"projectId,omitempty"` // that it works on, where that is another than the plan's
	ProjectName string    `json:"projectName,omitempty"`

	Tried *Tried `json:"tried,omitempty"` // what a dry run has found out of it; nil where there was none

	Stands   StepStands `json:"stands,omitempty"`   // in a plan that changes a run at work
	Replaces string     `json:"replaces,omitempty"` // the key of the run's step that it is done instead of
}

// StepStands is how a step of a plan that changes a run at work stands in that run.
type StepStands string

// The ways a step may stand; a new one stands in none.
const (
	StepNew  StepStands = ""
	StepDone StepStands = "done" // it is done, and never done again
	StepKept StepStands = "kept" // it is still to be done, as it was approved
)

// Says describes the step for people.
func (s Step) Says() Sentence { return s.Said.Of("summary", s.Summary) }

// Unfinished tells whether the step is still to change something with what an earlier step has yet to write, and no dry run has shown that.
func (s Step) Unfinished() bool {
	return s.Stands == StepNew && s.Effect != EffectNone && Unfinished(s.Parameters) && !s.Shown()
}

// MayGoUnseen tells whether the plan can be approved so that what is written on the way is published without being shown
// first: there is such a step, and none that cannot be undone. What changes a run at work is shown.
func (p Plan) MayGoUnseen() bool {
	return p.Redirects == "" && slices.ContainsFunc(p.Steps, Step.Unfinished) &&
		!slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Effect == EffectIrreversible })
}

// Verdict is a decision.
type Verdict string

// The verdicts. Changes is for plans, and for what a step of one puts before people; Expired and Withdrawn are the system's own.
const (
	VerdictApproved  Verdict = "approved"
	VerdictRejected  Verdict = "rejected"
	VerdictChanges   Verdict = "changes"
	VerdictExpired   Verdict = "expired"
	VerdictWithdrawn Verdict = "withdrawn"
)

// PlanStatus returns where a plan stands that was decided so; false for a verdict that is unknown.
func (v Verdict) PlanStatus() (PlanStatus, bool) {
	switch v {
	case VerdictApproved:
		return PlanApproved, true
	case VerdictRejected:
		return PlanRejected, true
	case VerdictChanges:
		return PlanSuperseded, true
	case VerdictExpired:
		return PlanExpired, true
	case VerdictWithdrawn:
		return PlanWithdrawn, true
	default:
		return PlanWithdrawn, false
	}
}

// ApprovalStatus returns where an approval stands that was decided so; false for a verdict that is unknown.
func (v Verdict) ApprovalStatus() (ApprovalStatus, bool) {
	switch v {
	case VerdictApproved:
		return ApprovalApproved, true
	case VerdictRejected:
		return ApprovalRejected, true
	case VerdictExpired:
		return ApprovalExpired, true
	case VerdictWithdrawn:
		return ApprovalWithdrawn, true
	case VerdictChanges:
		return ApprovalRejected, true // the next version is asked about by itself
	default:
		return ApprovalWithdrawn, false
	}
}

// ByPeople tells whether a person decides so. What has expired cannot be decided by people any more; the system's own verdicts
// end it.
func (v Verdict) ByPeople() bool { return v != VerdictExpired && v != VerdictWithdrawn }
