package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// messages is where the [Inbox] looks up what stands in somebody's direct message.
type messages interface {
	Gathered(ctx context.Context, t assistant.TenantID, at assistant.PlaceID) ([]assistant.ApprovalRecord, error)
}

// together decides all that is open on a card or in a direct message, one by one, if it is what the person was shown. What cannot be undone is not approved
// among others.
func (i *Inbox) together(ctx context.Context, act assistant.Act, all assistant.ApprovalDecided) (assistant.Outcome, error) {
	var out assistant.Outcome
	open, conversation, err := i.openIn(ctx, act.Tenant, all)
	if err != nil {
		return out, err
	}
	out.Conversation = conversation
	if out.Note = notTogether(open, all); out.Note != "" {
		return out, nil
	}
	for _, a := range open {
		one := act
		one.Body = assistant.ApprovalDecided{Approval: a.ID, Verdict: all.Verdict, Note: all.Note, Hash: a.Hash}
		if act.Key != "" {
			one.Key = act.Key + "/" + string(a.ID)
		}
		did, err := i.Act(ctx, one)
		if err != nil {
			return out, err
		}
		did.Done = did.Done || out.Done
		out = did
	}
	return out, nil
}

// notTogether says why what is open on a card is not decided together as somebody wants; "" where it is.
func notTogether(open []assistant.Approval, all assistant.ApprovalDecided) string {
	forGood := func(a assistant.Approval) bool { return a.Irreversible }
	switch {
	case len(open) == 0:
		return noteSettled
	case assistant.TogetherHash(open) != all.Hash:
		return noteMoved
	case all.Verdict == assistant.VerdictApproved && slices.ContainsFunc(open, forGood):
		return noteOneByOne
	default:
		return ""
	}
}

// openIn is what waits for a decision on a card or in a direct message, with the first of its conversations.
func (i *Inbox) openIn(ctx context.Context, tenant assistant.TenantID, all assistant.ApprovalDecided) ([]assistant.Approval, assistant.ConversationID, error) {
	if all.Message == "" {
		view, err := i.subjects.Run(ctx, tenant, all.Card)
		if err != nil {
			return nil, "", fmt.Errorf("read run %s: %w", all.Card, err)
		}
		open, err := i.openOn(ctx, tenant, view)
		return open, view.Run.Conversation, err
	}
	there, err := i.messages.Gathered(ctx, tenant, all.Message)
	if err != nil {
		return nil, "", fmt.Errorf("read what stands in a direct message: %w", err)
	}
	var open []assistant.Approval
	var of assistant.ConversationID
	for _, a := range there {
		if of = cmp.Or(of, a.Conversation); a.Status == assistant.ApprovalPending {
			open = append(open, a.Approval)
		}
	}
	return open, of, nil
}

// openOn are the actions of a run that stand on its one card and wait for a decision.
func (i *Inbox) openOn(ctx context.Context, tenant assistant.TenantID, view assistant.RunView) ([]assistant.Approval, error) {
	var out []assistant.Approval
	for _, t := range view.Tasks {
		if t.Approval == "" {
			continue
		}
		a, err := i.subjects.Approval(ctx, tenant, t.Approval)
		if errors.Is(err, assistant.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read approval %s: %w", t.Approval, err)
		}
		if a.Card() == view.Run.ID && a.Status == assistant.ApprovalPending {
			out = append(out, a.Approval)
		}
	}
	return out, nil
}
