package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// TestDecidingIsNeverTooMuch: a yes, a no, an undo and a stop are free where they settle something, and count where they
// are only words.
func TestDecidingIsNeverTooMuch(t *testing.T) {
	plan := assistant.Situation{Plan: &assistant.Plan{}}
	approvals := assistant.Situation{Approvals: make([]assistant.ApprovalRecord, 2)}
	going := assistant.Situation{Run: &assistant.Run{Status: assistant.RunRunning}}
	over := assistant.Situation{Run: &assistant.Run{Status: assistant.RunCompleted}}
	question := assistant.Situation{Question: &assistant.Clarification{}}
	for _, c := range []struct {
		text  string
		files int
		sit   assistant.Situation
		asks  bool
	}{
		{"yes", 0, plan, false},
		{"no", 0, plan, false},
		{"yes", 0, approvals, false},
		{"no", 0, approvals, false},
		{"stop", 0, going, false},
		{"stop", 0, assistant.Situation{}, false},
		{"cancel", 0, going, false},
		{"undo that", 0, over, false},
		{"", 0, assistant.Situation{}, false},
		{"yes", 0, assistant.Situation{}, true},
		{"yes", 0, question, true},
		{"no", 0, over, true},
		{"undo that", 0, assistant.Situation{}, true},
		{"yes, but change the title", 0, plan, true},
		{"try again", 0, over, true},
		{"", 1, assistant.Situation{}, true},
		{"What can you do for me?", 0, assistant.Situation{}, true},
	} {
		said := assistant.Said{Files: make([]assistant.File, c.files)}
		c.sit.Seen = 8
		if got := wordsAsk(agents.NewVocabulary(nil), said, assistant.Message{Seq: 9, Content: c.text}, c.sit); got != c.asks {
			t.Errorf("%q with %d files in %+v counts: %v", c.text, c.files, c.sit, got)
		}
	}
}
