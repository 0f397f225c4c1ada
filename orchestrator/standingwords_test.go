package orchestrator_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// saysAs says something in the house's conversation as somebody.
func (h *house) saysAs(who, key, text string) {
	h.t.Helper()
	_, err := h.Receive(h.t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account(who), Text: text, Key: key,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
}

// standing counts what is approved for good.
func (h *house) standing() int {
	h.t.Helper()
	all, err := h.db.Policies.StandingYeses(h.t.Context(), h.tenant)
	h.ok(err)
	return len(all)
}

// TestWhatIsApprovedForGoodIsListedAndTakenBackByWords, by whoever gave it or an admin: nobody else reads of it or ends it, and what
// was taken back is asked about again.
func TestWhatIsApprovedForGoodIsListedAndTakenBackByWords(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UCLEO", assistant.RoleMember)
	h.say("nothing", "what is always allowed?")
	h.says("Nothing is approved for good that you could take back")
	h.say("pin-1", "Pin a note about the opening hours")
	always := yes(h.asksFor("note"))
	always.Always = true
	if note := h.by("UANNA", always); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went (2).")

	h.saysAs("UCLEO", "cleo-1", "stop always allowing everything")
	h.saysAs("UCLEO", "cleo-2", "stop always allowing 1")
	h.say("list", "What is always allowed?")
	h.says("1. **Pin a note** · ")
	h.says("used 0 of 20 times")
	h.say("other", "stop always allowing invoices")
	h.says("Which of these do you mean?")
	told := 0
	for _, m := range h.log() {
		if strings.Contains(m.Content, "Nothing is approved for good that you could take back") {
			told++
		}
	}
	if told != 3 {
		t.Errorf("Cleo reads of what is not hers: %d of 3 answers name nothing", told)
	}
	if got := h.standing(); got != 1 {
		t.Fatalf("%d are approved for good, and nobody who may has taken anything back", got)
	}
	h.say("back", "Ask me again before you pin notes")
	h.says("Taken back: from now on I ask again before “Pin a note”.")
	if got := h.standing(); got != 0 {
		t.Fatalf("%d are still approved for good", got)
	}
	h.say("pin-2", "Pin a note about the holidays")
	h.asksFor("note 3")
}

// TestAnAdminTakesBackWhatOthersApprovedForGood by its number.
func TestAnAdminTakesBackWhatOthersApprovedForGood(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UCLEO", assistant.RoleAdmin)
	h.say("pin", "Pin a note about the opening hours")
	always := yes(h.asksFor("note"))
	always.Always = true
	if note := h.by("UANNA", always); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went (2).")
	h.saysAs("UCLEO", "admin", "stop always allowing 1")
	h.says("Taken back: from now on I ask again before “Pin a note”.")
	if got := h.standing(); got != 0 {
		t.Errorf("%d are still approved for good", got)
	}
}
