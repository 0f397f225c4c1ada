package orchestrator_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// guestsTalk lets guests speak, as an admin may allow it.
func (h *house) guestsTalk() {
	h.t.Helper()
	h.set(func(s *assistant.Settings) { s.GuestsTalk = true })
}

// guestSays lets a guest say something in the house's conversation.
func (h *house) guestSays(key, text string) {
	h.t.Helper()
	_, err := h.Receive(h.t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: guest("UGUS"), Text: text, Key: key,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
}

// TestAGuestsWordsSteerNobodysAgent: an agent at work for Anna is told nothing of what a guest says meanwhile. It has a turn of its own.
func TestAGuestsWordsSteerNobodysAgent(t *testing.T) {
	p := ponders()
	h := newHouseOf(t, p.crowd)
	h.guestsTalk()
	h.say("ask", "Pin a note about the opening hours")
	<-p.begun
	h.guestSays("more", "who are you?")
	close(p.goOn)
	h.says("I have looked.")
	h.says("I heard: ")
	for _, m := range h.log() {
		if strings.Contains(m.Content, "said meanwhile") {
			t.Errorf("they were taken up: %s", m.Content)
		}
	}
}

// TestAGuestsStopEndsNobodysTurn: the step that is under way goes on, and so does the one after it.
func TestAGuestsStopEndsNobodysTurn(t *testing.T) {
	p := ponders()
	h := newHouseOf(t, p.crowd)
	h.guestsTalk()
	h.say("ask", "Pin a note about the opening hours")
	<-p.begun
	h.guestSays("stop", "stop")
	close(p.goOn)
	h.says("I have looked.")
	for _, m := range h.log() {
		if strings.Contains(m.Content, "I have stopped") {
			t.Errorf("the turn was ended by a guest: %s", m.Content)
		}
	}
}

// TestWhatStandsToBeLookedAtTakesNoOtherArguments: the preview that people look at would show something else than what is approved.
func TestWhatStandsToBeLookedAtTakesNoOtherArguments(t *testing.T) {
	h := newHouse(t)
	if note := h.act(approved(h.propose())); note != "" {
		t.Fatal(note)
	}
	a := h.asked()
	if a.Staged == "" {
		t.Fatalf("nothing stands to be looked at: %+v", a)
	}
	other := decided(a, assistant.VerdictApproved)
	other.Arguments = []byte(`{"slug":"services","html":"something else"}`)
	if note := h.act(other); !strings.Contains(note, "stands where it can be looked at already") {
		t.Errorf("it reads %q", note)
	}
	if h.live() != "" {
		t.Error("it went live")
	}
	if note := h.act(decided(a, assistant.VerdictApproved)); note != "" {
		t.Fatal("what was shown can be approved still: " + note)
	}
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || strings.Contains(h.live(), "something else") {
		t.Errorf("%s with %q", got.Status, h.live())
	}
}
