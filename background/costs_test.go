package background_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

func TestWhatATaskMayCostIsSaidByWhatLikeOnesHaveCost(t *testing.T) {
	day := assistant.Settings{DailyCents: 250}
	for want, c := range map[string]assistant.BackgroundCosts{
		"not known yet: no task like it has run":                                                                {},
		"not known yet: no task like it has run; all background work together takes $2.50 a day at most":        {Day: day},
		"about 1200 tokens a time, $0.0034 by list price; 2000 at most in the last 5 times of the same request": {Times: 5, Same: true, Tokens: 1200, Most: 2000, Micros: 3400},
		"about 1200 tokens a time, at a price that is not known; 2000 at most in the last 5 times of other tasks; all background work together takes $2.50 a day at most": {
			Times: 5, Tokens: 1200, Most: 2000, Day: day,
		},
	} {
		if got := background.CostWords(c); got != want {
			t.Errorf("%+v is said as %q", c, got)
		}
	}
}
