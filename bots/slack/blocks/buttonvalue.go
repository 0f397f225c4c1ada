package blocks

import (
	"encoding/json"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
)

// The actions of the buttons of somebody's home. Those of cards are in the table of verbs.
const (
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

// subjectOf is a button's value for what an action is about.
func subjectOf(on view.On) Subject {
	return Subject{
		Plan: on.Plan, Version: on.Version, Approval: on.Approval, Ask: on.Ask, Option: on.Option, Message: on.Said, Run: on.Run, Task: on.Task, Shown: on.Shown, Direct: on.Message,
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

func itoa[N int | int64](n N) string { return strconv.FormatInt(int64(n), 10) }
