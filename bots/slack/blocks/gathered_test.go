package blocks_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// TestADirectMessageHasRoomForAllThatItMayGather, with every button of each, however long it is and however many fields it has.
func TestADirectMessageHasRoomForAllThatItMayGather(t *testing.T) {
	check := newOracle(t).schema
	for _, name := range []string{"gathered", "gathered_fields"} {
		m, _ := blocks.Renderer{}.Render(cardkit.Large()[name])
		drawn, err := json.Marshal(m.Named().Blocks)
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Message(m.Text, drawn); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for action, want := range map[string]int{"approval_approve": assistant.GatheredMost, "approval_reject": assistant.GatheredMost, "approval_change": assistant.GatheredMost, "approval_read": assistant.GatheredMost, "approvals_approve": 1, "approvals_reject": 1} {
			if n := strings.Count(string(drawn), `"`+action+`"`); n != want {
				t.Errorf("%s has %d of %s", name, n, action)
			}
		}
	}
}
