package web

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/trace"
)

// Partakers tells of some conversations in which of them somebody took part.
type Partakers interface {
	TookPart(ctx context.Context, t assistant.TenantID, who assistant.PersonID, ids []assistant.ConversationID) (map[assistant.ConversationID]bool, error)
}

// partaker sees what happens in the conversations that they took part in; of the others there is nothing.
type partaker struct {
	parts Partakers
	who   assistant.PersonID
}

// sees is [assistant.ErrNotFound] for a conversation that they took no part in.
func (p partaker) sees(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, err error) error {
	if err != nil {
		return err
	}
	took, err := p.parts.TookPart(ctx, t, p.who, []assistant.ConversationID{id})
	if err == nil && !took[id] {
		err = assistant.ErrNotFound
	}
	return err //nolint:wrapcheck // storage says what it was doing
}

// only keeps what is of conversations that they took part in.
func only[T any](ctx context.Context, p partaker, t assistant.TenantID, all []T, of func(T) assistant.ConversationID, err error) ([]T, error) {
	if err != nil || len(all) == 0 {
		return all, err
	}
	var ids []assistant.ConversationID
	for _, one := range all {
		ids = append(ids, of(one))
	}
	took, err := p.parts.TookPart(ctx, t, p.who, ids)
	return slices.DeleteFunc(all, func(one T) bool { return !took[of(one)] }), err //nolint:wrapcheck // as above
}

// The ports of a partaker: lists are bounded by who asks for them, and what is found by its id is looked at here.
type (
	partOfConversations struct {
		Conversations
		partaker
	}
	partOfWork struct {
		Work
		partaker
	}
	partOfApprovals struct {
		partaker
		all Approvals
	}
	partOfPending struct {
		partaker
		all Pending
	}
)

// Conversation finds a conversation.
func (p partOfConversations) Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error) {
	c, err := p.Conversations.Conversation(ctx, t, id)
	if err = p.sees(ctx, t, id, err); err != nil {
		return assistant.Conversation{}, err
	}
	return c, nil
}

// Run finds a run.
func (p partOfWork) Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error) {
	v, err := p.Work.Run(ctx, t, id)
	if err = p.sees(ctx, t, v.Run.Conversation, err); err != nil {
		return assistant.RunView{}, err
	}
	return v, nil
}

// Plan finds a plan.
func (p partOfWork) Plan(ctx context.Context, t assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error) {
	plan, status, c, err := p.Work.Plan(ctx, t, id, version)
	if err = p.sees(ctx, t, c, err); err != nil {
		return assistant.Plan{}, "", "", err
	}
	return plan, status, c, nil
}

// Clarification finds a question.
func (p partOfWork) Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (q assistant.Clarification, c assistant.ConversationID, askedOf assistant.PersonID, open bool, err error) {
	q, c, askedOf, open, err = p.Work.Clarification(ctx, t, id)
	if err = p.sees(ctx, t, c, err); err != nil {
		return assistant.Clarification{}, "", "", false, err
	}
	return q, c, askedOf, open, nil
}

// Approvals lists the actions that wait.
func (p partOfApprovals) Approvals(ctx context.Context, t assistant.TenantID) ([]assistant.ApprovalRecord, error) {
	all, err := p.all.Approvals(ctx, t)
	return only(ctx, p.partaker, t, all, func(a assistant.ApprovalRecord) assistant.ConversationID { return a.Conversation }, err)
}

// Approval finds one.
func (p partOfApprovals) Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	a, err := p.all.Approval(ctx, t, id)
	if err = p.sees(ctx, t, a.Conversation, err); err != nil {
		return assistant.ApprovalRecord{}, err
	}
	return a, nil
}

// Pending lists all that waits.
func (p partOfPending) Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error) {
	all, err := p.all.Pending(ctx, t)
	return only(ctx, p.partaker, t, all, func(one assistant.Pending) assistant.ConversationID { return one.Conversation }, err)
}

// NoticeRun says that they have looked at a run that failed; it was listed for them.
func (p partOfPending) NoticeRun(ctx context.Context, t assistant.TenantID, id assistant.RunID) error {
	return p.all.NoticeRun(ctx, t, id) //nolint:wrapcheck // storage says what it was doing
}

// partOfTraces tells what runs did of conversations that the person takes part in: whoever may not see a run is told nothing of it.
type partOfTraces struct {
	trace.Kept
	runs Work
}

// Run implements [trace.Kept].
func (p partOfTraces) Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error) {
	return p.runs.Run(ctx, t, id) //nolint:wrapcheck // it says what it was doing
}
