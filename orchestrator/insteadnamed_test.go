package orchestrator_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// adminsPin lays down that an admin approves notes.
func (h *house) adminsPin() {
	h.t.Helper()
	h.ok(h.db.Policies.SavePolicy(h.t.Context(), h.tenant, h.owner, assistant.Policy{Tool: "pin_note", Rule: assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}}))
}

// names lets somebody decide for another until tomorrow.
func (h *house) names(who, to string) assistant.DelegationID {
	h.t.Helper()
	id := assistant.NewID[assistant.DelegationID](h.ids)
	h.ok(h.db.Policies.Delegate(h.t.Context(), h.tenant, assistant.Delegation{ID: id, Person: h.person(who).ID, Delegate: h.person(to).ID, Until: time.Now().Add(24 * time.Hour)}))
	return id
}

// TestWhoIsNamedDecidesUntilItIsOver: with what the person may by their role, until they say otherwise; the log says in whose stead it
// was.
func TestWhoIsNamedDecidesUntilItIsOver(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UANNA", assistant.RoleAdmin)
	h.makes("UCLEO", assistant.RoleMember)
	h.makes("UBEN", assistant.RoleMember)
	h.adminsPin()
	ben := h.person("UBEN").Name
	named := h.names("UANNA", "UBEN")

	h.say("pin", "Pin a note about the opening hours")
	a := h.asksFor("note")
	if note := h.by("UCLEO", yes(a)); !strings.Contains(note, "it is laid down who approves") {
		t.Errorf("whom nobody has named reads %q", note)
	}
	always := yes(a)
	always.Always = true
	if note := h.by("UBEN", always); !strings.Contains(note, "approves nothing for good") {
		t.Errorf("who approves for good in another's stead reads %q", note)
	}
	if note := h.by("UBEN", yes(a)); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went (2).")
	if got := len(h.crowd.pinned()); got != 1 {
		t.Errorf("pinned %d times", got)
	}
	said := ""
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.ApprovalDecided); ok && b.As != nil && b.As.For == h.person("UANNA").ID {
			said = m.Content
		}
	}
	if !strings.Contains(said, "Approved by "+ben+" for ") {
		t.Errorf("the log says %q", said)
	}

	h.say("pin-2", "Pin a note about the holidays")
	b := h.asksFor("note 3")
	h.ok(h.db.Policies.EndDelegation(t.Context(), h.tenant, h.person("UANNA").ID, named))
	if note := h.by("UBEN", yes(b)); !strings.Contains(note, "it is laid down who approves") {
		t.Errorf("after it is over, they read %q", note)
	}
}

// TestWhoIsNamedDecidesInWords as by a button, and passes nothing on.
func TestWhoIsNamedDecidesInWords(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UANNA", assistant.RoleAdmin)
	h.makes("UCLEO", assistant.RoleMember)
	h.makes("UBEN", assistant.RoleMember)
	h.adminsPin()
	h.names("UANNA", "UBEN")
	h.names("UBEN", "UCLEO")
	h.say("pin", "Pin a note about the opening hours")
	h.asksFor("note")
	h.saysAs("UCLEO", "cleo", "yes")
	h.says("Here it is laid down who approves this")
	if got := len(h.crowd.pinned()); got != 0 {
		t.Fatalf("whom the delegate has named decides: pinned %d times", got)
	}
	h.saysAs("UBEN", "ben", "yes")
	h.says("That is how it went (2).")
	if got := len(h.crowd.pinned()); got != 1 {
		t.Errorf("pinned %d times", got)
	}
}

// person is somebody of the house.
func (h *house) person(who string) assistant.Person {
	h.t.Helper()
	p, err := h.db.People.PersonFor(h.t.Context(), h.tenant, account(who))
	h.ok(err)
	return p
}
