package approvals_test

import (
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// named is that somebody who has a role has named another for an hour.
func named(from assistant.PersonID, role assistant.Role, to assistant.PersonID) assistant.Delegation {
	return assistant.Delegation{Person: from, Role: role, Delegate: to, Until: now.Add(time.Hour)}
}

// inStead is somebody with all that anybody has named.
func inStead(w approvals.Who, all ...assistant.Delegation) approvals.Who {
	w.For = all
	return w
}

func TestWhoIsNamedDecidesByTheRightsThatAreThereNow(t *testing.T) {
	dan, olga := named("dan", assistant.RoleAdmin, "ben"), named("olga", assistant.RoleMember, "ben")
	over, left, own, anna := dan, dan, named("ben", assistant.RoleAdmin, "ben"), named("anna", assistant.RoleMember, "ben")
	over.Until, left.Role = now, assistant.RoleGuest
	gone := dan
	gone.Role = ""
	ben := who("ben", assistant.RoleMember, "S1")
	admins := assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}
	shop := assistant.GroupRef{Surface: assistant.SurfaceSlack, Space: "T1", Group: "S1"}
	for what, c := range map[string]struct {
		rule *assistant.ApprovalRule
		who  approvals.Who
		want assistant.PersonID // whom the yes is for
		may  bool
	}{
		"for an admin, where nobody set a rule":         {nil, inStead(ben, dan), "dan", true},
		"for an admin, where admins decide":             {&admins, inStead(ben, dan), "dan", true},
		"for whoever asked, where members may":          {nil, inStead(ben, anna), "anna", true},
		"for a member, who may not":                     {nil, inStead(ben, olga), "", false},
		"for a member, where the rule names them":       {&assistant.ApprovalRule{People: []assistant.PersonID{"olga"}}, inStead(ben, olga), "olga", true},
		"by a right of their own first":                 {nil, inStead(who("ben", assistant.RoleApprover), dan), "", true},
		"for whoever has a right, of two":               {&admins, inStead(ben, olga, dan), "dan", true},
		"once it is over":                               {&admins, inStead(ben, over), "", false},
		"for a guest":                                   {&admins, inStead(ben, left), "", false},
		"for whoever has left":                          {&assistant.ApprovalRule{People: []assistant.PersonID{"dan"}}, inStead(ben, gone), "", false},
		"for whoever has left and asked":                {nil, inStead(ben, assistant.Delegation{Person: "anna", Delegate: "ben", Until: dan.Until}), "", false},
		"for themself":                                  {&admins, inStead(ben, own), "", false},
		"as a guest":                                    {nil, inStead(who("ben", assistant.RoleGuest), dan), "", false},
		"of whom somebody else was named":               {&admins, inStead(who("cleo", assistant.RoleMember), dan), "", false},
		"of whom the delegate was named":                {&admins, inStead(who("cleo", assistant.RoleMember), dan, named("ben", assistant.RoleMember, "cleo")), "", false},
		"for whoever asked and is left out":             {&assistant.ApprovalRule{NotRequester: true}, inStead(ben, named("anna", assistant.RoleAdmin, "ben")), "", false},
		"as whoever asked and is left out":              {&assistant.ApprovalRule{NotRequester: true}, inStead(who("anna", assistant.RoleMember), named("dan", assistant.RoleAdmin, "anna")), "", false},
		"by a group that only they are in":              {&assistant.ApprovalRule{Groups: []assistant.GroupRef{shop}}, inStead(who("cleo", assistant.RoleMember), named("ben", assistant.RoleMember, "cleo")), "", false},
		"for whom it escalates to, long before its end": {&assistant.ApprovalRule{People: []assistant.PersonID{"x"}, Escalate: &assistant.Escalation{To: []assistant.PersonID{"olga"}, Minutes: 59}}, inStead(ben, olga), "", false},
		"for whom it escalates to, near its end":        {&assistant.ApprovalRule{People: []assistant.PersonID{"x"}, Escalate: &assistant.Escalation{To: []assistant.PersonID{"olga"}, Minutes: 60}}, inStead(ben, olga), "olga", true},
	} {
		next, as := approvals.Yes(c.who, on(c.rule), nil)
		if may := approvals.May(c.who, on(c.rule)); may != c.may || (next != approvals.NextRefused) != c.may || as.For != c.want {
			t.Errorf("%s: %v, %q for %q", what, may, next, as.For)
		}
		if _, no := approvals.No(c.who, on(c.rule)); c.may && !no {
			t.Errorf("%s: they may say yes, and not no", what)
		}
		if c.may {
			y := assistant.Yes{Person: c.who.Person.ID, As: as, At: now}
			if !approvals.Enough(on(c.rule), []assistant.Yes{y}) {
				t.Errorf("%s: it is not enough at the gate", what)
			}
		}
	}
	ask := inStead(ben, named("anna", assistant.RoleMember, "ben"))
	if as, no := approvals.No(ask, on(&assistant.ApprovalRule{NotRequester: true})); !no || as.For != "anna" {
		t.Errorf("the no for whoever asked: %v for %q", no, as.For)
	}
}

