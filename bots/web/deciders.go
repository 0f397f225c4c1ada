package web

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/deciding"
)

// decider is a person who may have to decide on requests in conversations they are not part of: a rule names them, or a decider has
// named them as deputy. They see what waits for them and what they have decided, item by item, and nothing else.
type decider struct {
	person assistant.Person
	named  deciding.Delegates // nil: nobody has named anybody
	people People
	now    func() time.Time
}

// right is what entitles a person to decide at a moment.
type right struct {
	who approvals.Who
	set assistant.Settings
	now time.Time
}

// right reads it.
func (d decider) right(ctx context.Context, t assistant.TenantID) (right, error) {
	r := right{who: approvals.Who{Person: d.person}, set: assistant.DefaultSettings(), now: d.now()}
	var errs [2]error
	if d.people != nil {
		r.set, errs[0] = d.people.Settings(ctx, t)
	}
	if d.named != nil {
		r.who.For, errs[1] = d.named.Delegations(ctx, t)
	}
	return r, errors.Join(errs[:]...)
}

// on tells whether they may decide on what waits.
func (r right) on(p assistant.Pending) bool { return approvals.Decides(r.who, r.set, r.now, p) }

// waiting is an action as it waits.
func waiting(a assistant.Approval) assistant.Pending {
	return assistant.Pending{Kind: assistant.PendingApproval, Rule: a.Rule, RequestedBy: a.RequestedBy, Until: a.ExpiresAt}
}

// proposed is a plan as it waits.
func proposed(p assistant.Plan) assistant.Pending {
	return assistant.Pending{Kind: assistant.PendingPlan, RequestedBy: p.RequestedBy, Until: p.ExpiresAt}
}

// sees is [assistant.ErrNotFound] for what they may not decide on now.
func (d decider) sees(ctx context.Context, t assistant.TenantID, open bool, p assistant.Pending) error {
	if !open {
		return assistant.ErrNotFound
	}
	r, err := d.right(ctx, t)
	if err == nil && !r.on(p) {
		err = assistant.ErrNotFound
	}
	return err
}

// decided tells whether they have said yes or no to an action.
func (d decider) decided(a assistant.ApprovalRecord) bool {
	return a.DecidedBy == d.person.ID || slices.ContainsFunc(a.Yeses, func(y assistant.Yes) bool { return y.Person == d.person.ID })
}

// partOfHistory reads whole conversations for their members, and for others only what waits for the person or was decided by them.
type partOfHistory struct {
	History
	member
	decider
}

// SlotMessages reads what stands in a slot.
func (p partOfHistory) SlotMessages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, s assistant.Slot) ([]assistant.Message, error) {
	ms, err := p.History.SlotMessages(ctx, t, id, s)
	if err = p.member.sees(ctx, t, id, err); !errors.Is(err, assistant.ErrNotFound) {
		return ms, err
	}
	r, err := p.right(ctx, t)
	if err != nil {
		return nil, err
	}
	return r.of(ms), nil
}

// Slots reads what stands in several slots.
func (p partOfHistory) Slots(ctx context.Context, t assistant.TenantID, at []assistant.SlotAt) ([]assistant.SlotRead, error) {
	read, err := p.History.Slots(ctx, t, at)
	if err != nil || len(read) == 0 {
		return read, err
	}
	var in []assistant.ConversationID
	for _, one := range read {
		in = append(in, one.Conversation)
	}
	may, err := p.may(ctx, t, in)
	if err != nil {
		return nil, err
	}
	var r *right
	for i, one := range read {
		if may[one.Conversation] {
			continue
		}
		if r == nil {
			now, err := p.right(ctx, t)
			if err != nil {
				return nil, err
			}
			r = &now
		}
		read[i].Messages = r.of(one.Messages)
	}
	return slices.DeleteFunc(read, func(one assistant.SlotRead) bool { return len(one.Messages) == 0 }), nil
}

// of are those of a slot's messages that are about what they have decided on, or may.
func (r right) of(ms []assistant.Message) []assistant.Message {
	theirs := r.among(ms)
	return slices.DeleteFunc(slices.Clone(ms), func(m assistant.Message) bool {
		ref, _ := about(m.Body)
		return ref == "" || !theirs[ref]
	})
}

// among tells on what of a slot's they have decided, or may.
func (r right) among(ms []assistant.Message) map[string]bool {
	theirs, settled := map[string]bool{}, map[string]bool{}
	for _, m := range ms {
		ref, settles := about(m.Body)
		settled[ref] = settled[ref] || settles
		theirs[ref] = theirs[ref] || m.Person != "" && m.Person == r.who.Person.ID
	}
	for _, m := range ms {
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest ask for no decision
		case assistant.PlanProposed:
			ref := string(b.Plan.ID)
			theirs[ref] = theirs[ref] || !settled[ref] && r.on(proposed(b.Plan))
		case assistant.ApprovalRequested:
			ref := string(b.Approval.ID)
			theirs[ref] = theirs[ref] || !settled[ref] && r.on(waiting(b.Approval))
		}
	}
	return theirs
}

// about is which plan or action a message is about, and whether it settles that.
func about(b assistant.Body) (ref string, settles bool) {
	switch b := b.(type) { //nolint:gochecksumtype // the rest are about neither
	case assistant.PlanProposed:
		return string(b.Plan.ID), false
	case assistant.PlanDecided:
		return string(b.Plan), true
	case assistant.ApprovalRequested:
		return string(b.Approval.ID), false
	case assistant.ApprovalBacked:
		return string(b.Approval), false
	case assistant.ApprovalDecided:
		return string(b.Approval), true
	default:
		return "", false
	}
}
