package ingest

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Pressing is anything that a card offers, as it is pressed: what is done, and what that is about.
type Pressing struct {
	Do           view.Do                   `json:"do"`
	Conversation assistant.ConversationID  `json:"conversationId"` // of what an answer offers; the others know theirs
	Plan         assistant.PlanID          `json:"planId"`
	Version      int                       `json:"version"`
	Approval     assistant.ApprovalID      `json:"approvalId"`
	Question     assistant.ClarificationID `json:"questionId"`
	Run          assistant.RunID           `json:"runId"`
	Task         assistant.TaskID          `json:"taskId"`
	Message      assistant.MessageID       `json:"messageId"` // the answer
	Option       int                       `json:"option"`    // of what it offers
	Shown        string                    `json:"shown"`     // the hash of what is decided together
	Hash         string                    `json:"hash"`      // of the version of a plan or an action that was seen; may be left out
	Seen         string                    `json:"seen"`      // which version of a form was shown before approval; may be left out
	Words        string                    `json:"words"`     // the changes wanted with a decision, or a free-text answer
	Values       map[string]string         `json:"values"`    // of the form that the verb opens, by the keys of its fields
}

// Pressed takes down what was pressed, by the table of verbs. A form that is opened first is sent with it;
// what has to be read first is not taken. A press that says a request is one of the messages that a person may send in a minute.
func (i *Ingest) Pressed(ctx context.Context, w http.ResponseWriter, p Pressing) (assistant.Outcome, error) {
	for _, of := range []struct{ what, id string }{
		{"plan", string(p.Plan)}, {"approval", string(p.Approval)}, {"run", string(p.Run)}, {"step", string(p.Task)}, {"question", string(p.Question)}, {"answer", string(p.Message)}, {"conversation", string(p.Conversation)},
	} {
		if of.id != "" && !assistant.ValidID(of.id) {
			return assistant.Outcome{}, request.Unknown(of.what)
		}
	}
	on := view.On{Plan: p.Plan, Version: p.Version, Approval: p.Approval, Ask: p.Question, Run: p.Run, Task: p.Task, Said: p.Message, Option: p.Option, Shown: p.Shown}
	verb, ok := click.Find(p.Do, on)
	switch {
	case ok && verb.Then == click.ThenAnswers:
		return i.Answer(ctx, p.Question, p.Values, p.Words)
	case ok && verb.Then == click.ThenRewrite && len(p.Values) > 0:
		return i.OnApprovalWith(ctx, p.Approval, p.Hash, p.Seen, p.Values)
	case ok && verb.Then == click.ThenStanding && p.Approval != "":
		d, err := click.Standing(p.Approval, p.Hash, p.Values)
		if err != nil {
			return assistant.Outcome{}, err
		}
		return i.OnApproval(ctx, p.Approval, d)
	}
	body := verb.With(on, p.Words)
	if !ok || body == nil {
		return assistant.Outcome{}, request.Malformed(assistant.Say("That cannot be pressed, or what it is about is missing."))
	}
	switch b := body.(type) { //nolint:gochecksumtype // the rest stands in a conversation that is named
	case assistant.PlanDecided:
		b.Hash = p.Hash
		return i.OnPlan(ctx, b.Plan, b)
	case assistant.ApprovalDecided:
		if b.Approval != "" {
			b.Hash = p.Hash
			return i.OnApproval(ctx, b.Approval, b)
		}
		return i.OnRun(ctx, b.Card, b)
	case assistant.StopRequested, assistant.RetryRequested, assistant.UndoRequested:
		return i.OnRun(ctx, p.Run, body)
	case assistant.Said:
		if err := i.Admit(w); err != nil {
			return assistant.Outcome{}, err
		}
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
