package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestWhatBecameOfAProposalIsSaidInTheConversationsLanguage: titles that people wrote stay as they are.
func TestWhatBecameOfAProposalIsSaidInTheConversationsLanguage(t *testing.T) {
	made := assistant.Task{Status: assistant.TaskCompleted, Summary: "x", Result: &assistant.Result{Summary: assistant.Say("Removed the %s “%s”", assistant.Label("page"), "Not done: %s.")}}
	runs := []assistant.RunView{{Tasks: []assistant.Task{made, {Status: assistant.TaskFailed, Summary: "Create a page"}, {Status: assistant.TaskCancelled, Summary: "Note"}}}}
	for l, want := range map[assistant.Language]string{
		assistant.English: "Done: Removed the page “Not done: %s.”. Failed: Create a page. Not done: Note.",
		assistant.German:  "Erledigt: Entfernt: Seite „Not done: %s.“. Fehlgeschlagen: Create a page. Nicht erledigt: Note.",
	} {
		if got := became(runs, wording.In(l)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
