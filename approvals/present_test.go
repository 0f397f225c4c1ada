package approvals_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// TestWhoIsNamedForOthersAddsNobody to those who could approve something: a yes in somebody's stead is theirs. So a rule that takes two
// admins is not met by one admin and whom they have named, however far it has come, and one that takes one is.
func TestWhoIsNamedForOthersAddsNobody(t *testing.T) {
	t.Parallel()
	admin, anna := assistant.Person{ID: "olga", Role: assistant.RoleAdmin}, assistant.Person{ID: "anna", Role: assistant.RoleMember}
	now := time.Now()
	stead := assistant.Delegation{Person: "olga", Role: assistant.RoleAdmin, Delegate: "anna", Until: now.Add(time.Hour)}
	here := approvals.Present{People: []assistant.Person{admin, anna}}
	for needed, want := range map[int]bool{1: true, 2: false} {
		on := approvals.On{Rule: &assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}, Needed: needed}, RequestedBy: "kim", Now: now}
		next, as := approvals.Yes(approvals.Who{Person: anna, For: []assistant.Delegation{stead}}, on, nil)
		if next == approvals.NextRefused {
			t.Fatal("her yes does not count")
		}
		said := []assistant.Yes{{Person: "anna", As: as, At: now}}
		for _, yeses := range [][]assistant.Yes{nil, said} {
			if could, reached := here.Reach(on, yeses); reached != want || could != 1 {
				t.Errorf("of %d, after %d: %d could, and that is enough: %v", needed, len(yeses), could, reached)
			}
		}
		if next, _ := approvals.Yes(approvals.Who{Person: admin}, on, said); needed == 2 && next != approvals.NextAgain {
			t.Errorf("her own yes after that comes to %q", next)
		}
	}
}

// TestWhoMayOnlyDecideLateCountsToo among those who could in the end.
func TestWhoMayOnlyDecideLateCountsToo(t *testing.T) {
	t.Parallel()
	late := assistant.ApprovalRule{People: []assistant.PersonID{"gone"}, Escalate: &assistant.Escalation{To: []assistant.PersonID{"anna"}, Minutes: 5}}
	here := approvals.Present{People: []assistant.Person{{ID: "anna", Role: assistant.RoleMember}}}
	if could, reached := here.Reach(approvals.On{Rule: &late, RequestedBy: "kim"}, nil); !reached || could != 1 {
		t.Errorf("%d could", could)
	}
}
