package blocks

import (
	"encoding/json"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
)

// The actions of the buttons. They and the values below are what an old card still sends years later: they do not change.
const (
	actionPlanApprove = "plan_approve"
	actionPlanReject  = "plan_reject"
	actionPlanEdit    = "plan_edit"
	actionApprove     = "approval_approve"
	actionAlways      = "approval_always"
	actionReject      = "approval_reject"
	actionOption      = "clarify_opt:" // with the option's number
	actionSelect      = "clarify_select"
	actionForm        = "clarify_form"
	actionStop        = "run_stop"
	actionRetry       = "run_retry"
	actionUndo        = "run_undo"
	actionUndoStep    = "run_undo_step:" // with the run's id: an option's value has no room for two
	actionPlanUnseen  = "plan_unseen"
	actionRead        = "approval_read"
	actionAsk         = "ask:" // with the request's number
	actionChange      = "approval_change"
	actionApproveAll  = "approvals_approve"
	actionRejectAll   = "approvals_reject"
	ActionSite        = "site_change"
	ActionSiteAdd     = "site_add"
	ActionSiteConnect = "site_connect:" // with the kind of connection, as the next one
	ActionSiteTry     = "site_try:"
	ActionSiteDelete  = "site_delete"
	ActionRole        = "role_change"
)

// Subject is a button's value: opaque ids and positions, nothing that says more.
type Subject struct {
	Plan     assistant.PlanID          `json:"p,omitempty"`
	Version  int                       `json:"v,omitempty"`
	Approval assistant.ApprovalID      `json:"a,omitempty"`
	Ask      assistant.ClarificationID `json:"c,omitempty"`
	Question int                       `json:"q,omitempty"`
	Option   int                       `json:"o,omitempty"`
	Run      assistant.RunID           `json:"r,omitempty"`
	Task     assistant.TaskID          `json:"t,omitempty"`
	Message  assistant.MessageID       `json:"m,omitempty"`
	Good     bool                      `json:"g,omitempty"`
	Project  assistant.ProjectID       `json:"j,omitempty"`
	Kind     assistant.ConnectionKind  `json:"k,omitempty"` // of the project's connections
	Shown    string                    `json:"h,omitempty"` // the hash of what is decided together
	Direct   assistant.PlaceID         `json:"d,omitempty"` // the direct message whose actions are

	Hush       string                     `json:"u,omitempty"` // for how long no direct messages are wanted
	Background assistant.BackgroundID     `json:"b,omitempty"`
	Change     assistant.BackgroundChange `json:"x,omitempty"` // of the background task
}

// on is what an action is about that the value belongs to.
func (s Subject) on() view.On {
	return view.On{
		Plan: s.Plan, Version: s.Version, Approval: s.Approval, Ask: s.Ask, Option: s.Option, Said: s.Message, Run: s.Run, Task: s.Task, Shown: s.Shown, Message: s.Direct,
	}
}

// String is the value as a button carries it.
func (s Subject) String() string {
	raw, err := json.Marshal(s)
	if err != nil {
		return ""
	}
	return string(raw)
}

// ReadSubject reads a button's value; false says that it is none of ours.
func ReadSubject(value string) (Subject, bool) {
	var s Subject
	if err := json.Unmarshal([]byte(value), &s); err != nil {
		return Subject{}, false
	}
	return s, true
}

func planValue(id assistant.PlanID, version int) string {
	return Subject{Plan: id, Version: version}.String()
}

func approvalValue(id assistant.ApprovalID) string { return Subject{Approval: id}.String() }

func askValue(id assistant.ClarificationID) string { return Subject{Ask: id}.String() }

func optionValue(id assistant.ClarificationID, question, option int) string {
	return Subject{Ask: id, Question: question, Option: option}.String()
}

func runValue(id assistant.RunID) string { return Subject{Run: id}.String() }

func togetherValue(on view.On) string {
	return Subject{Run: on.Run, Direct: on.Message, Shown: on.Shown}.String()
}

func taskValue(id assistant.TaskID) string { return Subject{Task: id}.String() }

func itoa[N int | int64](n N) string { return strconv.FormatInt(int64(n), 10) }
