package orchestrator

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// namings are who has named whom to decide for them; away is why that cannot be read.
type namings struct {
	all  []assistant.Delegation
	away error
}

func (n namings) Delegations(context.Context, assistant.TenantID) ([]assistant.Delegation, error) {
	return n.all, n.away
}

// TestWhoDecidesByTheirOwnRightNeedsNobody: who has named whom is read where it could make a difference, and nowhere else. A guest
// decides for nobody.
func TestWhoDecidesByTheirOwnRightNeedsNobody(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	away := errors.New("it cannot be read just now")
	a := assistant.ApprovalRecord{Approval: assistant.Approval{ID: "a", RequestedBy: "anna", Hash: "h"}}
	a.Status, a.ReadAt = assistant.ApprovalPending, at
	yes := assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictApproved, Hash: "h"}
	for name, c := range map[string]struct {
		who  assistant.Person
		may  bool
		read bool
	}{
		"who asked":            {assistant.Person{ID: "anna", Role: assistant.RoleMember}, true, false},
		"an approver":          {assistant.Person{ID: "ben", Role: assistant.RoleApprover}, true, false},
		"another member":       {assistant.Person{ID: "cleo", Role: assistant.RoleMember}, false, true},
		"a guest":              {assistant.Person{ID: "gus", Role: assistant.RoleGuest}, false, false},
		"somebody of no role":  {assistant.Person{ID: "gone"}, false, false},
		"a guest who asked it": {assistant.Person{ID: "anna", Role: assistant.RoleGuest}, false, false},
	} {
		i := inStead{named: namings{away: away}, tenant: "t", now: at}
		set := assistant.DefaultSettings()
		_, may, err := i.may(t.Context(), c.who, set, "anna")
		if may != c.may || errors.Is(err, away) != c.read {
			t.Errorf("%s decides on a plan: %t, %v", name, may, err)
		}
		ruled, err := i.ruleOn(t.Context(), a, yes, approvals.Who{Person: c.who}, set)
		if (ruled.body != nil) != c.may || errors.Is(err, away) != c.read {
			t.Errorf("%s decides on an action: %+v, %v", name, ruled, err)
		}
	}
}

// TestADecisionIsInTheSteadOfWhoeverGaveTheRight, and not of somebody else who has named the same person.
func TestADecisionIsInTheSteadOfWhoeverGaveTheRight(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	all := []assistant.Delegation{
		{ID: "1", Person: "cleo", Name: "Cleo", Role: assistant.RoleMember, Delegate: "ben", Until: at.Add(time.Hour)},
		{ID: "2", Person: "anna", Name: "Anna", Role: assistant.RoleMember, Delegate: "ben", Until: at.Add(time.Hour)},
	}
	ben := assistant.Person{ID: "ben", Role: assistant.RoleMember}
	of, may, err := inStead{named: namings{all: all}, tenant: "t", now: at}.may(t.Context(), ben, assistant.DefaultSettings(), "anna")
	if err != nil || !may || of.Person != "anna" {
		t.Errorf("he decides %t, %v, for %+v", may, err, of)
	}
	if of, may, err = (inStead{named: namings{all: all}, tenant: "t", now: at}).may(t.Context(), ben, assistant.DefaultSettings(), "dan"); err != nil || may || of.Person != "" {
		t.Errorf("of somebody who has named nobody he decides %t, %v, for %+v", may, err, of)
	}
	for want, as := range map[string]*assistant.Capacity{"Anna": {For: "anna"}, "Cleo": {For: "cleo"}, "": nil} {
		if got := calledIn(all, as); got != want {
			t.Errorf("by %+v it is for %q, not %q", as, got, want)
		}
	}
}
