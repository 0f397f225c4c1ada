package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/aisteam/aisteam/assistant"
)

// listActions answers with all that waits for a person in the tenant: approvals under "actions", as ever, and these with
// plans and questions under "pending".
func (s *Surface) listActions(w http.ResponseWriter, r *http.Request) error {
	records, err := s.Approvals.Approvals(r.Context(), s.Tenant.ID)
	if err != nil {
		return err
	}
	out := []actionJSON{}
	for _, a := range records {
		out = append(out, wireAction(a.Approval, a.Conversation, a.Status))
	}
	waits := []pendingJSON{}
	if s.Pending != nil {
		all, err := s.Pending.Pending(r.Context(), s.Tenant.ID)
		if err != nil {
			return err
		}
		for _, p := range all {
			waits = append(waits, wirePending(p))
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{"actions": out, "pending": waits})
	return nil
}

func (s *Surface) approveAction(w http.ResponseWriter, r *http.Request) error {
	return s.decide(w, r, assistant.VerdictApproved)
}

func (s *Surface) rejectAction(w http.ResponseWriter, r *http.Request) error {
	return s.decide(w, r, assistant.VerdictRejected)
}

type decisionRequest struct {
	Decision  string          `json:"decision"`
	Version   int             `json:"version"`
	Note      string          `json:"note"`
	Hash      string          `json:"hash"`   // of what was seen; it may be left out
	Unseen    bool            `json:"unseen"` // of a plan: publish what is written on the way without showing it first
	Arguments json.RawMessage `json:"arguments"`
}

// decide settles an approval; a body with a note is optional.
func (s *Surface) decide(w http.ResponseWriter, r *http.Request, v assistant.Verdict) error {
	id, err := pathID[assistant.ApprovalID](r, "approval")
	if err != nil {
		return err
	}
	var req decisionRequest
	if r.ContentLength != 0 {
		if err := decode(r, &req); err != nil {
			return err
		}
	}
	return answerAct(w)(s.actOnApproval(r.Context(), id, assistant.ApprovalDecided{Verdict: v, Note: req.Note, Hash: req.Hash}))
}

// decideAction settles an approval in the words of seed 004. Other arguments than the shown ones are not approved that
// way: an approval is bound to what was shown.
func (s *Surface) decideAction(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.ApprovalID](r, "approval")
	if err != nil {
		return err
	}
	var req decisionRequest
	if err := decode(r, &req); err != nil {
		return err
	}
	verdict, ok := map[string]assistant.Verdict{
		"approved": assistant.VerdictApproved, "denied": assistant.VerdictRejected, "rejected": assistant.VerdictRejected,
	}[req.Decision]
	if !ok {
		return malformed(`The decision must be "approved" or "denied".`)
	}
	if err := s.sameArguments(r.Context(), id, req.Arguments); err != nil {
		return err
	}
	return answerAct(w)(s.actOnApproval(r.Context(), id, assistant.ApprovalDecided{Verdict: verdict, Note: req.Note, Hash: req.Hash}))
}

func (s *Surface) sameArguments(ctx context.Context, id assistant.ApprovalID, given json.RawMessage) error {
	if len(given) == 0 || bytes.Equal(given, []byte("null")) {
		return nil
	}
	record, err := s.Approvals.Approval(ctx, s.Tenant.ID, id)
	if err != nil {
		return found(err, "approval")
	}
	var a, b any
	if json.Unmarshal(given, &a) == nil && json.Unmarshal(object(record.Arguments), &b) == nil && reflect.DeepEqual(a, b) {
		return nil
	}
	return refuse(http.StatusBadRequest, assistant.SideInput, "An approval stands for exactly what was shown, so its arguments cannot be changed here.",
		"Deny it and say in the conversation what should be different.")
}

// decidePlan settles a version of a plan.
func (s *Surface) decidePlan(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.PlanID](r, "plan")
	if err != nil {
		return err
	}
	var req decisionRequest
	if err := decode(r, &req); err != nil {
		return err
	}
	verdict, ok := map[string]assistant.Verdict{
		"approved": assistant.VerdictApproved, "rejected": assistant.VerdictRejected, "denied": assistant.VerdictRejected,
		"changes": assistant.VerdictChanges,
	}[req.Decision]
	if !ok {
		return malformed(`The decision must be "approved", "rejected" or "changes".`)
	}
	if req.Version < 1 {
		return malformed("Say which version of the plan you have seen.")
	}
	return answerAct(w)(s.actOnPlan(r.Context(), id, assistant.PlanDecided{
		Version: req.Version, Verdict: verdict, Note: req.Note, Hash: req.Hash, Unseen: req.Unseen,
	}))
}

// answerClarification settles a question.
func (s *Surface) answerClarification(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.ClarificationID](r, "question")
	if err != nil {
		return err
	}
	var req struct {
		Values map[string]string `json:"values"`
		Text   string            `json:"text"`
	}
	if err := decode(r, &req); err != nil {
		return err
	}
	return answerAct(w)(s.answer(r.Context(), id, req.Values, req.Text))
}

type actJSON struct {
	Done         bool                     `json:"done"`
	Conversation assistant.ConversationID `json:"conversationId,omitempty"`
	Message      assistant.MessageID      `json:"messageId,omitempty"`
	Note         string                   `json:"note,omitempty"`
}

// answerAct writes what became of an act.
func answerAct(w http.ResponseWriter) func(assistant.Outcome, error) error {
	return func(out assistant.Outcome, err error) error {
		if err != nil {
			return err
		}
		writeJSON(w, http.StatusOK, actJSON{out.Done, out.Conversation, out.Message, out.Note})
		return nil
	}
}
