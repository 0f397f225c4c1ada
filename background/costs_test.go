package background_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

func TestWhatATaskMayCostIsSaidByWhatLikeOnesHaveCost(t *testing.T) {
	day := assistant.Settings{DailyTokens: 5000, DailyCents: 250}
	for want, c := range map[string]assistant.BackgroundCosts{
		"May cost: not known yet: no task like it has run": {},
		"May cost: not known yet: no task like it has run\nAll automations: at most 5000 tokens a day\nAll automations: at most $2.50 a day":  {Day: day},
		"May cost: about 1200 tokens a time, $0.0034 by list price\nAt most so far: 2000 tokens, of what the same request has cost lately":    {Times: 5, Same: true, Tokens: 1200, Most: 2000, Micros: 3400},
		"May cost: about 1200 tokens a time, at a price that is not known\nAt most so far: 2000 tokens, of what other tasks have cost lately": {Times: 5, Tokens: 1200, Most: 2000},
	} {
		var lines []string
		for _, f := range background.CostFields(c) {
			lines = append(lines, f.Name+": "+f.New)
			if de := wording.In(assistant.German); de.Tell(f.Becomes()) == f.New || de.Label(f.Name) == f.Name {
				t.Errorf("%q is not said in German", f.New)
			}
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%+v is said as %q", c, got)
		}
	}
}
