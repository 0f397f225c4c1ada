package orchestrator_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatATaskComesToIsToldAsWhatItIs: a digest as a digest, an answer as a result; what asks for a decision as neither, and what a
// person asked for themselves not at all.
func TestWhatATaskComesToIsToldAsWhatItIs(t *testing.T) {
	h := newHouseOf(t, telling(pinning()))
	anna := h.person("UANNA").ID
	h.ok(h.db.People.SetHearing(t.Context(), h.tenant, anna, assistant.Hearing{}.With(assistant.HearPanel, assistant.Topics()...)))
	h.say("own", "send me a digest")
	h.says("What was done for you in the last day")
	notices := func() (out []assistant.Topic) {
		all, err := h.db.People.Notices(t.Context(), h.tenant, anna, 10)
		h.ok(err)
		for _, n := range all {
			out = append(out, n.Topic)
		}
		return out
	}
	due := func(prompt string) {
		_, err := h.db.Backgrounds.MakeBackground(t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
			Owner: anna, Conversation: h.conversation, Kind: assistant.BackgroundOnce, Title: prompt, Prompt: prompt, Zone: "UTC", Overlap: assistant.OverlapQueue, Due: time.Now().Add(-time.Second),
		}})
		h.ok(err)
	}
	told := func(want ...assistant.Topic) {
		deadline := time.Now().Add(20 * time.Second)
		for len(notices()) < len(want) && time.Now().Before(deadline) {
			time.Sleep(5 * time.Millisecond)
		}
		if d := cmp.Diff(want, notices()); d != "" {
			t.Fatal(d)
		}
	}
	due("send me a digest")
	told(assistant.TopicDigests)
	due("Pin a note about the opening hours")
	a := h.asksFor("note")
	told(assistant.TopicDigests)
	if note := h.by("UANNA", yes(a)); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went")
	told(assistant.TopicResults, assistant.TopicDigests)
}
