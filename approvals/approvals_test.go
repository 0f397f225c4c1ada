package approvals_test

import (
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

var now = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func who(id assistant.PersonID, role assistant.Role, groups ...string) approvals.Who {
	return approvals.Who{
		Person: assistant.Person{ID: id, Role: role},
		From:   assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", Groups: groups},
	}
}

func on(r *assistant.ApprovalRule) approvals.On {
	return approvals.On{Rule: r, Settings: assistant.DefaultSettings(), RequestedBy: "anna", ExpiresAt: now.Add(time.Hour), Now: now}
}

func yes(id assistant.PersonID, role assistant.Role) assistant.Yes {
	return assistant.Yes{Person: id, As: assistant.Capacity{Role: role}, At: now}
}

func TestTheNarrowestPolicyHolds(t *testing.T) {
	rule := func(n int) assistant.ApprovalRule { return assistant.ApprovalRule{Needed: n} }
	all := []assistant.Policy{
		{Rule: rule(1)}, {Project: "p", Rule: rule(2)}, {Tool: "t", Rule: rule(3)}, {Project: "p", Tool: "t", Rule: rule(4)},
	}
	for what, c := range map[string]struct {
		of      []assistant.Policy
		project assistant.ProjectID
		tool    assistant.TaskType
		want    int
	}{
		"the tool in the project":        {all, "p", "t", 4},
		"the tool elsewhere":             {all, "q", "t", 3},
		"another tool of the project":    {all, "p", "u", 2},
		"anything else":                  {all, "q", "u", 1},
		"the tool before the project":    {all[:3], "p", "t", 3},
		"of another project holds never": {all[1:2], "q", "t", 0},
	} {
		got := approvals.For(c.of, c.project, c.tool)
		if c.want == 0 && got != nil || c.want > 0 && (got == nil || got.Needed != c.want) {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

func TestWhoMayDecide(t *testing.T) {
	shop := assistant.GroupRef{Surface: assistant.SurfaceSlack, Space: "T1", Group: "S1"}
	for what, c := range map[string]struct {
		rule     *assistant.ApprovalRule
		who      approvals.Who
		yes, nay bool
	}{
		"whoever asked, where nobody set a rule":         {nil, who("anna", assistant.RoleMember), true, true},
		"another member, where nobody set a rule":        {nil, who("ben", assistant.RoleMember), false, false},
		"an approver, where the rule only counts":        {&assistant.ApprovalRule{Needed: 2}, who("ben", assistant.RoleApprover), true, true},
		"whoever asked, where the rule only counts":      {&assistant.ApprovalRule{Needed: 2}, who("anna", assistant.RoleMember), true, true},
		"whoever asked and is left out":                  {&assistant.ApprovalRule{NotRequester: true}, who("anna", assistant.RoleAdmin), false, true},
		"an admin, where approvers decide":               {&assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleApprover}}, who("ben", assistant.RoleAdmin), true, true},
		"an approver, where admins decide":               {&assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}, who("ben", assistant.RoleApprover), false, false},
		"a member who is named":                          {&assistant.ApprovalRule{People: []assistant.PersonID{"ben"}}, who("ben", assistant.RoleMember), true, true},
		"a guest who is named":                           {&assistant.ApprovalRule{People: []assistant.PersonID{"ben"}}, who("ben", assistant.RoleGuest), false, false},
		"an admin who is not named":                      {&assistant.ApprovalRule{People: []assistant.PersonID{"ben"}}, who("cleo", assistant.RoleAdmin), false, false},
		"a member of the group":                          {&assistant.ApprovalRule{Groups: []assistant.GroupRef{shop}}, who("ben", assistant.RoleMember, "S1"), true, true},
		"a member of another group":                      {&assistant.ApprovalRule{Groups: []assistant.GroupRef{shop}}, who("ben", assistant.RoleMember, "S2"), false, false},
		"nobody":                                         {&assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleMember}}, who("", assistant.RoleAdmin), false, false},
		"whom it escalates to, long before its end":      {&assistant.ApprovalRule{People: []assistant.PersonID{"x"}, Escalate: &assistant.Escalation{To: []assistant.PersonID{"ben"}, Minutes: 59}}, who("ben", assistant.RoleMember), false, false},
		"whom it escalates to, when the end is near":     {&assistant.ApprovalRule{People: []assistant.PersonID{"x"}, Escalate: &assistant.Escalation{To: []assistant.PersonID{"ben"}, Minutes: 60}}, who("ben", assistant.RoleMember), true, true},
		"whoever asked, though it escalates to somebody": {&assistant.ApprovalRule{NotRequester: true, Escalate: &assistant.Escalation{To: []assistant.PersonID{"anna"}, Minutes: 60}}, who("anna", assistant.RoleAdmin), false, true},
	} {
		if got := approvals.May(c.who, on(c.rule)); got != c.yes {
			t.Errorf("the yes of %s counts: %v", what, got)
		}
		if _, got := approvals.No(c.who, on(c.rule)); got != c.nay {
			t.Errorf("the no of %s counts: %v", what, got)
		}
	}
}

