package orchestrator

import (
	"context"
	"testing"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// nobodyNamed is a team in which nobody decides for anybody else.
type nobodyNamed struct{}

func (nobodyNamed) Delegations(context.Context, assistant.TenantID) ([]assistant.Delegation, error) {
	return nil, nil
}

// TestEscalationGoesByTheDatabasesClock: a replica whose clock is ahead lets nobody decide before the rule does, and one whose clock is
// behind keeps nobody from it.
func TestEscalationGoesByTheDatabasesClock(t *testing.T) {
	rule := approvals.For(lpPolicies(4), "site", "write")
	yes := assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictApproved, Hash: "shown"}
	for _, c := range []struct{ database, replica int8 }{{0, 1}, {1, 0}} {
		a := assistant.ApprovalRecord{Status: assistant.ApprovalPending, ReadAt: lpNow(c.database), Approval: assistant.Approval{
			ID: "a", Hash: "shown", Rule: rule, RequestedBy: "anna", ExpiresAt: lpEnd(),
		}}
		got, err := inStead{nobodyNamed{}, "t", lpNow(c.replica)}.ruleOn(t.Context(), a, yes, lpWhoIs(lpCora, lpState{}), assistant.Settings{})
		if late := c.database == 1; err != nil || (got.body != nil) != late {
			t.Errorf("the database is at %d, the replica at %d: %+v, %v", c.database, c.replica, got, err)
		}
	}
}
