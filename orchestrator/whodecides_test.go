package orchestrator_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// pinning is an agent that pins a note for every request and says that it did.
func pinning() *crowd {
	return &crowd{play: func(_ context.Context, n int, r llm.Request) (llm.Reply, error) {
		if len(results(r)) > 0 {
			return words(fmt.Sprintf("That is how it went (%d).", n)), nil
		}
		return wants(fmt.Sprintf("pin%d", n), "pin_note", fmt.Sprintf("note %d", n)), nil
	}}
}

// by lets somebody do something; what they read if it takes no effect.
func (h *house) by(who string, b assistant.Body) string {
	h.t.Helper()
	out, err := h.Act(h.t.Context(), assistant.Act{Tenant: h.tenant, From: account(who), Body: b})
	h.ok(err)
	return out.Note
}

// makes gives somebody a role.
func (h *house) makes(who string, role assistant.Role) {
	h.t.Helper()
	p, err := h.db.People.PersonFor(h.t.Context(), h.tenant, account(who))
	h.ok(err)
	h.ok(h.db.People.SetRole(h.t.Context(), h.tenant, h.owner, p.ID, role))
}

func yes(a assistant.Approval) assistant.ApprovalDecided {
	return assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: a.Hash}
}

// TestTwoPeopleHaveToApprove: one yes starts nothing, the same one's second neither, and the second person's decides.
func TestTwoPeopleHaveToApprove(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UBEN", assistant.RoleApprover)
	h.ok(h.db.Policies.SavePolicy(t.Context(), h.tenant, h.owner, assistant.Policy{Tool: "pin_note", Rule: assistant.ApprovalRule{Needed: 2}}))
	h.say("ask", "Pin a note about the opening hours")
	a := h.asksFor("note")
	if a.Rule.Count() != 2 || a.Standing {
		t.Fatalf("asked with the rule %+v, for good: %v", a.Rule, a.Standing)
	}
	if note := h.by("UCLEO", yes(a)); !strings.Contains(note, "it is laid down who approves") {
		t.Errorf("a member whom no rule names reads %q", note)
	}
	always := yes(a)
	always.Always = true
	if note := h.by("UANNA", always); !strings.Contains(note, "cannot be approved for good") {
		t.Errorf("who approves for good what two approve reads %q", note)
	}
	if note := h.by("UANNA", yes(a)); note != "" {
		t.Fatal(note)
	}
	awaits(h, anyOf[assistant.ApprovalBacked])
	if note := h.by("UANNA", yes(a)); !strings.Contains(note, "approved this already") {
		t.Errorf("who says it twice reads %q", note)
	}
	if v := h.run(); v.Tasks[0].Status != assistant.TaskOpen || len(h.crowd.pinned()) != 0 {
		t.Fatalf("one yes was enough: %s", v.Tasks[0].Status)
	}
	if note := h.by("UBEN", yes(a)); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went")
	if got := len(h.crowd.pinned()); got != 1 {
		t.Errorf("pinned %d times", got)
	}
}

// TestAYesInWordsIsCountedToo: it is one of those that it takes, and a no by a button ends it.
func TestAYesInWordsIsCountedToo(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UBEN", assistant.RoleApprover)
	h.ok(h.db.Policies.SavePolicy(t.Context(), h.tenant, h.owner, assistant.Policy{Rule: assistant.ApprovalRule{Needed: 2}}))
	h.say("ask", "Pin a note about the opening hours")
	a := h.asksFor("note")
	h.say("yes", "yes")
	h.says("I have counted your yes: 1 of 2 so far.")
	h.say("again", "yes")
	h.says("You have approved this already")
	if note := h.by("UBEN", assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected}); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went")
	if got := len(h.crowd.pinned()); got != 0 {
		t.Errorf("a no ends it, and it was pinned %d times", got)
	}
}

// TestWhatIsApprovedForGoodIsDoneWithoutAsking until it is taken back.
func TestWhatIsApprovedForGoodIsDoneWithoutAsking(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.say("pin-1", "Pin a note about the opening hours")
	a := h.asksFor("note")
	if !a.Standing {
		t.Fatal("it may not be approved for good")
	}
	always := yes(a)
	always.Always = true
	if note := h.by("UANNA", always); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went (2).")
	h.say("pin-2", "Pin a note about the holidays")
	h.says("That is how it went (4).")
	asked := 0
	for _, m := range h.log() {
		if _, ok := m.Body.(assistant.ApprovalRequested); ok {
			asked++
		}
	}
	if got := len(h.crowd.pinned()); got != 2 || asked != 1 {
		t.Fatalf("pinned %d times, asked %d times", got, asked)
	}
	all, err := h.db.Policies.StandingYeses(t.Context(), h.tenant)
	h.ok(err)
	if len(all) != 1 || all[0].Used != 1 {
		t.Fatalf("%+v", all)
	}
	h.ok(h.db.Policies.EndStanding(t.Context(), h.tenant, all[0].Person, all[0].ID))
	h.say("pin-3", "Pin a note about the door")
	h.asksFor("note 5")
}

// pinned are the notes that were pinned.
func (c *crowd) pinned() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.notes...)
}