func TestEachYesIsCountedOnce(t *testing.T) {
	two := &assistant.ApprovalRule{Needed: 2}
	ben, cleo := who("ben", assistant.RoleApprover), who("cleo", assistant.RoleApprover)
	for what, c := range map[string]struct {
		who    approvals.Who
		before []assistant.Yes
		want   approvals.Next
	}{
		"the first":            {ben, nil, approvals.NextBacks},
		"the same again":       {ben, []assistant.Yes{yes("ben", assistant.RoleApprover)}, approvals.NextAgain},
		"the second":           {cleo, []assistant.Yes{yes("ben", assistant.RoleApprover)}, approvals.NextDecides},
		"of who may not":       {who("dan", assistant.RoleMember), nil, approvals.NextRefused},
		"after one said twice": {cleo, []assistant.Yes{yes("ben", assistant.RoleApprover), yes("ben", assistant.RoleApprover)}, approvals.NextDecides},
	} {
		if got, _ := approvals.Yes(c.who, on(two), c.before); got != c.want {
			t.Errorf("the yes %s: %q", what, got)
		}
	}
}

func TestTheGateCountsByTheRuleThatHoldsNow(t *testing.T) {
	ben, cleo, anna := yes("ben", assistant.RoleApprover), yes("cleo", assistant.RoleMember), yes("anna", assistant.RoleAdmin)
	for what, c := range map[string]struct {
		rule  *assistant.ApprovalRule
		yeses []assistant.Yes
		want  bool
	}{
		"no rule":                        {nil, nil, true},
		"one of one":                     {&assistant.ApprovalRule{}, []assistant.Yes{ben}, true},
		"nobody":                         {&assistant.ApprovalRule{}, nil, false},
		"one of two":                     {&assistant.ApprovalRule{Needed: 2}, []assistant.Yes{ben}, false},
		"the same one twice":             {&assistant.ApprovalRule{Needed: 2}, []assistant.Yes{ben, ben}, false},
		"two of two":                     {&assistant.ApprovalRule{Needed: 2}, []assistant.Yes{ben, anna}, true},
		"a second who might never":       {&assistant.ApprovalRule{Needed: 2}, []assistant.Yes{ben, cleo}, false},
		"whoever asked, who is left out": {&assistant.ApprovalRule{Needed: 2, NotRequester: true}, []assistant.Yes{ben, anna}, false},
		"an approver, since admins must": {&assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}, []assistant.Yes{ben}, false},
	} {
		if got := approvals.Enough(on(c.rule), c.yeses); got != c.want {
			t.Errorf("%s is enough: %v", what, got)
		}
	}
}

func TestWhoIsAwaited(t *testing.T) {
	of := func(id assistant.PersonID, r assistant.Role) assistant.Person {
		return assistant.Person{ID: id, Role: r}
	}
	people := []assistant.Person{
		of("cleo", assistant.RoleMember), of("anna", assistant.RoleApprover), of("ben", assistant.RoleApprover), of("ben", assistant.RoleApprover),
		of("gus", assistant.RoleGuest), of("olga", assistant.RoleAdmin),
	}
	for what, c := range map[string]struct {
		rule assistant.ApprovalRule
		said []assistant.Yes
		want []assistant.PersonID
	}{
		"whoever decides elsewhere":      {assistant.ApprovalRule{Needed: 2}, nil, []assistant.PersonID{"anna", "ben", "olga"}},
		"nobody who has said it":         {assistant.ApprovalRule{Needed: 2}, []assistant.Yes{yes("ben", assistant.RoleApprover)}, []assistant.PersonID{"anna", "olga"}},
		"not whoever asked":              {assistant.ApprovalRule{NotRequester: true}, nil, []assistant.PersonID{"ben", "olga"}},
		"those of a role":                {assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}, nil, []assistant.PersonID{"olga"}},
		"those that are named, no guest": {assistant.ApprovalRule{People: []assistant.PersonID{"cleo", "gus"}}, nil, []assistant.PersonID{"cleo"}},
		"nobody of a group is known":     {assistant.ApprovalRule{Groups: []assistant.GroupRef{{Surface: assistant.SurfaceSlack, Group: "S"}}}, nil, nil},
	} {
		if got := approvals.Awaited(people, nil, on(&c.rule), c.said); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", what, got)
		}
	}
}

