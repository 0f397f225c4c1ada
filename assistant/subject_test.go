package assistant_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// TestWordsMeanWhatStoodBeforeThem: what came after them, or had not been shown by then, they leave for later.
func TestWordsMeanWhatStoodBeforeThem(t *testing.T) {
	for name, c := range map[string]struct {
		words assistant.Message
		open  bool
	}{
		"it stood there":                {assistant.Message{Seq: 9, Seen: 5}, true},
		"it came after the words":       {assistant.Message{Seq: 4, Seen: 5}, false},
		"it was not shown by then":      {assistant.Message{Seq: 9, Seen: 4}, false},
		"nothing is known to be shown":  {assistant.Message{Seq: 9}, false},
		"the words are the message too": {assistant.Message{Seq: 5, Seen: 5}, false},
	} {
		sit := assistant.Situation{
			Question: &assistant.Clarification{Seq: 5}, Plan: &assistant.Plan{Seq: 5}, Run: &assistant.Run{Seq: 5},
			Approvals: []assistant.ApprovalRecord{{Approval: assistant.Approval{}, Seq: 5}}, Tasks: []assistant.Task{{}},
		}
		stood, later := sit.Before(c.words)
		got := []bool{stood.Question != nil, stood.Plan != nil, stood.Run != nil, len(stood.Approvals) == 1, len(stood.Tasks) == 1, len(later) == 0}
		if d := cmp.Diff([]bool{c.open, c.open, c.open, c.open, c.open, c.open}, got); d != "" {
			t.Errorf("%s: question, plan, run, approval, tasks, nothing later (-want +got):\n%s", name, d)
		}
	}
}
