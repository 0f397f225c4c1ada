package orchestrator_test

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// daily makes a task of Anna's that is due tomorrow.
func (h *house) daily(title string, conversation assistant.ConversationID) assistant.BackgroundTask {
	h.t.Helper()
	b, err := h.db.Backgrounds.MakeBackground(h.t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
		Owner: h.anna, Conversation: conversation, Kind: assistant.BackgroundRecurring, Title: title, Prompt: "what is the audit?", Schedule: "0 9 * * *", Zone: "UTC",
		Overlap: assistant.OverlapQueue, Due: time.Now().Add(24 * time.Hour),
	}})
	h.ok(err)
	return b
}

// began waits until a task has begun so often, and says how often it has.
func (h *house) began(b assistant.BackgroundTask, times int) int {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		runs, err := h.db.Backgrounds.BackgroundRuns(h.t.Context(), h.tenant, b.ID, 10)
		h.ok(err)
		if len(runs) >= times || time.Now().After(deadline) {
			return len(runs)
		}
	}
}
