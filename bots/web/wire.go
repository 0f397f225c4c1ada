package web

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// messageJSON is a message as the API shows it: what is private to operators is not there.
type messageJSON struct {
	ID        assistant.MessageID `json:"id"`
	Seq       int64               `json:"seq"`
	Role      assistant.Author    `json:"role"`
	Agent     assistant.AgentID   `json:"agentId,omitempty"`
	Kind      assistant.Kind      `json:"kind"`
	Type      string              `json:"type"`
	Content   string              `json:"content"`
	Run       assistant.RunID     `json:"runId,omitempty"`
	CreatedAt time.Time           `json:"createdAt"`
	Body      json.RawMessage     `json:"body,omitempty"`
}

// leading is the message with words that lead nowhere but to the hosts that agents may link to, as on its card. What people
// wrote stays as they wrote it.
func (s *Surface) leading(ctx context.Context, m assistant.Message) assistant.Message {
	if m.Author != assistant.AuthorUser {
		m.Content = bots.SafeLinks(m.Content, s.hosts.Of(ctx, s.Tenant.ID))
	}
	return m
}

func (s *Surface) wireMessage(ctx context.Context, m assistant.Message) (messageJSON, error) {
	m = s.leading(ctx, s.present(ctx, []assistant.Message{m})[0])
	out := messageJSON{
		ID: m.ID, Seq: m.Seq, Role: m.Author, Agent: m.Agent, Kind: m.Kind, Content: m.Content, Run: m.Run, CreatedAt: m.At.UTC(),
	}
	if m.Body == nil {
		return out, nil
	}
	raw, err := assistant.EncodeBody(m.Body)
	if err != nil {
		return out, fmt.Errorf("message %s: %w", m.ID, err)
	}
	out.Type, out.Body = m.Body.Type(), raw
	return out, nil
}

// wireMessages leaves out what is not shown.
func (s *Surface) wireMessages(ctx context.Context, ms []assistant.Message) ([]messageJSON, error) {
	out := []messageJSON{}
	for _, m := range ms {
		if m.Kind == assistant.KindSystem {
			continue
		}
		j, err := s.wireMessage(ctx, m)
		if err != nil {
			return nil, err
		}
		out = append(out, j)
	}
	return out, nil
}

type conversationJSON struct {
	ID        assistant.ConversationID `json:"id"`
	Title     string                   `json:"title"`
	Agent     assistant.AgentID        `json:"currentAgent"`
	Project   assistant.ProjectID      `json:"projectId,omitempty"`
	Seq       int64                    `json:"seq"`
	StartedAt time.Time                `json:"startedAt"`
	UpdatedAt time.Time                `json:"updatedAt"`
}

func wireConversation(c assistant.Conversation) conversationJSON {
	return conversationJSON{
		ID: c.ID, Title: c.Title, Agent: c.Agent, Project: c.Project, Seq: c.Seq,
		StartedAt: c.StartedAt.UTC(), UpdatedAt: c.UpdatedAt.UTC(),
	}
}

type runJSON struct {
	assistant.Run
	Tasks []assistant.Task `json:"tasks"`
}

func wireRun(v assistant.RunView) runJSON {
	if v.Tasks == nil {
		v.Tasks = []assistant.Task{}
	}
	return runJSON{v.Run, v.Tasks}
}

// actionJSON is a pending action in the words of seed 002.
type actionJSON struct {
	ID           string                   `json:"id"`
	Kind         string                   `json:"kind"` // "approval" or "plan"
	Conversation assistant.ConversationID `json:"conversation_id,omitempty"`
	Run          assistant.RunID          `json:"run_id,omitempty"`
	Task         assistant.TaskID         `json:"task_id,omitempty"`
	Version      int                      `json:"version,omitempty"` // of the plan
	Tool         string                   `json:"tool_name"`
	Description  string                   `json:"description"`
	Why          string                   `json:"why,omitempty"`
	EntityType   string                   `json:"entity_type"`
	Entity       *string                  `json:"entity_id"`
	Input        json.RawMessage          `json:"tool_input"`
	Old          map[string]string        `json:"old_state"`
	New          map[string]string        `json:"new_state"`
	Diff         []diffJSON               `json:"diff"`
	Warnings     []string                 `json:"warnings,omitempty"`
	Whole        string                   `json:"whole,omitempty"` // the full new text
	Link         string                   `json:"preview_url,omitempty"`
	Hash         string                   `json:"hash,omitempty"`   // of what is shown
	Unseen       bool                     `json:"unseen,omitempty"` // a plan that may be approved with "unseen"
	Irreversible bool                     `json:"irreversible"`
	Status       string                   `json:"status"`
	ExpiresAt    time.Time                `json:"expires_at,omitzero"`
}

type diffJSON struct {
	Field  string `json:"field"`
	Old    string `json:"old_value,omitempty"`
	New    string `json:"new_value,omitempty"`
	Change string `json:"change_type"` // add, change or remove
}

func wireAction(a assistant.Approval, c assistant.ConversationID, status assistant.ApprovalStatus) actionJSON {
	out := actionJSON{
		ID: string(a.ID), Kind: "approval", Conversation: c, Run: a.Run, Task: a.Task, Tool: a.Tool, Description: a.Title, Why: a.Why,
		EntityType: a.Tool, Input: object(a.Arguments), Irreversible: a.Irreversible, Status: string(status), ExpiresAt: a.ExpiresAt.UTC(),
		Warnings: a.Preview.Warnings, Whole: a.Preview.Whole, Link: a.Preview.Link, Hash: a.Hash,
	}
	if a.Preview.Target != "" {
		out.Entity = &a.Preview.Target
	}
	out.show(a.Preview.Fields)
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
		d := diffJSON{Field: f.Name, Old: f.Old, New: f.New, Change: "change"}
		switch {
		case f.Old == "":
			d.Change = "add"
		case f.New == "":
			d.Change = "remove"
		}
		if f.Old != "" {
			if a.Old == nil {
				a.Old = map[string]string{}
			}
			a.Old[f.Name] = f.Old
		}
		if f.New != "" {
			a.New[f.Name] = f.New
		}
		a.Diff = append(a.Diff, d)
	}
}

// object gives an empty object in place of nothing.
func object(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage(`{}`)
	}
	return raw
}
