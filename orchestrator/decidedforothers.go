package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// delegates keep who has named whom to decide for them.
type delegates interface {
	Delegations(ctx context.Context, t assistant.TenantID) ([]assistant.Delegation, error)
}

// inStead rules on decisions at a moment with those who have named others. They are read only where somebody's own right is not
// enough: most people decide by their own.
type inStead struct {
	named  delegates
	tenant assistant.TenantID
	now    time.Time
}

func (i *Inbox) inStead(t assistant.TenantID) inStead { return inStead{i.named, t, i.now()} }

// ruleOn is [ruleOn] by a person's own right, and then by those who have named them, at the moment that the database says it is.
func (i inStead) ruleOn(ctx context.Context, a assistant.ApprovalRecord, d assistant.ApprovalDecided, who approvals.Who, set assistant.Settings) (approvalRuling, error) {
	r := ruleOn(a, d, who, set, a.ReadAt)
	if r.rule != notADecider || !who.Person.Role.Valid() {
		return r, nil
	}
	var err error
	if who.For, err = i.all(ctx); err != nil {
		return approvalRuling{}, err
	}
	r = ruleOn(a, d, who, set, a.ReadAt)
	switch b := r.body.(type) { //nolint:gochecksumtype // a ruling is one of these, or nothing
	case assistant.ApprovalDecided:
		r.of = calledIn(who.For, b.As)
	case assistant.ApprovalBacked:
		r.of = calledIn(who.For, b.As)
	}
	return r, nil
}

// may tells whether somebody may decide what a person asked for where no rule says who, and who has named them where they may only
// for that one.
func (i inStead) may(ctx context.Context, p assistant.Person, set assistant.Settings, requestedBy assistant.PersonID) (of assistant.Delegation, may bool, err error) {
	who, on := approvals.Who{Person: p}, approvals.On{Settings: set, RequestedBy: requestedBy, Now: i.now}
	if approvals.May(who, on) {
		return of, true, nil
	}
	if !p.Role.Valid() {
		return of, false, nil
	}
	if who.For, err = i.all(ctx); err != nil {
		return of, false, err
	}
	as, may := approvals.No(who, on)
	if at := slices.IndexFunc(who.For, func(g assistant.Delegation) bool { return g.Person == as.For }); may && at >= 0 {
		of = who.For[at]
	}
	return of, may, nil
}

func (i inStead) all(ctx context.Context) ([]assistant.Delegation, error) {
	all, err := i.named.Delegations(ctx, i.tenant)
	if err != nil {
		return nil, fmt.Errorf("read who decides for whom: %w", err)
	}
	return all, nil
}

// calledIn is what the person is called in whose stead something was decided; "" where it was in nobody's.
func calledIn(all []assistant.Delegation, as *assistant.Capacity) string {
	for _, g := range all {
		if as != nil && g.Person == as.For {
			return g.Name
		}
	}
	return ""
}

// inSteadOf names somebody with the person in whose stead they did something.
func inSteadOf(who, of string, w wording.Words) string {
	if of == "" {
		return who
	}
	if who == "" {
		who = w.Say("a person")
	}
	return w.Say("%s for %s", who, of)
}

// planInStead lets a decision on a plan be in the stead of whoever has named the person, where it may be.
func (i *Inbox) planInStead(ctx context.Context, act assistant.Act, p assistant.Person, s *subject, set assistant.Settings) (bool, error) {
	b, ok := s.body.(assistant.PlanDecided)
	if !ok {
		return false, nil
	}
	of, may, err := i.inStead(act.Tenant).may(ctx, p, set, s.requestedBy)
	if may {
		b.For = of.Person
		s.body, s.of = b, of.Name
	}
	return may, err
}
