package orchestrator_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// TestAnAgentLooksForToolsAndUsesThem: what it is offered stays as it begins, in this turn and in the one that goes on after a person's yes.
func TestAnAgentLooksForToolsAndUsesThem(t *testing.T) {
	c := &crowd{play: func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		got := results(r)
		switch {
		case len(got) == 0:
			return calls("find", loop.ToolFind, `{"words":"read what is on the board"}`), nil
		case got["pin-0"] == "":
			return wants("pin", "pin_note", "a"), nil
		default:
			return words("It is pinned."), nil
		}
	}}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	h.decide(awaits(h, anyOf[assistant.ApprovalRequested]).Approval, assistant.VerdictApproved, "")
	h.says("It is pinned.")
	asked := c.asked()
	if len(asked) != 3 {
		t.Fatalf("asked %d times", len(asked))
	}
	for i := range asked[1:] {
		before, now := asked[i].Tools, asked[i+1].Tools
		if len(now) < len(before) {
			t.Fatalf("step %d is offered less", i+2)
		}
		if diff := cmp.Diff(before, now[:len(before)]); diff != "" {
			t.Errorf("what step %d is offered begins otherwise: %s", i+2, diff)
		}
	}
	if found := results(asked[1])["find-0"]; !strings.Contains(found, "You have these from now on") {
		t.Errorf("it is told %q", found)
	}
	if board := c.board(); len(board) != 1 {
		t.Errorf("pinned %q", board)
	}
}
