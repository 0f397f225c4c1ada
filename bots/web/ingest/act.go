package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// act does something in the owner's name. A deed that did not take effect is a conflict, with the inbox's own word for it.
func (i *Ingest) act(ctx context.Context, c assistant.ConversationID, body assistant.Body) (assistant.Outcome, error) {
	out, err := i.Inbox.Act(ctx, assistant.Act{
		Tenant: i.Owner.Tenant.ID, Person: i.Owner.Person.ID, From: i.Owner.Identity(), Conversation: c, Body: body,
	})
	if err != nil {
		return out, err
	}
	if out.TooMuch {
		return out, request.Refuse(http.StatusTooManyRequests, assistant.SideInput, assistant.Verbatim(out.Note), assistant.Say("It has not been done; it can be done again then."))
	}
	if !out.Done {
		note := assistant.Verbatim(out.Note)
		if note.IsZero() {
			note = assistant.Say("That did not take effect: it had been decided before.")
		}
		return out, request.Refuse(http.StatusConflict, assistant.SideInput, note, assistant.Say("Look at it again to see where it stands."))
	}
	if out.Conversation == "" {
		out.Conversation = c
	}
	return out, nil
}

// OnApproval decides a pending action.
func (i *Ingest) OnApproval(ctx context.Context, id assistant.ApprovalID, d assistant.ApprovalDecided) (assistant.Outcome, error) {
	record, err := i.Approvals.Approval(ctx, i.Owner.Tenant.ID, id)
	if err != nil {
		return assistant.Outcome{}, request.Found(err, "approval")
	}
	if d.Note, err = request.Clean(d.Note, "note", request.NoteLimit); err != nil {
		return assistant.Outcome{}, err
	}
	if d.Verdict == assistant.VerdictChanges && d.Note == "" {
		return assistant.Outcome{Conversation: record.Conversation, Slot: record.Slot()}, request.Malformed(assistant.Say("Say what should be different about it."))
	}
	d.Approval = id
	out, err := i.act(ctx, record.Conversation, d)
	out.Slot = record.Slot()
	return out, err
}

// OnApprovalWith approves a pending action with some of its arguments replaced by a form's. If the person was shown their changes
// next to the proposal, they approve exactly that: seen is its [Written], or "" if nothing was shown.
func (i *Ingest) OnApprovalWith(ctx context.Context, id assistant.ApprovalID, hash, seen string, form map[string]string) (assistant.Outcome, error) {
	record, err := i.Approvals.Approval(ctx, i.Owner.Tenant.ID, id)
	if err != nil {
		return assistant.Outcome{}, request.Found(err, "approval")
	}
	of := assistant.Outcome{Conversation: record.Conversation, Slot: record.Slot()}
	arguments, err := record.Filled(form)
	if err != nil {
		return of, Unfit(err)
	}
	if written, err := Written(record.Approval, arguments); seen != "" && (err != nil || written != seen) {
		return of, request.Refuse(http.StatusConflict, assistant.SideInput, assistant.Say("This is not what you were shown, so nothing was decided."), assistant.Say("Look at your changes again, and approve them then."))
	}
	return i.OnApproval(ctx, id, assistant.ApprovalDecided{Verdict: assistant.VerdictApproved, Hash: hash, Arguments: arguments})
}

// Written is what arguments are known by that a person has written for an action.
func Written(a assistant.Approval, arguments json.RawMessage) (string, error) {
	return assistant.ConsentHash(assistant.Bound(assistant.TaskType(a.Tool), a.Definition), arguments, assistant.Preview{})
}

// Unfit says that what was written does not fit, in the words of the field that it is about where that is known.
func Unfit(err error) error {
	if _, told := errors.AsType[*assistant.FieldError](err); told {
		return err
	}
	return request.Malformed(assistant.Say("One of these values does not fit. Numbers are written in digits, and a yes or no as “true” or “false”."))
}

// Press says a request that an answer offers.
func (i *Ingest) Press(ctx context.Context, c assistant.ConversationID, p assistant.Pressed) (assistant.Outcome, error) {
	if c == "" {
		return assistant.Outcome{}, request.Malformed(assistant.Say("Say in which conversation the answer stands."))
	}
	if _, err := i.Conversations.Conversation(ctx, i.Owner.Tenant.ID, c); err != nil {
		return assistant.Outcome{}, request.Found(err, "conversation")
	}
	out, err := i.act(ctx, c, assistant.Said{Pressed: &p})
	if errors.Is(err, assistant.ErrNotFound) {
		return out, request.Found(err, "suggestion")
	}
	return out, err
}

// OnPlan decides a version of a plan.
func (i *Ingest) OnPlan(ctx context.Context, id assistant.PlanID, d assistant.PlanDecided) (assistant.Outcome, error) {
	_, _, c, err := i.Work.Plan(ctx, i.Owner.Tenant.ID, id, d.Version)
	if err != nil {
		return assistant.Outcome{}, request.Found(err, "plan")
	}
	if d.Note, err = request.Clean(d.Note, "note", request.NoteLimit); err != nil {
		return assistant.Outcome{}, err
	}
	d.Plan = id
	slot := assistant.SlotOf(assistant.Message{Body: d})
	if d.Verdict == assistant.VerdictChanges && d.Note == "" && !d.DryRun {
		return assistant.Outcome{Conversation: c, Slot: slot}, request.Malformed(assistant.Say("Say what should be different about the plan."))
	}
	out, err := i.act(ctx, c, d)
	out.Slot = slot
	return out, err
}

// Answer settles a clarification with values, own words, or both.
func (i *Ingest) Answer(ctx context.Context, id assistant.ClarificationID, values map[string]string, text string) (assistant.Outcome, error) {
	c, conversation, _, _, err := i.Work.Clarification(ctx, i.Owner.Tenant.ID, id)
	if err != nil {
		return assistant.Outcome{}, request.Found(err, "question")
	}
	if text, err = request.Clean(text, "answer", request.TextLimit); err != nil {
		return assistant.Outcome{}, err
	}
	of := assistant.Outcome{Conversation: conversation, Slot: assistant.SlotOf(assistant.Message{Body: assistant.Answered{Clarification: id}})}
	given, err := c.Form().Texts(values)
	if err != nil {
		return of, err
	}
	if text == "" && !c.Answers(given) {
		return of, request.Refuse(http.StatusBadRequest, assistant.SideInput, assistant.Say("None of these questions has an answer yet, and none has one that I could take."),
			assistant.Say("Answer one of them, write in your own words, or press “Never mind” to leave it."))
	}
	out, err := i.act(ctx, conversation, assistant.Answered{Clarification: id, Values: given, Text: text})
	out.Slot = of.Slot
	return out, err
}

// OnRun takes what is pressed on a run: it is stopped, retried or undone, or everything open on its card is decided together.
func (i *Ingest) OnRun(ctx context.Context, id assistant.RunID, body assistant.Body) (assistant.Outcome, error) {
	view, err := i.Work.Run(ctx, i.Owner.Tenant.ID, id)
	if err != nil {
		return assistant.Outcome{}, request.Found(err, "run")
	}
	out, err := i.act(ctx, view.Run.Conversation, body)
	out.Slot = assistant.SlotOf(assistant.Message{Body: body})
	return out, err
}
