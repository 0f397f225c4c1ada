package web_test

import (
	"net/http"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestATimelineIsOfTheRunsOfItsConversation: a run that is elsewhere is none here, for whoever may see both, too.
func TestATimelineIsOfTheRunsOfItsConversation(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	here, there := w.start("Opening hours"), w.start("Salaries")
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: there, Status: assistant.RunRunning}
	w.add(there, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: assistant.RunStarted{Run: run}})
	for c, want := range map[assistant.ConversationID]int{there: http.StatusOK, here: http.StatusNotFound} {
		if got := call(t, h, "GET", "/api/conversations/"+string(c)+"/timeline?runId="+string(run.ID), ""); got.Code != want {
			t.Errorf("the run of %s in %s: %d %s", there, c, got.Code, got.Body)
		}
	}
}
