package bots_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// waiting are the bodies that put something before people, asked for by a person.
func waiting(by assistant.PersonID) []assistant.Body {
	return []assistant.Body{
		assistant.PlanProposed{Plan: assistant.Plan{ID: "p", Version: 1, RequestedBy: by}},
		assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", RequestedBy: by}},
		assistant.Reminded{Plan: "p", Version: 1, Person: by},
		assistant.Reminded{Approval: "a", Person: by},
	}
}

// whoDecides is what the card says of who may decide.
func whoDecides(t *testing.T, b assistant.Body, names bots.Names) string {
	t.Helper()
	m := assistant.Message{ID: "m", Seq: 1, Kind: assistant.KindMessage, Body: b}
	m.Slot = assistant.SlotOf(m)
	card, ok := bots.Fold(m.Slot, []assistant.Message{m}, names)
	if !ok {
		t.Fatalf("%T is not drawn", b)
	}
	switch c := card.(type) { //nolint:gochecksumtype // the cards of what waits for a decision
	case bots.PlanCard:
		return c.Deciders
	case bots.ApprovalCard:
		return c.Deciders
	case bots.ReminderCard:
		lead := view.Remind(c, view.Reader{}, bots.Calling{Theirs: true}).Label
		if theirs := strings.HasPrefix(lead, "Your"); theirs != strings.Contains(c.Who, "Anna") {
			t.Errorf("%q to %q", lead, c.Who)
		}
		return c.Who
	default:
		t.Fatalf("%T is a %T", b, card)
		return ""
	}
}

// TestCardsSayWhoMayReallyDecide: whoever asked is named on the card just where the rule lets them decide.
func TestCardsSayWhoMayReallyDecide(t *testing.T) {
	for _, role := range []assistant.Role{assistant.RoleGuest, assistant.RoleMember, assistant.RoleApprover, assistant.RoleAdmin} {
		for _, members := range []bool{true, false} {
			anna, set := assistant.Person{ID: "anna", Name: "Anna\n B", Role: role}, assistant.Settings{MembersApprove: members}
			names := bots.NewNames(roster(), map[assistant.PersonID]assistant.Person{"anna": anna}, set)
			want := "An approver or an admin may decide"
			if assistant.MayDecide(anna, set, "anna") {
				want = "Anna B, an approver or an admin may decide"
			}
			for _, b := range waiting("anna") {
				if got := whoDecides(t, b, names); got != want {
					t.Errorf("%s, members approve: %t: %T says %q", role, members, b, got)
				}
			}
		}
	}
	names := bots.NewNames(roster(), nil, assistant.DefaultSettings())
	for _, b := range append(waiting(""), waiting("gone")...) {
		if got := whoDecides(t, b, names); got != "An approver or an admin may decide" {
			t.Errorf("of nobody: %T says %q", b, got)
		}
	}
}

// TestAReminderSaysWhoDecidesByItsRule as the card does: who, and how many have approved.
func TestAReminderSaysWhoDecidesByItsRule(t *testing.T) {
	rule := &assistant.ApprovalRule{Needed: 2, NotRequester: true, Roles: []assistant.Role{assistant.RoleApprover}}
	b := assistant.Reminded{Approval: "a", Person: "ben", Asker: "anna", Rule: rule, Yeses: []assistant.PersonID{"cleo"}}
	people := map[assistant.PersonID]assistant.Person{
		"anna": {ID: "anna", Name: "Anna", Role: assistant.RoleMember}, "ben": {ID: "ben", Name: "Ben", Role: assistant.RoleMember},
		"cleo": {ID: "cleo", Name: "Cleo", Role: assistant.RoleApprover},
	}
	m := assistant.Message{ID: "m", Seq: 1, Kind: assistant.KindStatus, Body: b}
	m.Slot = assistant.SlotOf(m)
	card, _ := bots.Fold(m.Slot, []assistant.Message{m}, bots.NewNames(roster(), people, assistant.DefaultSettings()))
	reminder, ok := card.(bots.ReminderCard)
	if !ok || reminder.For != "ben" || reminder.Subject != "approval:a" {
		t.Fatalf("%T for %q about %q", card, reminder.For, reminder.Subject)
	}
	v := view.Remind(reminder, view.Reader{}, bots.Calling{Theirs: true})
	var facts []string
	for _, f := range v.Facts() {
		facts = append(facts, f.Text)
	}
	if got := v.Label + "; " + strings.Join(facts, "; "); got != "Your decision is still waiting; 1 of 2 approvals: Cleo; May decide: approvers and admins; not whoever asked for it" {
		t.Errorf("it says %q", got)
	}
}

// annas knows Anna alone, a member.
type annas struct{ set assistant.Settings }

func (a annas) Settings(context.Context, assistant.TenantID) (assistant.Settings, error) {
	return a.set, nil
}

func (a annas) Person(context.Context, assistant.TenantID, assistant.PersonID) (assistant.Person, error) {
	return assistant.Person{ID: "anna", Name: "Anna", Role: assistant.RoleMember}, nil
}

// TestAThreadSaysWhoDecidesByTheTenantsSettings: what is delivered says what the settings are, not what they are by default.
func TestAThreadSaysWhoDecidesByTheTenantsSettings(t *testing.T) {
	for _, c := range []struct {
		set  assistant.Settings
		want string
	}{
		{assistant.DefaultSettings(), "Anna, an approver or an admin may decide"},
		{assistant.Settings{}, "An approver or an admin may decide"},
	} {
		d := newDesk(t, nil)
		courier := bots.New(bots.Config{
			Kind: assistant.SurfaceSlack, Surface: d.courier.Surface, Store: d.store, Now: d.clock.now,
			People: annas{c.set},
		})
		for _, b := range waiting("anna")[:2] {
			d.store.say(assistant.Message{Agent: assistant.Chief, Body: b})
		}
		for range 2 {
			if _, _, err := courier.Deliver(t.Context(), "tenant"); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range d.fake.Posted("C1", d.root) {
			raw, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(raw), c.want) {
				t.Errorf("with %+v the thread does not say %q: %s", c.set, c.want, raw)
			}
		}
		if n := len(d.fake.Posted("C1", d.root)); n != 2 {
			t.Errorf("%d cards", n)
		}
	}
}