// TestTwoVoicesOfOnePersonCountOnce: whoever decides for another has one yes, and so has whoever is decided for.
func TestTwoVoicesOfOnePersonCountOnce(t *testing.T) {
	two := &assistant.ApprovalRule{Needed: 2}
	forDan := assistant.Yes{Person: "ben", As: assistant.Capacity{Role: assistant.RoleAdmin, For: "dan"}, At: now}
	dan, olga := named("dan", assistant.RoleAdmin, "ben"), named("olga", assistant.RoleAdmin, "cleo")
	for what, c := range map[string]struct {
		who    approvals.Who
		before []assistant.Yes
		want   approvals.Next
		for_   assistant.PersonID
	}{
		"for another, after their own":               {inStead(who("ben", assistant.RoleApprover), dan), []assistant.Yes{yes("ben", assistant.RoleApprover)}, approvals.NextAgain, ""},
		"their own, after another's":                 {inStead(who("ben", assistant.RoleApprover), dan), []assistant.Yes{forDan}, approvals.NextAgain, ""},
		"of whoever was decided for":                 {who("dan", assistant.RoleAdmin), []assistant.Yes{forDan}, approvals.NextAgain, ""},
		"for whoever has said it":                    {inStead(who("ben", assistant.RoleMember), dan), []assistant.Yes{yes("dan", assistant.RoleAdmin)}, approvals.NextAgain, ""},
		"for the second of two, of whom one said it": {inStead(who("cleo", assistant.RoleMember), named("dan", assistant.RoleAdmin, "cleo"), olga), []assistant.Yes{forDan}, approvals.NextDecides, "olga"},
		"of somebody else":                           {who("cleo", assistant.RoleApprover), []assistant.Yes{forDan}, approvals.NextDecides, ""},
	} {
		if got, as := approvals.Yes(c.who, on(two), c.before); got != c.want || as.For != c.for_ {
			t.Errorf("the yes %s: %q for %q", what, got, as.For)
		}
	}
	for what, c := range map[string]struct {
		said []assistant.Yes
		want bool
	}{
		"two people":                    {[]assistant.Yes{forDan, yes("olga", assistant.RoleAdmin)}, true},
		"one, and who was decided for":  {[]assistant.Yes{forDan, yes("dan", assistant.RoleAdmin)}, false},
		"one, for another and themself": {[]assistant.Yes{yes("ben", assistant.RoleApprover), forDan}, false},
	} {
		if got := approvals.Enough(on(two), c.said); got != c.want {
			t.Errorf("%s are enough: %v", what, got)
		}
	}
	asker := []assistant.Yes{{Person: "anna", As: assistant.Capacity{Role: assistant.RoleAdmin, For: "dan"}, At: now}}
	if approvals.Enough(on(&assistant.ApprovalRule{NotRequester: true}), asker) {
		t.Error("whoever asked decides for an admin, though the rule of today leaves them out")
	}
}

func TestWhoIsNamedIsAwaitedToo(t *testing.T) {
	people := []assistant.Person{{ID: "ben", Role: assistant.RoleMember}, {ID: "dan", Role: assistant.RoleAdmin}, {ID: "gus", Role: assistant.RoleGuest}}
	all := []assistant.Delegation{named("dan", assistant.RoleAdmin, "ben"), named("dan", assistant.RoleAdmin, "gus")}
	admins := &assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}, Needed: 2}
	if got := approvals.Awaited(people, all, on(admins), nil); !slices.Equal(got, []assistant.PersonID{"ben", "dan"}) {
		t.Errorf("%q", got)
	}
	said := []assistant.Yes{{Person: "ben", As: assistant.Capacity{Role: assistant.RoleAdmin, For: "dan"}, At: now}}
	if got := approvals.Awaited(people, all, on(admins), said); len(got) != 0 {
		t.Errorf("once one of them has said it: %q", got)
	}
}
