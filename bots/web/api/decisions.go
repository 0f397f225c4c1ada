package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Approvals reads the actions that wait for a person.
type Approvals interface {
	Approvals(ctx context.Context, t assistant.TenantID) ([]assistant.ApprovalRecord, error)
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// Pending lists all that waits for people.
type Pending interface {
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
}

// decisions lists what waits for people, and takes what they decide.
type decisions struct {
	approvals Approvals
	pending   Pending // nil: of what waits, approvals alone are listed
	ingest    *ingest.Ingest
	owner     *owner.Owner
}

// list answers with all that waits for a person in the tenant: approvals under "actions", as ever, and these with
// plans and questions under "pending".
func (d *decisions) list(w http.ResponseWriter, r *http.Request) error {
	records, err := d.approvals.Approvals(r.Context(), d.owner.Tenant.ID)
	if err != nil {
		return err
	}
	out := []actionJSON{}
	for _, a := range records {
		out = append(out, wireAction(a.Approval, a.Conversation, a.Status))
	}
	waits := []pendingJSON{}
	if d.pending != nil {
		all, err := d.pending.Pending(r.Context(), d.owner.Tenant.ID)
		if err != nil {
			return err
		}
		for _, p := range all {
			waits = append(waits, wirePending(p))
		}
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{"actions": out, "pending": waits})
	return nil
}

func (d *decisions) approve(w http.ResponseWriter, r *http.Request) error {
	return d.decide(w, r, "approved")
}

func (d *decisions) reject(w http.ResponseWriter, r *http.Request) error {
	return d.decide(w, r, "denied")
}

type decisionRequest struct {
	Decision  string          `json:"decision"`
	Version   int             `json:"version"`
	Note      string          `json:"note"`
	Hash      string          `json:"hash"`   // of what was seen; it may be left out
	Always    bool            `json:"always"` // of an action: approve its like from now on, too
	Lasts     assistant.Lasts `json:"lasts"`  // for how long that is
	Unseen    bool            `json:"unseen"` // of a plan: publish what is written on the way without showing it first
	Arguments json.RawMessage `json:"arguments"`
}

// decide settles an approval; a body with a note is optional.
func (d *decisions) decide(w http.ResponseWriter, r *http.Request, decision string) error {
	id, err := request.PathID[assistant.ApprovalID](r, "approval")
	if err != nil {
		return err
	}
	var req decisionRequest
	if r.ContentLength != 0 {
		if err := request.Decode(r, &req); err != nil {
			return err
		}
	}
	req.Decision, req.Arguments = decision, nil
	return d.ruled(w, r, id, req)
}

// ruled settles an approval by what a request calls the decision.
func (d *decisions) ruled(w http.ResponseWriter, r *http.Request, id assistant.ApprovalID, req decisionRequest) error {
	verb, ok := click.InJSON(click.AnApproval, req.Decision)
	if !ok {
		return request.Malformed(assistant.Say(`The decision must be "approved", "denied" or "changes".`))
	}
	body, _ := verb.With(view.On{Approval: id}, req.Note).(assistant.ApprovalDecided)
	if !req.Lasts.Valid() {
		return request.Malformed(assistant.Say(`What is approved for good lasts "today", "week" or "month".`))
	}
	body.Hash, body.Arguments, body.Always, body.Lasts = req.Hash, req.Arguments, req.Always, req.Lasts
	out, err := d.ingest.OnApproval(r.Context(), id, body)
	return d.settled(r.Context(), w, out, err)
}

// decideAction settles an approval in the words of seed 004. Other arguments than the shown ones are what the person wants instead.
func (d *decisions) decideAction(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.ApprovalID](r, "approval")
	if err != nil {
		return err
	}
	var req decisionRequest
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	if bytes.Equal(req.Arguments, []byte("null")) {
		req.Arguments = nil
	}
	return d.ruled(w, r, id, req)
}

// press takes anything that a card offers, by the table of verbs.
func (d *decisions) press(w http.ResponseWriter, r *http.Request) error {
	var req ingest.Pressing
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	out, err := d.ingest.Pressed(r.Context(), w, req)
	return d.settled(r.Context(), w, out, err)
}

// decidePlan settles a version of a plan.
func (d *decisions) decidePlan(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PlanID](r, "plan")
	if err != nil {
		return err
	}
	var req decisionRequest
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	verb, ok := click.InJSON(click.APlan, req.Decision)
	if !ok {
		return request.Malformed(assistant.Say(`The decision must be "approved", "rejected" or "changes".`))
	}
	if req.Version < 1 {
		return request.Malformed(assistant.Say("Say which version of the plan you have seen."))
	}
	body, _ := verb.With(view.On{Plan: id, Version: req.Version}, req.Note).(assistant.PlanDecided)
	body.Hash, body.Unseen = req.Hash, req.Unseen
	out, err := d.ingest.OnPlan(r.Context(), id, body)
	return d.settled(r.Context(), w, out, err)
}

// previewPlan has all that a version of a plan would do shown as its next version, without doing any of it.
func (d *decisions) previewPlan(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PlanID](r, "plan")
	if err != nil {
		return err
	}
	var req struct {
		Version int    `json:"version"`
		Hash    string `json:"hash"`
	}
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	if req.Version < 1 {
		return request.Malformed(assistant.Say("Say which version of the plan you have seen."))
	}
	body, _ := click.Body(view.PreviewPlan, view.On{Plan: id, Version: req.Version}).(assistant.PlanDecided)
	body.Hash = req.Hash
	out, err := d.ingest.OnPlan(r.Context(), id, body)
	return d.settled(r.Context(), w, out, err)
}

// answer settles a question.
func (d *decisions) answer(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.ClarificationID](r, "question")
	if err != nil {
		return err
	}
	var req struct {
		Values map[string]string `json:"values"`
		Text   string            `json:"text"`
	}
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	out, err := d.ingest.Answer(r.Context(), id, req.Values, req.Text)
	return d.settled(r.Context(), w, out, err)
}

type actJSON struct {
	Done         bool                     `json:"done"`
	Conversation assistant.ConversationID `json:"conversationId,omitempty"`
	Message      assistant.MessageID      `json:"messageId,omitempty"`
	Note         string                   `json:"note,omitempty"`
}

// settled writes what became of a decision. Whoever decides apart learns of no conversation by it.
func (d *decisions) settled(ctx context.Context, w http.ResponseWriter, out assistant.Outcome, err error) error {
	if err == nil && out.Conversation != "" {
		_, err = d.ingest.Conversations.Conversation(ctx, d.owner.Tenant.ID, out.Conversation)
		if errors.Is(err, assistant.ErrNotFound) {
			out.Conversation, out.Message, err = "", "", nil
		}
	}
	return answerAct(w)(out, err)
}

// answerAct writes what became of an act.
func answerAct(w http.ResponseWriter) func(assistant.Outcome, error) error {
	return func(out assistant.Outcome, err error) error {
		if err != nil {
			return err
		}
		request.WriteJSON(w, http.StatusOK, actJSON{out.Done, out.Conversation, out.Message, out.Note})
		return nil
	}
}
