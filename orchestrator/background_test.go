package orchestrator_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// A background task's words are its owner's, and decide nothing: a stored "yes" is no yes to what stands there when it is due.
func TestABackgroundTasksWordsDecideNothing(t *testing.T) {
	h := newHouse(t)
	p := h.propose()
	h.due("yes")
	awaitsAnswer(h)
	_, status, _, err := h.db.Decisions.Plan(t.Context(), h.tenant, p.ID, 1)
	h.ok(err)
	if status != assistant.PlanOpen {
		t.Errorf("the plan is %s", status)
	}
	if note := h.act(assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictApproved}); note != "" {
		t.Errorf("a person cannot decide any more: %s", note)
	}
}

// due lets a background task of Anna's begin in her conversation.
func (h *house) due(prompt string) assistant.BackgroundTask {
	h.t.Helper()
	b, err := h.db.Backgrounds.MakeBackground(h.t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
		Owner: h.anna, Conversation: h.conversation, Kind: assistant.BackgroundOnce, Title: prompt, Prompt: prompt, Zone: "UTC",
		Overlap: assistant.OverlapQueue, Due: time.Now().Add(-time.Second),
	}})
	h.ok(err)
	return b
}

// awaitsAnswer waits until the turn of the newest background words is over.
func awaitsAnswer(h *house) {
	h.t.Helper()
	said := assistant.MessageID("")
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		for _, m := range h.log() {
			if b, ok := m.Body.(assistant.Said); ok && b.Background != "" {
				said = m.ID
			}
		}
		if said != "" {
			if done, err := h.db.Conversations.Settled(h.t.Context(), h.tenant, said); err == nil && done {
				return
			}
		}
		if time.Now().After(deadline) {
			var all []string
			for _, m := range h.log() {
				all = append(all, m.Body.Type()+": "+m.Content)
			}
			h.t.Fatalf("nobody answered:\n%s", strings.Join(all, "\n"))
		}
	}
}

// TestATaskSaysInItsLanguageThatItWasTheLastTime where its times were counted, and is over then: whoever reads it does in theirs.
func TestATaskSaysInItsLanguageThatItWasTheLastTime(t *testing.T) {
	h := newHouse(t)
	b, err := h.db.Backgrounds.MakeBackground(t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
		Owner: h.anna, Conversation: h.conversation, Kind: assistant.BackgroundRecurring, Title: "Seite", Prompt: "prüfe die Seite und sag mir, ob sie noch da ist",
		Schedule: "0 9 * * *", Zone: "UTC", Overlap: assistant.OverlapQueue, Left: 1, Due: time.Now().Add(-time.Second),
	}})
	h.ok(err)
	awaitsAnswer(h)
	var said []string
	for _, m := range h.log() {
		said = append(said, wording.In(assistant.German).Tell(m.Says()))
	}
	if all := strings.Join(said, "\n"); !strings.Contains(all, "Die Automatisierung „Seite“ endet mit diesem Mal") {
		t.Errorf("it is said\n%s", all)
	}
	got, err := h.db.Backgrounds.Background(t.Context(), h.tenant, b.ID)
	h.ok(err)
	if got.Status != assistant.BackgroundDone || !got.Due.IsZero() {
		t.Errorf("it is %s, due %s", got.Status, got.Due)
	}
}
