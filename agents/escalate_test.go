package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
)

// TestTheSameFailureInThreeSteps is what code escalates: of the same tool with the same words, since a person said something.
func TestTheSameFailureInThreeSteps(t *testing.T) {
	away, slow := loop.Failure{Tool: "look", Why: "The site is away."}, loop.Failure{Tool: "look", Why: "The site is slow."}
	other := loop.Failure{Tool: "audit", Why: "The site is away."}
	step := func(fs ...loop.Failure) loop.Record {
		return loop.Record{Message: llm.Message{Role: llm.RoleTool}, Failures: fs}
	}
	for name, c := range map[string]struct {
		records loop.Transcript
		again   bool
	}{
		"in three steps":                  {loop.Transcript{step(away), step(away), step(away)}, true},
		"with another between":            {loop.Transcript{step(away), step(slow), step(away), step(), step(away)}, true},
		"in two steps":                    {loop.Transcript{step(away), step(away)}, false},
		"three times in one step":         {loop.Transcript{step(away, away, away), step(away)}, false},
		"in other words":                  {loop.Transcript{step(away), step(slow), step(away)}, false},
		"of another tool":                 {loop.Transcript{step(away), step(other), step(away)}, false},
		"a person has spoken since":       {loop.Transcript{step(away), step(away), {Heard: "m1"}, step(away)}, false},
		"in three since a person's words": {loop.Transcript{{Heard: "m1"}, step(away), step(away), step(away)}, true},
	} {
		if f, again := c.records.FailsAgain(); again != c.again || again && f != away {
			t.Errorf("%s: %+v, %v", name, f, again)
		}
	}
}
