package api

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// actionJSON is a pending action in the words of seed 002.
type actionJSON struct {
	ID           string                   `json:"id"`
	Kind         string                   `json:"kind"` // "approval" or "plan"
	Conversation assistant.ConversationID `json:"conversation_id,omitempty"`
	Run          assistant.RunID          `json:"run_id,omitempty"`
	Task         assistant.TaskID         `json:"task_id,omitempty"`
	Version      int                      `json:"version,omitempty"` // of the plan
	Tool         string                   `json:"tool_name"`
	Target       string                   `json:"target,omitempty"` // what it changes, for people
	Description  string                   `json:"description"`
	Why          string                   `json:"why,omitempty"`
	EntityType   string                   `json:"entity_type"` // "page", "ticket", "background_task"; the tool where it is no single thing
	Entity       *string                  `json:"entity_id"`   // as its tools take it; null while it is yet to be made
	Input        json.RawMessage          `json:"tool_input"`
	Old          map[string]string        `json:"old_state"`
	New          map[string]string        `json:"new_state"`
	Diff         []diffJSON               `json:"diff"`
	Since        []diffJSON               `json:"changed_since,omitempty"` // from the version that was sent back, in lines
	Warnings     []assistant.Sentence     `json:"warnings,omitempty"`
	Whole        string                   `json:"whole,omitempty"` // the full new text
	Link         string                   `json:"preview_url,omitempty"`
	Hash         string                   `json:"hash,omitempty"`   // of what is shown
	Unseen       bool                     `json:"unseen,omitempty"` // a plan that may be approved with "unseen"
	Irreversible bool                     `json:"irreversible"`
	Status       string                   `json:"status"`
	ExpiresAt    time.Time                `json:"expires_at,omitzero"`
}

type diffJSON struct {
	Field  string `json:"field"` // the entity's own name, or the one shown to people if it has none
	Label  string `json:"label"` // for people
	Old    string `json:"old_value,omitempty"`
	New    string `json:"new_value,omitempty"`
	Change string `json:"change_type"` // add, change or remove
}

func wireAction(a assistant.Approval, c assistant.ConversationID, status assistant.ApprovalStatus) actionJSON {
	out := actionJSON{
		ID: string(a.ID), Kind: "approval", Conversation: c, Run: a.Run, Task: a.Task, Tool: a.Tool, Description: a.Title.String(), Why: a.Why.String(),
		EntityType: cmp.Or(a.Preview.Entity.Type, a.Tool), Input: object(a.Arguments), Irreversible: a.Irreversible, Status: string(status), ExpiresAt: a.ExpiresAt.UTC(),
		Target: a.Preview.Target, Warnings: a.Preview.Warnings, Whole: a.Preview.Whole, Link: a.Preview.Link, Hash: a.Hash,
	}
	if id := a.Preview.Entity.ID; id != "" {
		out.Entity = &id
	}
	out.show(a.Preview.Fields)
	out.Since = wireSince(a)
	return out
}

// wireSince is what is different from the version that was sent back, by the names under which the fields stand in the difference
// from what is there.
func wireSince(a assistant.Approval) []diffJSON {
	var out []diffJSON
	for _, c := range a.Since {
		f := assistant.Field{Name: c.Name, Old: strings.Join(c.Gone, "\n"), New: strings.Join(c.Come, "\n")}
		if c.Name == "" {
			f.Key, f.Name = "whole", "The text as a whole" // the field of that name in the action
		}
		if i := slices.IndexFunc(a.Preview.Fields, func(o assistant.Field) bool { return o.Name == c.Name }); i >= 0 {
			f.Key = a.Preview.Fields[i].Key
		}
		out = append(out, wireDiff(f))
	}
	return out
}

// wirePlanAction shows a proposed plan as one action: its effect is the sum of its steps'.
func wirePlanAction(p assistant.Plan, c assistant.ConversationID) actionJSON {
	steps, err := json.Marshal(p.Steps)
	if err != nil {
		steps = nil
	}
	input := json.RawMessage(`{"steps":` + string(steps) + `}`)
	if steps == nil {
		input = json.RawMessage(`{}`)
	}
	out := actionJSON{
		ID: string(p.ID), Kind: "plan", Conversation: c, Version: p.Version, Tool: "plan", Description: p.Title, Why: p.Goal,
		EntityType: "plan", Input: input, Status: string(assistant.PlanOpen), ExpiresAt: p.ExpiresAt.UTC(),
		Hash: p.Hash, Unseen: p.MayGoUnseen(),
	}
	var fields []assistant.Field
	for _, step := range p.Steps {
		if step.Preview != nil {
			fields = append(fields, step.Preview.Fields...)
			out.Warnings = append(out.Warnings, step.Preview.Warnings...)
		}
		out.Irreversible = out.Irreversible || step.Effect == assistant.EffectIrreversible
	}
	out.show(fields)
	return out
}

func (a *actionJSON) show(fields []assistant.Field) {
	a.New, a.Diff = map[string]string{}, []diffJSON{}
	for _, f := range fields {
		d := wireDiff(f)
		if f.Old != "" {
			if a.Old == nil {
				a.Old = map[string]string{}
			}
			a.Old[d.Field] = f.Old
		}
		if f.New != "" {
			a.New[d.Field] = f.New
		}
		a.Diff = append(a.Diff, d)
	}
}

func wireDiff(f assistant.Field) diffJSON {
	d := diffJSON{Field: cmp.Or(f.Key, f.Name), Label: f.Name, Old: f.Old, New: f.New, Change: "change"}
	switch {
	case f.Old == "":
		d.Change = "add"
	case f.New == "":
		d.Change = "remove"
	}
	return d
}

// object gives an empty object in place of nothing.
func object(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage(`{}`)
	}
	return raw
}

// pendingJSON is something that waits for a person.
type pendingJSON struct {
	Kind         assistant.PendingKind    `json:"kind"`
	ID           string                   `json:"id"`
	Version      int                      `json:"version,omitempty"`        // of a plan
	Conversation assistant.ConversationID `json:"conversationId,omitempty"` // none of what is shown apart
	Title        string                   `json:"title"`
	Why          string                   `json:"why,omitempty"`
	RequestedBy  assistant.PersonID       `json:"requestedBy,omitempty"`
	Since        time.Time                `json:"since"`
	Until        time.Time                `json:"expiresAt,omitzero"`
}

func wirePending(p assistant.Pending) pendingJSON {
	if p.Apart {
		p.Conversation = ""
	}
	return pendingJSON{
		Kind: p.Kind, ID: p.Ref, Version: p.Version, Conversation: p.Conversation, Title: p.Title, Why: p.Why, RequestedBy: p.RequestedBy,
		Since: p.Since.UTC(), Until: p.Until.UTC(),
	}
}
