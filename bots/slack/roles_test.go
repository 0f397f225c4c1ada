package slack_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// roles keeps who may decide, and writes down what it was asked to change.
type roles struct {
	profiles []assistant.Profile
	grants   []assistant.Grant
	changes  []string
	refuse   error
}

func (r *roles) Profiles(context.Context, assistant.TenantID, int) ([]assistant.Profile, error) {
	return r.profiles, nil
}

func (r *roles) Grants(context.Context, assistant.TenantID) ([]assistant.Grant, error) {
	return r.grants, nil
}

func (r *roles) note(change string) error {
	if r.refuse == nil {
		r.changes = append(r.changes, change)
	}
	return r.refuse
}

func (r *roles) SetRole(_ context.Context, t assistant.TenantID, by, id assistant.PersonID, role assistant.Role) error {
	return r.note(fmt.Sprintf("%s: %s makes %s %s", t, by, id, role))
}

func (r *roles) SaveGrant(_ context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.Grant) error {
	return r.note(fmt.Sprintf("%s: %s grants %+v", t, by, g))
}

func (r *roles) DropGrant(_ context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.Grant) error {
	return r.note(fmt.Sprintf("%s: %s drops %s of %s", t, by, g.Group, g.Space))
}

func withRoles(t *testing.T) (*fakeslack.Server, *roles) {
	t.Helper()
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}, work: work{admin: "U1"}}
	account := func(user string) []assistant.Account {
		return []assistant.Account{{Identity: assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: user}}}
	}
	keeps := &roles{
		profiles: []assistant.Profile{
			{Person: assistant.Person{Role: assistant.RoleAdmin}, Accounts: account("U1")},
			{Person: assistant.Person{Role: assistant.RoleApprover, Name: "Ben <!channel>"}},
			{Person: assistant.Person{Role: assistant.RoleMember}, Accounts: account("U7")},
		},
		grants: []assistant.Grant{{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleApprover}, {Surface: assistant.SurfaceDiscord, Group: "77", Role: assistant.RoleAdmin}},
	}
	fake, _ := fakeAndBot(t, func(c *slack.Config) {
		c.Space, c.Inbox, c.Threads, c.Questions, c.Work, c.Members = "T1", in, in, in, in, keeps
	})
	return fake, keeps
}

// TestAnAdminSaysOnTheHomeTabWhoDecides: people, and everybody in a user group.
func TestAnAdminSaysOnTheHomeTabWhoDecides(t *testing.T) {
	fake, keeps := withRoles(t)
	home := homeText(t, fake, "U1")
	for _, want := range []string{
		"Who decides", "*Admins*  <@U1>", "*Approvers*  Ben &lt;!channel&gt;", "Everybody in <!subteam^S1>: approver", "Everybody in discord 77: admin", "[Change a role]",
	} {
		if !strings.Contains(home, want) {
			t.Errorf("the home lacks %q:\n%s", want, home)
		}
	}
	if strings.Contains(home, "U7") {
		t.Errorf("members are shown:\n%s", home)
	}
	if home := homeText(t, fake, "U2"); strings.Contains(home, "Who decides") {
		t.Errorf("a member's home:\n%s", home)
	}
	fake.SetGroup("S2", "U4")
	homeText(t, fake, "U1")
	v := form(t, fake, "U1", "role_change")
	for says, values := range map[string]map[string]string{
		"Choose a person or a group.":           {"role": "approver"},
		"Choose a person or a group, not both.": {"person": "U5", "group": "s2", "role": "approver"},
	} {
		if got := submitted(t, fake, v, values); !strings.Contains(got, says) {
			t.Errorf("%v: %s", values, got)
		}
	}
	for _, values := range []map[string]string{{"person": "U5", "role": "approver"}, {"group": "s2", "role": "admin"}, {"group": "s2", "role": "member"}} {
		if got := submitted(t, fake, v, values); got != "" {
			t.Errorf("%v: %s", values, got)
		}
	}
	want := []string{
		"tenant: person-U1 makes person-U5 approver", "tenant: person-U1 grants {Surface:slack Space:T1 Group:S2 Role:admin}", "tenant: person-U1 drops S2 of T1",
	}
	if d := cmp.Diff(want, keeps.changes); d != "" {
		t.Error(d)
	}
	keeps.refuse = fmt.Errorf("set role: %w", assistant.ErrLastAdmin)
	if got := submitted(t, fake, v, map[string]string{"person": "U1", "role": "member"}); !strings.Contains(got, "last admin") {
		t.Error(got)
	}
}

// TestOnlyAdminsAreAskedForRoles; what a form brings that was not opened for its sender is storage's to refuse.
func TestOnlyAdminsAreAskedForRoles(t *testing.T) {
	fake, keeps := withRoles(t)
	homeText(t, fake, "U1")
	v := form(t, fake, "U1", "role_change")
	if a, err := fake.PressHome(t.Context(), "U2", map[string]any{"type": "button", "action_id": "role_change", "value": "{}"}); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	views := fake.Views()
	if last := string(views[len(views)-1].JSON); !strings.Contains(last, "Only an admin") {
		t.Error(last)
	}
	v.User, keeps.refuse = "U2", fmt.Errorf("set role: %w", assistant.ErrNotAdmin)
	if got := submitted(t, fake, v, map[string]string{"person": "U2", "role": "admin"}); !strings.Contains(got, "Only an admin") || len(keeps.changes) > 0 {
		t.Errorf("%s %v", got, keeps.changes)
	}
}
