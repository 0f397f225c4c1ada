package approvals_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// TestARuleThatNobodyCanMeetIsKnown: by the people of the team, whoever of them asks. Groups may hold anybody, and guests nobody.
func TestARuleThatNobodyCanMeetIsKnown(t *testing.T) {
	t.Parallel()
	robin, olga := assistant.Person{ID: "robin", Role: assistant.RoleAdmin}, assistant.Person{ID: "olga", Role: assistant.RoleAdmin}
	anna, gus := assistant.Person{ID: "anna", Role: assistant.RoleMember}, assistant.Person{ID: "gus", Role: assistant.RoleGuest}
	admins := assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}, Needed: 2, NotRequester: true}
	either := admins
	either.Groups = []assistant.GroupRef{{Surface: assistant.SurfaceSlack, Group: "S1"}}
	late := assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}, Needed: 2, Escalate: &assistant.Escalation{To: []assistant.PersonID{"anna"}, Minutes: 5}}
	for what, c := range map[string]struct {
		rule assistant.ApprovalRule
		team []assistant.Person
		set  assistant.Settings
		want approvals.Lack
		can  bool
	}{
		"two admins of one":                      {rule: admins, team: []assistant.Person{robin, anna, gus}, want: approvals.Lack{Needed: 2, Could: 1, Always: true}},
		"two admins beside the one who asks":     {rule: admins, team: []assistant.Person{robin, olga, anna}, want: approvals.Lack{Needed: 2, Could: 2, AskedBy: []assistant.Person{robin, olga}}},
		"one admin":                              {rule: assistant.ApprovalRule{Roles: admins.Roles}, team: []assistant.Person{robin, anna}, can: true},
		"somebody who has left":                  {rule: assistant.ApprovalRule{People: []assistant.PersonID{"cleo"}}, team: []assistant.Person{robin}, want: approvals.Lack{Needed: 1, Always: true}},
		"a guest":                                {rule: assistant.ApprovalRule{People: []assistant.PersonID{"gus"}}, team: []assistant.Person{robin, gus}, want: approvals.Lack{Needed: 1, Always: true}},
		"a group of a platform":                  {rule: either, team: []assistant.Person{robin}, can: true},
		"whoever decides late":                   {rule: late, team: []assistant.Person{robin, anna}, can: true},
		"as elsewhere, where members decide":     {rule: assistant.ApprovalRule{Needed: 2}, team: []assistant.Person{robin, anna}, set: assistant.Settings{MembersApprove: true}, want: approvals.Lack{Needed: 2, Could: 2, AskedBy: []assistant.Person{robin}}},
		"as elsewhere, where approvers do alone": {rule: assistant.ApprovalRule{Needed: 2}, team: []assistant.Person{robin, anna}, want: approvals.Lack{Needed: 2, Could: 1, Always: true}},
	} {
		got, lacks := approvals.LackOf(c.rule, c.team, c.set)
		if lacks == c.can {
			t.Errorf("%s: it can be met: %v", what, !lacks)
		}
		if d := cmp.Diff(c.want, got); !c.can && d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
}
