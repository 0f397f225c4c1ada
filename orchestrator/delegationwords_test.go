package orchestrator_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// delegated are those who decide for somebody.
func (h *house) delegated() []assistant.Delegation {
	h.t.Helper()
	all, err := h.db.Policies.Delegations(h.t.Context(), h.tenant)
	h.ok(err)
	return all
}

// adminsPin lays down that an admin approves notes.
func (h *house) adminsPin() {
	h.t.Helper()
	h.ok(h.db.Policies.SavePolicy(h.t.Context(), h.tenant, h.owner, assistant.Policy{Tool: "pin_note", Rule: assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}}))
}

// TestWhoIsNamedDecidesUntilItIsOver: by a sentence, with what the person may by their role, until they say otherwise; the log says in
// whose stead it was.
func TestWhoIsNamedDecidesUntilItIsOver(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UANNA", assistant.RoleAdmin)
	h.makes("UCLEO", assistant.RoleMember)
	h.makes("UBEN", assistant.RoleMember)
	h.adminsPin()
	ben := h.person("UBEN").Name
	h.say("who", "Who decides for me?")
	h.says("Nobody decides for you.")
	h.say("open", ben+" decides for me")
	h.says("Until when shall " + ben + " decide for you?")
	h.say("nobody", "Zacharias decides for me until tomorrow")
	h.says("I know nobody here who is called “Zacharias”")
	if got := h.delegated(); len(got) != 0 {
		t.Fatalf("%+v", got)
	}
	h.say("name", ben+" decides for me until tomorrow")
	h.says(ben + " decides for you until")
	h.saysAs("UBEN", "ben-who", "For whom do I decide?")
	h.says("You decide for ")

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
	h.say("over", ben+" no longer decides for me")
	h.says(ben + " no longer decides for you.")
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
	h.say("name", h.person("UBEN").Name+" entscheidet bis morgen für mich")
	h.says(" entscheidet für Sie bis ")
	h.saysAs("UBEN", "on", h.person("UCLEO").Name+" decides for me until tomorrow")
	h.says(" decides for you until ")
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
