package orchestrator_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// What people say to each other aside reaches nobody of the team: it is not in the log, and nobody is at work on it.
func TestAnAsideIsHeardByNobody(t *testing.T) {
	d := newDoor(t)
	at := assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: "1"}
	log := func() (out []string) {
		t.Helper()
		ms, err := d.db.Conversations.MessagesAfter(t.Context(), d.tenant, d.conversation, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ms {
			if strings.Contains(m.Content, "aside") {
				t.Errorf("what was said aside is kept: %q", m.Content)
			}
			if _, ok := m.Body.(assistant.Said); ok {
				out = append(out, m.Content)
			}
			if b, ok := m.Body.(assistant.Revised); ok && b.Deleted {
				out = out[:len(out)-1]
			}
		}
		return out
	}
	take := func(change assistant.Change, key, text string) {
		t.Helper()
		if _, err := d.Receive(t.Context(), assistant.Inbound{Tenant: d.tenant, From: account("UBOB"), Change: change, Text: text, Key: key, ExternalID: "C1/2", Place: at}); err != nil {
			t.Fatal(err)
		}
	}
	take(assistant.ChangeSaid, "aside", "(aside) he is slow today")
	if got := log(); len(got) != 1 {
		t.Errorf("the log has %q", got)
	}
	take(assistant.ChangeSaid, "said", "make it blue")
	if got := log(); len(got) != 2 || got[1] != "make it blue" {
		t.Errorf("the log has %q", got)
	}
	take(assistant.ChangeEdited, "edited", "(aside) make it blue")
	if got := log(); len(got) != 1 {
		t.Errorf("made an aside afterwards, the log has %q", got)
	}
}