func TestAStandingYesHoldsForItsLikeOnly(t *testing.T) {
	s := assistant.StandingYes{
		ID: "s", Person: "ben", Project: "p", Tool: "t", Most: 2, Used: 1, Until: now.Add(time.Minute), As: assistant.Capacity{Role: assistant.RoleApprover},
	}
	used, over, other, left, demoted := s, s, s, s, s
	demoted.Now = assistant.RoleMember
	used.Used, over.Until, other.Project, left.As.Role = 2, now, "q", assistant.RoleMember
	for what, c := range map[string]struct {
		of     assistant.StandingYes
		effect assistant.Effect
		rule   *assistant.ApprovalRule
		want   bool
	}{
		"its like":                       {s, assistant.EffectReversible, nil, true},
		"what cannot be undone":          {s, assistant.EffectIrreversible, nil, false},
		"once it is used up":             {used, assistant.EffectReversible, nil, false},
		"once it is over":                {over, assistant.EffectReversible, nil, false},
		"another project":                {other, assistant.EffectReversible, nil, false},
		"once who gave it may no more":   {left, assistant.EffectReversible, nil, false},
		"once their role is taken away":  {demoted, assistant.EffectReversible, nil, false},
		"where two have to approve":      {s, assistant.EffectReversible, &assistant.ApprovalRule{Needed: 2}, false},
		"where others decide by now":     {s, assistant.EffectReversible, &assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}, false},
		"where the rule names who it is": {s, assistant.EffectReversible, &assistant.ApprovalRule{People: []assistant.PersonID{"ben"}}, true},
	} {
		if _, got := approvals.Stands([]assistant.StandingYes{c.of}, approvals.Use{Tool: "t", Effect: c.effect, Project: "p"}, on(c.rule)); got != c.want {
			t.Errorf("%s: it stands: %v", what, got)
		}
	}
	if _, got := approvals.Stands([]assistant.StandingYes{s}, approvals.Use{Tool: "another", Effect: assistant.EffectReversible, Project: "p"}, on(nil)); got {
		t.Error("it holds for another tool")
	}
}

// What a background task wants needs a standing yes of its own, for what it wants to change: what was approved for good in a
// conversation was not approved of what strangers' words bring about, and what was approved of one task is not of another.
func TestABackgroundTaskHasStandingYesesOfItsOwn(t *testing.T) {
	all := assistant.StandingYes{
		ID: "all", Person: "ben", Project: "p", Tool: "t", Most: 2, Until: now.Add(time.Minute), As: assistant.Capacity{Role: assistant.RoleApprover},
	}
	own, nowhere := all, all
	own.Background, own.Target, nowhere.Background = "b", "the page", "b"
	before := nowhere
	before.Before = true
	used, over, less := before, before, before
	used.Used, over.Until, less.Now = used.Most, now, assistant.RoleMember
	asked := approvals.Use{Tool: "t", Effect: assistant.EffectReversible, Project: "p", Target: "the page"}
	unasked := asked
	unasked.Unasked, unasked.Background = true, "b"
	with := func(change func(*approvals.Use)) approvals.Use {
		u := unasked
		change(&u)
		return u
	}
	for what, c := range map[string]struct {
		of   assistant.StandingYes
		use  approvals.Use
		want bool
	}{
		"its own":                              {own, unasked, true},
		"what was approved in a conversation":  {all, unasked, false},
		"its own, for what a person asks":      {own, asked, false},
		"another task's":                       {own, with(func(u *approvals.Use) { u.Background = "c" }), false},
		"another target":                       {own, with(func(u *approvals.Use) { u.Target = "another page" }), false},
		"another tool":                         {own, with(func(u *approvals.Use) { u.Tool = "another" }), false},
		"a task that does not come again":      {own, with(func(u *approvals.Use) { u.Background = "" }), false},
		"one without a target, for any target": {nowhere, unasked, false},
		"one without a target, for none":       {nowhere, with(func(u *approvals.Use) { u.Target = "" }), false},
		"what was allowed before, for any":     {before, unasked, true},
		"what was allowed, used up":            {used, unasked, false},
		"what was allowed, after its end":      {over, unasked, false},
		"what was allowed, for what is asked":  {before, asked, false},
		"what was allowed, for another task":   {before, with(func(u *approvals.Use) { u.Background = "c" }), false},
		"what was allowed by who may no more":  {less, unasked, false},
		"what was allowed, for no target":      {before, with(func(u *approvals.Use) { u.Target = "" }), false},
		"what was allowed, for good":           {before, with(func(u *approvals.Use) { u.Effect = assistant.EffectIrreversible }), false},
		"what cannot be undone":                {own, with(func(u *approvals.Use) { u.Effect = assistant.EffectIrreversible }), false},
	} {
		if _, got := approvals.Stands([]assistant.StandingYes{c.of}, c.use, on(nil)); got != c.want {
			t.Errorf("%s: it stands: %v", what, got)
		}
	}
}

