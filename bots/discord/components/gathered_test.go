package components_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// TestADirectMessageHasRoomForAllThatItMayGather, with every button of each, and with more than a few letters of each.
func TestADirectMessageHasRoomForAllThatItMayGather(t *testing.T) {
	check := checker(t)
	for _, name := range []string{"gathered", "gathered_fields"} {
		all := posts(t, components.Renderer{Paged: true}, cardkit.Large()[name], name)
		if len(all) != 1 {
			t.Fatalf("%s is %d messages", name, len(all))
		}
		if err := check.Check("POST channels/messages", all[0]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for action, want := range map[string]int{"approval:approve": assistant.GatheredMost, "approval:reject": assistant.GatheredMost, "approval:change": assistant.GatheredMost, "approval:read": assistant.GatheredMost, "gathered:approve": 1, "gathered:reject": 1} {
			if n := strings.Count(string(all[0]), "v1:"+action+":"); n != want {
				t.Errorf("%s has %d of %s", name, n, action)
			}
		}
		if said := strings.Join(message(t, all[0]).Lines(), "\n"); len(said) < 600 {
			t.Errorf("%s says no more than\n%s", name, said)
		}
	}
}
