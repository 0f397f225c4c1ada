package approvals_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// TestANoIsOfWhoeverAskedAndOfTheTeam: a no can only keep something from happening, and is still nobody's who does not belong here.
func TestANoIsOfWhoeverAskedAndOfTheTeam(t *testing.T) {
	admins := assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}
	asked := func(by assistant.PersonID) approvals.On {
		o := on(&admins)
		o.RequestedBy = by
		return o
	}
	for what, c := range map[string]struct {
		who  approvals.Who
		on   approvals.On
		want bool
	}{
		"whoever asked":                             {who("anna", assistant.RoleMember), asked("anna"), true},
		"whoever asked, who is a guest by now":      {who("anna", assistant.RoleGuest), asked("anna"), false},
		"nobody, of what nobody asked for":          {who("", assistant.RoleMember), asked(""), false},
		"a member, for whoever asked":               {inStead(who("ben", assistant.RoleMember), named("anna", assistant.RoleMember, "ben")), asked("anna"), true},
		"a member, for another who did not ask":     {inStead(who("ben", assistant.RoleMember), named("cleo", assistant.RoleMember, "ben")), asked("anna"), false},
		"a member, for whoever asked, once it ends": {inStead(who("ben", assistant.RoleMember), assistant.Delegation{Person: "anna", Role: assistant.RoleMember, Delegate: "ben", Until: now}), asked("anna"), false},
	} {
		if _, got := approvals.No(c.who, c.on); got != c.want {
			t.Errorf("the no of %s counts: %v", what, got)
		}
	}
}

// TestWhoHasLeftDecidesNothing, though a rule names them.
func TestWhoHasLeftDecidesNothing(t *testing.T) {
	rule := assistant.ApprovalRule{People: []assistant.PersonID{"ben"}}
	for _, role := range []assistant.Role{"", assistant.RoleGuest} {
		if approvals.May(who("ben", role), on(&rule)) || approvals.Enough(on(&rule), []assistant.Yes{yes("ben", role)}) {
			t.Errorf("a yes of somebody whose role is %q counts", role)
		}
	}
}

// TestAYesIsHeldToWhatItWasSaidBy: what somebody was when they said yes is kept with it, and the rule that holds now is asked.
func TestAYesIsHeldToWhatItWasSaidBy(t *testing.T) {
	near := &assistant.ApprovalRule{People: []assistant.PersonID{"x"}, Escalate: &assistant.Escalation{To: []assistant.PersonID{"ben"}, Minutes: 30}}
	late := yes("ben", assistant.RoleMember)
	if approvals.Enough(on(near), []assistant.Yes{late}) {
		t.Error("it escalates to somebody half an hour before its end, and their yes counts an hour before")
	}
	if late.As.Late = true; !approvals.Enough(on(near), []assistant.Yes{late}) {
		t.Error("a yes that was said when the end was near does not count any more")
	}
	group := func(name string) assistant.GroupRef {
		return assistant.GroupRef{Surface: assistant.SurfaceSlack, Space: "T1", Group: name}
	}
	shop := &assistant.ApprovalRule{Groups: []assistant.GroupRef{group("S1")}}
	for name, want := range map[string]bool{"S1": true, "S2": false} {
		y := yes("ben", assistant.RoleMember)
		y.As.Groups = []assistant.GroupRef{group(name)}
		if got := approvals.Enough(on(shop), []assistant.Yes{y}); got != want {
			t.Errorf("a yes by group %s is enough where S1 decides: %v", name, got)
		}
	}
}

// TestWhatNeverEndsNeverEscalates: without an end nothing is near it.
func TestWhatNeverEndsNeverEscalates(t *testing.T) {
	o := on(&assistant.ApprovalRule{Escalate: &assistant.Escalation{To: []assistant.PersonID{"ben"}, Minutes: 60}})
	if o.ExpiresAt = (time.Time{}); approvals.Escalated(o) {
		t.Error("it escalates, and has no end")
	}
}

// TestOthersDecideForSomebodyWhereTheRequesterIsLeftOut: who is left out is whoever asked, and nobody else.
func TestOthersDecideForSomebodyWhereTheRequesterIsLeftOut(t *testing.T) {
	rule := &assistant.ApprovalRule{NotRequester: true}
	ben := inStead(who("ben", assistant.RoleMember), named("dan", assistant.RoleAdmin, "ben"))
	if next, as := approvals.Yes(ben, on(rule), nil); next != approvals.NextDecides || as.For != "dan" {
		t.Errorf("in an admin's stead it is %q for %q", next, as.For)
	}
}

// TestPlansAndActionsAreDecidedOnAndNothingElse, by whoever may and by nobody else.
func TestPlansAndActionsAreDecidedOnAndNothingElse(t *testing.T) {
	for kind, want := range map[assistant.PendingKind]bool{
		assistant.PendingPlan: true, assistant.PendingApproval: true, assistant.PendingQuestion: false, assistant.PendingFailed: false,
	} {
		p := assistant.Pending{Kind: kind, RequestedBy: "anna", Until: now.Add(time.Hour)}
		if got := approvals.Decides(who("ben", assistant.RoleApprover), assistant.DefaultSettings(), now, p); got != want {
			t.Errorf("an approver decides on a %s: %v", kind, got)
		}
		if approvals.Decides(who("ben", assistant.RoleMember), assistant.DefaultSettings(), now, p) {
			t.Errorf("a member decides on another's %s", kind)
		}
	}
}
