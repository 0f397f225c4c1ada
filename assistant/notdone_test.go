package assistant_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatWasTakenBackIsNotAskedAgain, in words as on the card: only a part of it would be done.
func TestWhatWasTakenBackIsNotAskedAgain(t *testing.T) {
	run := assistant.Run{Status: assistant.RunCancelled}
	left := []assistant.Task{{Status: assistant.TaskCompleted}, {Status: assistant.TaskCancelled}}
	if !assistant.AskedAgain(run, left) {
		t.Error("what was left undone is not asked again")
	}
	left[0].Undone = true
	if assistant.AskedAgain(run, left) {
		t.Error("a part of what was taken back is asked again")
	}
}
