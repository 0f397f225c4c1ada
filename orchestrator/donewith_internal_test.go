package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func TestOnlyWhatCameAsProposedEndsWithoutTheAgent(t *testing.T) {
	done := func() assistant.Task {
		return assistant.Task{ID: "t", Status: assistant.TaskCompleted, Result: &assistant.Result{Summary: assistant.Verbatim("Done")}}
	}
	approved := assistant.ApprovalRecord{Approval: assistant.Approval{ID: "a"}}
	approved.Status = assistant.ApprovalApproved
	if seen := []assistant.Seen{{Task: "t", Found: assistant.SightAsWritten}, {Task: "another", Found: assistant.SightDifferent}}; !asProposed(done(), approved, false, seen) {
		t.Error("what came as it was proposed does not end it")
	}
	undone, failed, empty, noted := done(), done(), done(), approved
	undone.Undone, failed.Status, empty.Result, noted.Note = true, assistant.TaskFailed, nil, "and tell Anna"
	for name, as := range map[string]bool{
		"taken back":               asProposed(undone, approved, false, nil),
		"failed":                   asProposed(failed, approved, false, nil),
		"without a result":         asProposed(empty, approved, false, nil),
		"with a word":              asProposed(done(), noted, false, nil),
		"with other arguments":     asProposed(done(), approved, true, nil),
		"something else was found": asProposed(done(), approved, false, []assistant.Seen{{Task: "t", Found: assistant.SightDifferent}}),
		"nothing could be found":   asProposed(done(), approved, false, []assistant.Seen{{Task: "t", Found: assistant.SightUnknown}}),
	} {
		if as {
			t.Errorf("%s: the agent is not asked", name)
		}
	}
}
