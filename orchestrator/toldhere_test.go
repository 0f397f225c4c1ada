package orchestrator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// newestOf waits for an answer of Hans with a text, in a conversation.
func (h *house) newestOf(c assistant.ConversationID, with string) string {
	h.t.Helper()
	h.conversation = c
	h.says(with)
	log := h.log()
	for _, m := range slices.Backward(log) {
		if strings.Contains(m.Content, with) {
			return m.Content
		}
	}
	return ""
}

// TestAPlaceIsToldByNameOnlyWhatEverybodyThereMaySee: who asks what waits in a conversation with others, or in a channel, or has a digest
// told there, is told of the rest how much it is.
func TestAPlaceIsToldByNameOnlyWhatEverybodyThereMaySee(t *testing.T) {
	slack := func(channel string) assistant.Place {
		return assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: "1"}
	}
	for name, c := range map[string]struct {
		place assistant.Place
		with  string // who has spoken there before; "" for nobody else
		named bool
	}{
		"on the panel, alone":         {assistant.Place{Surface: assistant.SurfaceWeb, Channel: "P1"}, "", true},
		"on the panel, with a member": {assistant.Place{Surface: assistant.SurfaceWeb, Channel: "P1"}, "UCLEO", false},
		"in a channel of Slack":       {slack("C9"), "", false},
		"in a direct message":         {slack("D9"), "", true},
	} {
		for _, asks := range []string{"What is waiting?", "What did the team do today?"} {
			t.Run(name+": "+asks, func(t *testing.T) {
				h := newHouseOf(t, telling(pinning()))
				h.saysAs("UANNA", "secret", "Pin a note about the layoffs")
				a := h.asksFor("note")
				var there assistant.ConversationID
				for _, who := range []string{c.with, "UANNA"} {
					text := asks
					if who != "UANNA" {
						text = "thanks"
					}
					if who == "" {
						continue
					}
					got, err := h.Receive(t.Context(), assistant.Inbound{Tenant: h.tenant, From: account(who), Text: text, Key: "there-" + who, Place: c.place})
					h.ok(err)
					there = got.Conversation
				}
				said := h.newestOf(there, "decision")
				if strings.Contains(said, "note 1") != c.named {
					t.Errorf("of %q it is told %q", a.Title, said)
				}
				if strings.Contains(said, "Of other conversations, which not everybody here may see: ") == c.named {
					t.Errorf("how much more there is: %q", said)
				}
			})
		}
	}
}

// TestOfItsOwnWorkAPlaceIsToldByName, whoever reads along: it stands there anyway.
func TestOfItsOwnWorkAPlaceIsToldByName(t *testing.T) {
	h := newHouseOf(t, telling(pinning()))
	h.saysAs("UCLEO", "along", "thanks")
	h.saysAs("UANNA", "ask", "Pin a note about the layoffs")
	h.asksFor("note")
	h.saysAs("UANNA", "waits", "What is waiting?")
	if said := h.newestOf(h.conversation, "decision"); !strings.Contains(said, "note 1") || strings.Contains(said, "Of other conversations") {
		t.Errorf("it is told %q", said)
	}
}
