package orchestrator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestATaskThatWantsToHearOfWhatIsNewAloneSaysNothingTwice: the same answer to the same task is told once, and another task is told
// it each time.
func TestATaskThatWantsToHearOfWhatIsNewAloneSaysNothingTwice(t *testing.T) {
	for silent, want := range map[bool]int{true: 1, false: 2} {
		h := newHouse(t)
		h.model.mu.Lock()
		h.model.says = "The score is **93**."
		h.model.mu.Unlock()
		b, err := h.db.Backgrounds.MakeBackground(t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
			Owner: h.anna, Conversation: h.conversation, Kind: assistant.BackgroundRecurring, Title: "look", Prompt: "What can you do?", Schedule: "0 9 * * *", Zone: "UTC",
			Overlap: assistant.OverlapQueue, Silent: silent, Due: time.Now().Add(-time.Second),
		}})
		h.ok(err)
		h.answeredTimes(b, 1)
		_, err = h.db.Backgrounds.ChangeBackground(t.Context(), h.tenant, h.anna, b.ID, assistant.BackgroundNow, time.Time{})
		h.ok(err)
		if got := h.answeredTimes(b, 2); got != want {
			t.Errorf("silent %v: %d answers to the same question twice, not %d", silent, got, want)
		}
	}
}

// answeredTimes waits until a task was due so often and its turns are over, and counts the answers.
func (h *house) answeredTimes(b assistant.BackgroundTask, due int) int {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		over := 0
		for _, words := range h.wordsOf(b) {
			if done, err := h.db.Conversations.Settled(h.t.Context(), h.tenant, words); err == nil && done {
				over++
			}
		}
		if over == due {
			break
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("%d turns are over", over)
		}
	}
	answers := 0
	words := h.wordsOf(b)
	for _, m := range h.log() {
		if _, ok := m.Body.(assistant.Said); ok && slices.Contains(words, m.Cause) && m.Author == assistant.AuthorAssistant && m.Kind == assistant.KindMessage {
			answers++
		}
	}
	return answers
}

// wordsOf are the messages that a task's due times have begun with.
func (h *house) wordsOf(b assistant.BackgroundTask) (out []assistant.MessageID) {
	for _, m := range h.log() {
		if said, ok := m.Body.(assistant.Said); ok && said.Background == b.ID {
			out = append(out, m.ID)
		}
	}
	return out
}

// TestWhatIsSaidToAModelAloneIsShownToNobody: the offline model quotes the words of the task to people, and they are the task's own.
func TestWhatIsSaidToAModelAloneIsShownToNobody(t *testing.T) {
	for _, silent := range []bool{true, false} {
		h := newHouse(t)
		b, err := h.db.Backgrounds.MakeBackground(t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
			Owner: h.anna, Conversation: h.conversation, Kind: assistant.BackgroundRecurring, Title: "look", Prompt: "What can you do?", Schedule: "0 9 * * *", Zone: "UTC",
			Overlap: assistant.OverlapQueue, Silent: silent, Due: time.Now().Add(-time.Second),
		}})
		h.ok(err)
		h.answeredTimes(b, 1)
		rules := false
		h.model.mu.Lock()
		for _, r := range h.model.asked {
			rules = rules || strings.Contains(fmt.Sprint(r.Instructions), "these words alone")
			if beside := fmt.Sprint(r.Messages, string(r.Facts)); strings.Contains(beside, "these words alone") {
				t.Errorf("silent %v: beside the words of the task stands %s", silent, beside)
			}
		}
		h.model.mu.Unlock()
		if rules != silent {
			t.Errorf("silent %v: the rule is told: %v", silent, rules)
		}
	}
}
