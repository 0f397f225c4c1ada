package orchestrator_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// TestWhatIsTakenBackWhileAnAgentWorksIsAskedAbout: the words come while a model writes what it wants, and are over before that is
// proposed, so that nobody has allowed it any more; the agent hears nothing of them.
func TestWhatIsTakenBackWhileAnAgentWorksIsAskedAbout(t *testing.T) {
	c := &crowd{}
	var h *house
	c.play = func(_ context.Context, n int, r llm.Request) (llm.Reply, error) {
		switch {
		case n == 1:
			return wants("first", "pin_note", "note 1"), nil
		case n == 2:
			h.say("back", "stop always allowing 1")
			return wants("second", "pin_note", "note 2"), nil
		case len(results(r)) > 0:
			return words("That is how it went."), nil
		default:
			return words("I heard: " + r.Messages[len(r.Messages)-1].Parts[0].Text), nil
		}
	}
	h = newHouseOf(t, c)
	h.say("pin", "Pin a note about the opening hours")
	always := yes(h.asksFor("note 1"))
	always.Always = true
	if note := h.by("UANNA", always); note != "" {
		t.Fatal(note)
	}
	h.says("Taken back: from now on I ask again before “Pin a note”.")
	h.asksFor("note 2")
	if got := h.standing(); got != 0 {
		t.Errorf("%d are still approved for good", got)
	}
	told := 0
	for _, m := range h.log() {
		if strings.Contains(m.Content, "read what you said meanwhile") || strings.Contains(m.Content, "I heard: ") {
			t.Errorf("an agent has heard it: %s", m.Content)
		}
		if strings.Contains(m.Content, "Taken back") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("it is answered %d times", told)
	}
}

// TestCommandsInterruptNothing: where words interrupt, those that code does beside the turn leave it at work.
func TestCommandsInterruptNothing(t *testing.T) {
	p := ponders()
	h := newHouseOf(t, p.crowd)
	h.set(func(s *assistant.Settings) { s.Steering = assistant.SteeringInterrupt })
	h.say("ask", "Pin a note about the opening hours")
	<-p.begun
	h.say("what", "What is always allowed?")
	h.says("Nothing is approved for good that you could take back")
	close(p.goOn)
	h.says("I have looked.")
}
