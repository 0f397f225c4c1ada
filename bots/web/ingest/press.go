package ingest

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Pressing is anything that a card offers, as it is pressed: what is done, and what that is about.
type Pressing struct {
	Do           view.Do                  `json:"do"`
	Conversation assistant.ConversationID `json:"conversationId"` // of what an answer offers; the others know theirs
	Plan         assistant.PlanID         `json:"planId"`
	Version      int                      `json:"version"`
	Approval     assistant.ApprovalID     `json:"approvalId"`
	Run          assistant.RunID          `json:"runId"`
	Task         assistant.TaskID         `json:"taskId"`
	Message      assistant.MessageID      `json:"messageId"` // the answer
	Option       int                      `json:"option"`    // of what it offers
	Shown        string                   `json:"shown"`     // the hash of what is decided together
	Words        string                   `json:"words"`     // beside a decision, or what shall be different
}

// Pressed takes down what was pressed, by the table of verbs. What has to be read or asked first is not taken.
func (i *Ingest) Pressed(ctx context.Context, p Pressing) (assistant.Outcome, error) {
	for _, of := range []struct{ what, id string }{
		{"plan", string(p.Plan)}, {"approval", string(p.Approval)}, {"run", string(p.Run)}, {"step", string(p.Task)}, {"answer", string(p.Message)}, {"conversation", string(p.Conversation)},
	} {
		if of.id != "" && !assistant.ValidID(of.id) {
			return assistant.Outcome{}, request.Unknown(of.what)
		}
	}
	on := view.On{Plan: p.Plan, Version: p.Version, Approval: p.Approval, Run: p.Run, Task: p.Task, Said: p.Message, Option: p.Option, Shown: p.Shown}
	verb, ok := click.Find(p.Do, on)
	body := verb.With(on, p.Words)
	if !ok || body == nil {
		return assistant.Outcome{}, request.Malformed(assistant.Say("That cannot be pressed, or what it is about is missing."))
	}
	switch b := body.(type) { //nolint:gochecksumtype // the rest stands in a conversation that is named
	case assistant.PlanDecided:
		return i.OnPlan(ctx, b.Plan, b)
	case assistant.ApprovalDecided:
		if b.Approval != "" {
			return i.OnApproval(ctx, b.Approval, b)
		}
		return i.OnRun(ctx, b.Card, b)
	case assistant.StopRequested, assistant.RetryRequested, assistant.UndoRequested:
		return i.OnRun(ctx, p.Run, body)
	case assistant.Said:
		return i.Press(ctx, p.Conversation, *b.Pressed)
	default:
		if p.Conversation == "" {
			return assistant.Outcome{}, request.Malformed(assistant.Say("Say in which conversation the answer stands."))
		}
		if _, err := i.Conversations.Conversation(ctx, i.Owner.Tenant.ID, p.Conversation); err != nil {
			return assistant.Outcome{}, request.Found(err, "conversation")
		}
		return i.act(ctx, p.Conversation, body)
	}
}
