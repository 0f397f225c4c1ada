package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// act does something in the owner's name. A deed that did not take effect is a conflict, with the inbox's own word for it.
func (s *Surface) act(ctx context.Context, c assistant.ConversationID, body assistant.Body) (assistant.Outcome, error) {
	out, err := s.Inbox.Act(ctx, assistant.Act{
		Tenant: s.Tenant.ID, Person: s.Owner.ID, From: s.identity(), Conversation: c, Body: body,
	})
	if err != nil {
		return out, err
	}
	if out.TooMuch {
		return out, refuse(http.StatusTooManyRequests, assistant.SideInput, out.Note, "It has not been done; it can be done again then.")
	}
	if !out.Done {
		note := out.Note
		if note == "" {
			note = "That did not take effect: it had been decided before."
		}
		return out, refuse(http.StatusConflict, assistant.SideInput, note, "Look at it again to see where it stands.")
	}
	if out.Conversation == "" {
		out.Conversation = c
	}
	return out, nil
}

func (s *Surface) identity() assistant.Identity {
	return assistant.Identity{Surface: assistant.SurfaceWeb, External: string(s.Owner.ID), Name: s.Owner.Name}
}

// actOnApproval decides a pending action.
func (s *Surface) actOnApproval(ctx context.Context, id assistant.ApprovalID, d assistant.ApprovalDecided) (assistant.Outcome, error) {
	record, err := s.Approvals.Approval(ctx, s.Tenant.ID, id)
	if err != nil {
		return assistant.Outcome{}, found(err, "approval")
	}
	if d.Note, err = clean(d.Note, "note", noteLimit); err != nil {
		return assistant.Outcome{}, err
	}
	d.Approval = id
	return s.act(ctx, record.Conversation, d)
}

// actOnPlan decides a version of a plan.
func (s *Surface) actOnPlan(ctx context.Context, id assistant.PlanID, d assistant.PlanDecided) (assistant.Outcome, error) {
	_, _, c, err := s.Work.Plan(ctx, s.Tenant.ID, id, d.Version)
	if err != nil {
		return assistant.Outcome{}, found(err, "plan")
	}
	if d.Note, err = clean(d.Note, "note", noteLimit); err != nil {
		return assistant.Outcome{}, err
	}
	if d.Verdict == assistant.VerdictChanges && d.Note == "" {
		return assistant.Outcome{Conversation: c}, malformed("Say what should be different about the plan.")
	}
	d.Plan = id
	return s.act(ctx, c, d)
}

// answer settles a clarification with values, own words, or both.
func (s *Surface) answer(ctx context.Context, id assistant.ClarificationID, values map[string]string, text string) (assistant.Outcome, error) {
	c, conversation, _, _, err := s.Work.Clarification(ctx, s.Tenant.ID, id)
	if err != nil {
		return assistant.Outcome{}, found(err, "question")
	}
	if text, err = clean(text, "answer", textLimit); err != nil {
		return assistant.Outcome{}, err
	}
	given, err := answers(c, values)
	if err != nil {
		return assistant.Outcome{Conversation: conversation}, err
	}
	if text == "" && !c.Answers(given) {
		return assistant.Outcome{Conversation: conversation}, refuse(http.StatusBadRequest, assistant.SideInput, "None of these questions has an answer yet, and none has one that I could take.",
			"Answer one of them, write in your own words, or press “Never mind” to leave it.")
	}
	return s.act(ctx, conversation, assistant.Answered{Clarification: id, Values: given, Text: text})
}

// answers keeps the values that fit the questions. A value that is no option stands only where own words are welcome; an
// empty one leaves the question to its default.
func answers(c assistant.Clarification, values map[string]string) (map[string]string, error) {
	given := map[string]string{}
	known := map[string]bool{}
	for _, q := range c.Questions {
		known[q.Key] = true
		value, there := values[q.Key]
		if !there {
			continue
		}
		v, err := clean(value, "answer", noteLimit)
		if err != nil {
			return nil, err
		}
		if v != "" && !q.Free && len(q.Options) > 0 && !isOption(q, v) {
			return nil, malformed("Choose one of the options for: " + q.Text)
		}
		given[q.Key] = v
	}
	for key := range values {
		if !known[key] {
			return nil, malformed("Nobody has asked for " + shorten(key, 60) + ".")
		}
	}
	return given, nil
}

func isOption(q assistant.Question, v string) bool {
	for _, o := range q.Options {
		if o.Value == v {
			return true
		}
	}
	return false
}

// actOnRun stops, retries or undoes a run.
func (s *Surface) actOnRun(ctx context.Context, id assistant.RunID, body func(assistant.RunID) assistant.Body) (assistant.Outcome, error) {
	view, err := s.Work.Run(ctx, s.Tenant.ID, id)
	if err != nil {
		return assistant.Outcome{}, found(err, "run")
	}
	return s.act(ctx, view.Run.Conversation, body(id))
}

func stopRun(id assistant.RunID) assistant.Body     { return assistant.StopRequested{Run: id} }
func retryFailed(id assistant.RunID) assistant.Body { return assistant.RetryRequested{Run: id} }
func takeBack(id assistant.RunID) assistant.Body    { return assistant.UndoRequested{Run: id} }

// takeBackStep takes back what one task of the run did.
func takeBackStep(task assistant.TaskID) func(assistant.RunID) assistant.Body {
	return func(id assistant.RunID) assistant.Body { return assistant.UndoRequested{Run: id, Task: task} }
}

// shorten cuts text to at most n characters. What is no text is left out.
func shorten(text string, n int) string {
	runes := []rune(strings.ToValidUTF8(text, ""))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n-1]) + "…"
}
