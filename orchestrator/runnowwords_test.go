package orchestrator_test

import (
	"testing"
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

// TestATaskBeginsNowByWords of its owner: the one that they name, or the one that tells its results where they say it. Nobody else's
// words let it begin, nor those of another background task.
func TestATaskBeginsNowByWords(t *testing.T) {
	h := newHouse(t)
	h.makes("UCLEO", assistant.RoleMember)
	audit := h.daily("Audit of the site", h.conversation)
	h.say("run", "run the audit of the site task now")
	h.says("“Audit of the site” begins now, beside its schedule.")
	if got := h.began(audit, 1); got != 1 {
		t.Fatalf("it has begun %d times", got)
	}
	now, err := h.db.Backgrounds.Background(t.Context(), h.tenant, audit.ID)
	h.ok(err)
	if !now.Due.After(time.Now()) {
		t.Errorf("it is due %s next, not by its schedule", now.Due)
	}
	h.say("de", "Starte die Aufgabe jetzt")
	h.says("„Audit of the site“ beginnt jetzt, neben dem Zeitplan.")
	h.began(audit, 2)

	h.saysAs("UCLEO", "cleo", "run the task Audit of the site now")
	h.due("run the task Audit of the site now")
	awaitsAnswer(h)
	if got := h.began(audit, 2); got != 2 {
		t.Errorf("after others have said so it has begun %d times", got)
	}
	_, err = h.db.Backgrounds.ChangeBackground(t.Context(), h.tenant, h.anna, audit.ID, assistant.BackgroundPause, time.Time{})
	h.ok(err)
	h.say("paused", "run the task Audit of the site now")
	h.says("This background task is paused. Resume it first.")
}

// TestWhatWasToBeginOnceBeginsNowInstead, and is told so: nothing of it is left for later.
func TestWhatWasToBeginOnceBeginsNowInstead(t *testing.T) {
	h := newHouse(t)
	once, err := h.db.Backgrounds.MakeBackground(t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
		Owner: h.anna, Conversation: h.conversation, Kind: assistant.BackgroundOnce, Title: "Audit of the site", Prompt: "what is the audit?", Zone: "UTC",
		Overlap: assistant.OverlapQueue, Due: time.Now().Add(24 * time.Hour),
	}})
	h.ok(err)
	h.say("run", "run the audit of the site task now")
	h.says("“Audit of the site” begins now instead of later.")
	if got := h.began(once, 1); got != 1 {
		t.Errorf("it has begun %d times", got)
	}
}
