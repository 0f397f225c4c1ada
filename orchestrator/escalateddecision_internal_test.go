package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// TestWhoDecidesShortlyBeforeTheEndHasDecided: what they decided under a rule's escalation is kept with its right, so that the gate,
// which knows no end, lets it through; before that, and for good, it is nothing.
func TestWhoDecidesShortlyBeforeTheEndHasDecided(t *testing.T) {
	rule := approvals.For(lpPolicies(4), "site", "write")
	a := assistant.ApprovalRecord{Status: assistant.ApprovalPending, Approval: assistant.Approval{
		ID: "a", Hash: "shown", Rule: rule, RequestedBy: "anna", ExpiresAt: lpEnd(), Standing: true,
	}}
	yes := assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictApproved, Hash: "shown", Always: true}
	cora := lpWhoIs(lpCora, lpState{})
	if got := ruleOn(a, yes, cora, assistant.Settings{}, lpNow(0)); got.body != nil {
		t.Errorf("in time she decides: %+v", got.body)
	}
	d, ok := ruleOn(a, yes, cora, assistant.Settings{}, lpNow(1)).body.(assistant.ApprovalDecided)
	if !ok || d.As == nil || d.Standing == nil {
		t.Fatalf("shortly before the end she does not decide: %+v", d)
	}
	atGate := approvals.On{Rule: rule, RequestedBy: "anna", Now: lpNow(2)}
	if !approvals.Enough(atGate, []assistant.Yes{{Person: "cora", As: *d.As, At: lpNow(1)}}) {
		t.Error("at the gate it counts for nothing, so it is asked for again and again")
	}
	d.Standing.Person, d.Standing.Tool, d.Standing.Project, d.Standing.Now = "cora", "write", "site", assistant.RoleMember
	use := approvals.Use{Tool: "write", Project: "site", Effect: assistant.EffectReversible}
	if _, stands := approvals.Stands([]assistant.StandingYes{*d.Standing}, use, atGate); stands {
		t.Error("it stands for good")
	}
}
