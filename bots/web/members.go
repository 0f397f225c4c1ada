package web

import (
	"context"
	"errors"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/trace"
)

// Rooms tells in which of some conversations a person may act.
type Rooms interface {
	MayAct(ctx context.Context, t assistant.TenantID, who assistant.PersonID, ids []assistant.ConversationID) (map[assistant.ConversationID]bool, error)
}

// member sees what happens in the conversations that they may act in; of the others there is nothing.
type member struct {
	rooms Rooms
	who   assistant.PersonID
}

// sees is [assistant.ErrNotFound] for a conversation that they may not act in.
func (p member) sees(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, err error) error {
	if err != nil {
		return err
	}
	may, err := p.rooms.MayAct(ctx, t, p.who, []assistant.ConversationID{id})
	if err == nil && !may[id] {
		err = assistant.ErrNotFound
	}
	return err
}

// may tells in which of some conversations the person may act.
func (p member) may(ctx context.Context, t assistant.TenantID, ids []assistant.ConversationID) (map[assistant.ConversationID]bool, error) {
	return p.rooms.MayAct(ctx, t, p.who, ids)
}

// The ports of a member: lists are restricted to the viewer by their query, and what is found by its id is checked here.
type (
	partOfConversations struct {
		Conversations
		member
		waits Pending // nil: nothing is known to wait
	}
	partOfWork struct {
		Work
		member
		decider
	}
	partOfApprovals struct {
		member
		decider
		all Approvals
	}
	partOfPending struct {
		member
		decider
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

// Membership tells who takes part in a conversation, and who can be invited; into one that there is not yet everybody can be.
func (p partOfConversations) Membership(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, most int) (assistant.Membership, error) {
	m, err := p.Conversations.Membership(ctx, t, id, most)
	if id != "" {
		err = p.sees(ctx, t, id, err)
	}
	if err != nil {
		return assistant.Membership{}, err
	}
	return m, nil
}

// Overview returns what the panel shows, with what waits for the person elsewhere.
func (p partOfConversations) Overview(ctx context.Context, t assistant.TenantID, look assistant.Look) (assistant.Overview, error) {
	out, err := p.Conversations.Overview(ctx, t, look)
	if err != nil || p.waits == nil {
		return out, err
	}
	out.Waiting, err = p.waits.Pending(ctx, t)
	return out, err
}

// Run finds a run.
func (p partOfWork) Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error) {
	v, err := p.Work.Run(ctx, t, id)
	if err = p.member.sees(ctx, t, v.Run.Conversation, err); err != nil {
		return assistant.RunView{}, err
	}
	return v, nil
}

// Plan finds a plan.
func (p partOfWork) Plan(ctx context.Context, t assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error) {
	plan, status, c, err := p.Work.Plan(ctx, t, id, version)
	if err = p.member.sees(ctx, t, c, err); errors.Is(err, assistant.ErrNotFound) && c != "" {
		err = p.decider.sees(ctx, t, status == assistant.PlanOpen, proposed(plan))
	}
	if err != nil {
		return assistant.Plan{}, "", "", err
	}
	return plan, status, c, nil
}

// Clarification finds a question.
func (p partOfWork) Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (q assistant.Clarification, c assistant.ConversationID, askedOf assistant.PersonID, open bool, err error) {
	q, c, askedOf, open, err = p.Work.Clarification(ctx, t, id)
	if err = p.member.sees(ctx, t, c, err); err != nil {
		return assistant.Clarification{}, "", "", false, err
	}
	return q, c, askedOf, open, nil
}

// Approvals lists the actions that wait, where they may act and where they may decide.
func (p partOfApprovals) Approvals(ctx context.Context, t assistant.TenantID) ([]assistant.ApprovalRecord, error) {
	all, err := p.all.Approvals(ctx, t)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	ids := make([]assistant.ConversationID, len(all))
	for i, a := range all {
		ids[i] = a.Conversation
	}
	may, err := p.may(ctx, t, ids)
	if err != nil {
		return nil, err
	}
	r, err := p.right(ctx, t)
	var out []assistant.ApprovalRecord
	for _, a := range all {
		switch {
		case may[a.Conversation]:
		case !r.on(waiting(a.Approval)):
			continue
		default: // it is shown apart, with nothing that leads to where it comes from
			a.Conversation, a.Run, a.Task = "", "", ""
		}
		out = append(out, a)
	}
	return out, err
}

// Approval finds one: where they may act, while they may decide on it, and once they have.
func (p partOfApprovals) Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	a, err := p.all.Approval(ctx, t, id)
	err = p.member.sees(ctx, t, a.Conversation, err)
	if errors.Is(err, assistant.ErrNotFound) && a.ID != "" {
		if p.decided(a) {
			return a, nil
		}
		err = p.decider.sees(ctx, t, a.Status == assistant.ApprovalPending, waiting(a.Approval))
	}
	if err != nil {
		return assistant.ApprovalRecord{}, err
	}
	return a, nil
}

// Pending lists all that waits where they may act, and what they may decide on elsewhere, which says nothing of its conversation.
func (p partOfPending) Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error) {
	all, err := p.all.Pending(ctx, t)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	ids := make([]assistant.ConversationID, len(all))
	for i, one := range all {
		ids[i] = one.Conversation
	}
	may, err := p.may(ctx, t, ids)
	if err != nil {
		return nil, err
	}
	r, err := p.right(ctx, t)
	if err != nil {
		return nil, err
	}
	var out []assistant.Pending
	for _, one := range approvals.Marked(r.who, r.set, r.now, all) {
		if one.Apart = !may[one.Conversation]; one.Apart {
			one.Thread = ""
		}
		if one.Decides || !one.Apart {
			out = append(out, one)
		}
	}
	return out, nil
}

// Defer puts off what was listed for them.
func (p partOfPending) Defer(ctx context.Context, t assistant.TenantID, by assistant.PersonID, d assistant.Deferral) error {
	return p.all.Defer(ctx, t, by, d)
}

// Hand puts what was listed for them before a colleague of theirs.
func (p partOfPending) Hand(ctx context.Context, t assistant.TenantID, h assistant.Handed) error {
	return p.all.Hand(ctx, t, h)
}

// NoticeRun says that they have looked at a run that failed; it was listed for them.
func (p partOfPending) NoticeRun(ctx context.Context, t assistant.TenantID, id assistant.RunID) error {
	return p.all.NoticeRun(ctx, t, id)
}

// partOfTraces returns what runs did, for the conversations of the person only: others are told nothing of a run.
type partOfTraces struct {
	trace.Kept
	runs Work
}

// Run implements [trace.Kept].
func (p partOfTraces) Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error) {
	return p.runs.Run(ctx, t, id)
}
