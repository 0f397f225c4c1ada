package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// together decides all that is open on a card, one by one, if it is what the person was shown. What cannot be undone is not approved
// among others.
func (i *Inbox) together(ctx context.Context, act assistant.Act, all assistant.ApprovalDecided) (assistant.Outcome, error) {
	view, err := i.subjects.Run(ctx, act.Tenant, all.Card)
	if err != nil {
		return assistant.Outcome{}, fmt.Errorf("read run %s: %w", all.Card, err)
	}
	out := assistant.Outcome{Conversation: view.Run.Conversation}
	open, err := i.openOn(ctx, act.Tenant, view)
	if err != nil {
		return out, err
	}
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
