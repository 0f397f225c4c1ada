package orchestrator_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// TestManyChangesBecomeAPlan: nobody is asked about any of them, and the agent is told to propose a plan.
func TestManyChangesBecomeAPlan(t *testing.T) {
	told := make(chan string, 1)
	c := &crowd{play: func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
		if step == 1 {
			return wants("pin", "pin_note", "one", "pin_note", "two", "pin_note", "three"), nil
		}
		told <- results(r)["pin-2"]
		return calls("plan", "propose_plan", `{"reason":"It takes three notes."}`), nil
	}}
	h := newHouseOf(t, c)
	h.say("ask", "Pin notes about the opening hours, the holidays and the parking")
	h.says("has it planned: It takes three notes.")
	awaits(h, anyOf[assistant.Failed]) // nobody answers planning here
	if got := <-told; !strings.Contains(got, "Call propose_plan") {
		t.Errorf("the agent is told %q", got)
	}
	for _, m := range h.log() {
		if _, ok := m.Body.(assistant.RunStarted); ok {
			t.Error("changes were proposed before the plan")
		}
	}
}

// TestWhatIsApprovedForGoodNeedsNoPlan: nobody is asked about any of it, however much it is.
func TestWhatIsApprovedForGoodNeedsNoPlan(t *testing.T) {
	o := doesCommand(func(context.Context, *obedient) (llm.Reply, error) {
		return wants("many", "pin_note", "one", "pin_note", "two", "pin_note", "three"), nil
	})
	h := newHouseOf(t, o.crowd)
	h.alwaysOfCleo()
	h.saysAs("UCLEO", "many", "Pin notes about the opening hours, the holidays and the parking")
	h.says("That is how it went.")
	if got := h.crowd.pinned(); len(got) != 4 {
		t.Errorf("pinned %q", got)
	}
}