// TestAStandingYesIsToNobodyElsesWords: of those that came since the request they are whoever's gave it or asked, or of somebody who may
// decide alone now.
func TestAStandingYesIsToNobodyElsesWords(t *testing.T) {
	member, approver, guest := assistant.RoleMember, assistant.RoleApprover, assistant.RoleGuest
	of := func(id assistant.PersonID, role assistant.Role) assistant.Person {
		return assistant.Person{ID: id, Role: role}
	}
	named := &assistant.ApprovalRule{People: []assistant.PersonID{"anna", "cleo"}}
	alone := &assistant.ApprovalRule{NotRequester: true}
	for what, c := range map[string]struct {
		rule  *assistant.ApprovalRule
		heard []assistant.Person
		want  bool
	}{
		"nobody's":                        {nil, nil, true},
		"whoever's gave it":               {nil, []assistant.Person{of("ben", member)}, true},
		"whoever's asked":                 {nil, []assistant.Person{of("anna", member)}, true},
		"another member's":                {nil, []assistant.Person{of("cleo", member)}, false},
		"an approver's":                   {nil, []assistant.Person{of("dan", approver)}, true},
		"a guest's":                       {nil, []assistant.Person{of("gus", guest)}, false},
		"somebody's whom nobody knows":    {nil, []assistant.Person{{}}, false},
		"another member's among others'":  {nil, []assistant.Person{of("ben", member), of("dan", approver), of("cleo", member)}, false},
		"somebody's whom the rule names":  {named, []assistant.Person{of("cleo", member)}, false}, // ben may not by this rule
		"an approver's, under a rule":     {alone, []assistant.Person{of("dan", approver)}, true},
		"a member's, under the same rule": {alone, []assistant.Person{of("cleo", member)}, false},
	} {
		s := assistant.StandingYes{
			ID: "s", Person: "ben", Project: "p", Tool: "t", Most: 2, Until: now.Add(time.Minute), As: assistant.Capacity{Role: approver},
		}
		use := approvals.Use{Tool: "t", Effect: assistant.EffectReversible, Project: "p", Heard: c.heard}
		if _, got := approvals.Stands([]assistant.StandingYes{s}, use, on(c.rule)); got != c.want {
			t.Errorf("on words that are %s it stands: %v", what, got)
		}
	}
}

// Whoever may approve only by a group approves for good for a day: nobody can look who is in a group without them there.
func TestARightOfAGroupAloneIsKnown(t *testing.T) {
	shop := assistant.GroupRef{Surface: assistant.SurfaceSlack, Group: "S1"}
	grouped := assistant.Capacity{Role: assistant.RoleMember, Groups: []assistant.GroupRef{shop}}
	both := grouped
	both.Role = assistant.RoleAdmin
	for what, c := range map[string]struct {
		rule assistant.ApprovalRule
		as   assistant.Capacity
		want bool
	}{
		"a member of the group":            {assistant.ApprovalRule{Groups: []assistant.GroupRef{shop}}, grouped, true},
		"who is named, too":                {assistant.ApprovalRule{Groups: []assistant.GroupRef{shop}, People: []assistant.PersonID{"ben"}}, grouped, false},
		"who has a role that decides, too": {assistant.ApprovalRule{Groups: []assistant.GroupRef{shop}, Roles: []assistant.Role{assistant.RoleAdmin}}, both, false},
		"who is in none":                   {assistant.ApprovalRule{Groups: []assistant.GroupRef{shop}}, assistant.Capacity{Role: assistant.RoleMember}, false},
	} {
		if got := approvals.ByGroupAlone(on(&c.rule), "ben", c.as); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}
