package approvals_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// TestAGuestAsksForNothingThatCouldLackADecision: whose requests nobody could approve are named, and a guest has none to be named for.
func TestAGuestAsksForNothingThatCouldLackADecision(t *testing.T) {
	t.Parallel()
	robin, anna := assistant.Person{ID: "robin", Role: assistant.RoleAdmin}, assistant.Person{ID: "anna", Role: assistant.RoleMember}
	gus := assistant.Person{ID: "gus", Role: assistant.RoleGuest}
	got, lacks := approvals.LackOf(assistant.ApprovalRule{Needed: 2}, []assistant.Person{robin, anna, gus}, assistant.Settings{MembersApprove: true})
	if d := cmp.Diff(approvals.Lack{Needed: 2, Could: 2, AskedBy: []assistant.Person{robin}}, got); !lacks || d != "" {
		t.Errorf("lacks: %v, %s", lacks, d)
	}
}

// TestAGroupThatDecidesCanAlwaysBeReached: who is in it is known when somebody presses, so nobody says that there is none who can decide. A
// group that is given a role which decides nothing here changes nothing.
func TestAGroupThatDecidesCanAlwaysBeReached(t *testing.T) {
	t.Parallel()
	anna := []assistant.Person{{ID: "anna", Role: assistant.RoleMember}}
	group := assistant.GroupRef{Surface: assistant.SurfaceSlack, Group: "S1"}
	admins := assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}
	for what, c := range map[string]struct {
		rule    assistant.ApprovalRule
		granted assistant.Role
		want    bool
	}{
		"the rule names a group":             {assistant.ApprovalRule{Groups: []assistant.GroupRef{group}}, "", true},
		"a group is given the role it takes": {admins, assistant.RoleAdmin, true},
		"a group is given a lower one":       {admins, assistant.RoleApprover, false},
		"no group is given anything":         {admins, "", false},
	} {
		here := approvals.Present{People: anna}
		if c.granted != "" {
			here.Grants = []assistant.Grant{{Surface: assistant.SurfaceSlack, Group: "S1", Role: c.granted}}
		}
		if could, reached := here.Reach(approvals.On{Rule: &c.rule, RequestedBy: "kim"}, nil); reached != c.want || could != 0 {
			t.Errorf("%s: %d could, and that is enough: %v", what, could, reached)
		}
	}
}
