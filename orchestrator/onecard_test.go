package orchestrator_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// proposes begins the board's story, up to where its two notes are asked about.
func (h *house) proposes() []assistant.Approval {
	h.t.Helper()
	h.say("ask", "Pin a note about the opening hours")
	return []assistant.Approval{h.asksFor("one"), h.asksFor("two")}
}

// heard is what the model was told of its two calls.
func heard(c *crowd) map[string]string { return results(c.asked()[2]) }

// pinned is the board, in the order of the alphabet.
func pinned(c *crowd) []string {
	board := c.board()
	slices.Sort(board)
	return board
}

// card is the one that stands for all that the run asks.
func (h *house) card(of assistant.Approval) bots.StepCard {
	h.t.Helper()
	card, _ := bots.Fold(of.Slot(), h.log(), bots.NewNames(nil, nil, assistant.Settings{}))
	step, ok := card.(bots.StepCard)
	if !ok {
		h.t.Fatalf("it is a %T", card)
	}
	return step
}

// TestActionsOfOneStepStandOnOneCard: by their number, which words go by; what is decided is told there.
func TestActionsOfOneStepStandOnOneCard(t *testing.T) {
	c := boardStory()
	h := newHouseOf(t, c)
	asked := h.proposes()
	for i, a := range asked {
		if a.Number != i+1 || a.Slot() != asked[0].Slot() {
			t.Errorf("%s is number %d on %s", a.Title, a.Number, a.Slot())
		}
	}
	if got := h.card(asked[0]); len(got.Actions) != 2 || len(got.Waiting()) != 2 {
		t.Errorf("the card has %d actions, %d of them open", len(got.Actions), len(got.Waiting()))
	}
	h.say("each", "yes to the first, not the second")
	h.says("That is how it went.")
	if diff := cmp.Diff([]string{"one"}, pinned(c)); diff != "" {
		t.Error(diff)
	}
	for id, want := range map[string]string{"pin-0": "Pinned “one”", "pin-1": "A person refused it, so it was not done."} {
		if got := heard(c)[id]; !strings.Contains(got, want) {
			t.Errorf("%s came to %q", id, got)
		}
	}
	got := h.card(asked[0])
	if len(got.Waiting()) != 0 || got.Actions[0].State != assistant.ApprovalApproved || got.Actions[1].State != assistant.ApprovalRejected {
		t.Errorf("the card says %+v", got)
	}
	if run := h.run(); run.Run.Status != assistant.RunCompleted {
		t.Errorf("what was approved is done, and the run is %s", run.Run.Status)
	}
}

// TestAllOfACardIsDecidedTogether: if it is what was shown.
func TestAllOfACardIsDecidedTogether(t *testing.T) {
	c := boardStory()
	h := newHouseOf(t, c)
	asked := h.proposes()
	all := assistant.ApprovalDecided{Card: asked[0].Run, Verdict: assistant.VerdictApproved, Hash: assistant.TogetherHash(asked[:1])}
	if note := h.act(all); !strings.Contains(note, "not what was shown to you") {
		t.Errorf("a card with one of two: %q", note)
	}
	all.Hash = assistant.TogetherHash(asked)
	if note := h.act(all); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went.")
	if diff := cmp.Diff([]string{"one", "two"}, pinned(c)); diff != "" {
		t.Error(diff)
	}
	if note := h.act(all); note == "" {
		t.Error("it was decided twice")
	}
}

// TestABareYesDecidesNoneOfSeveral: whoever means all says so.
func TestABareYesDecidesNoneOfSeveral(t *testing.T) {
	c := boardStory()
	h := newHouseOf(t, c)
	h.proposes()
	h.say("yes", "yes")
	h.says("“yes to all” and “yes to 1, no to 2” decide on one card together.")
	if len(c.board()) != 0 {
		t.Errorf("pinned %q", c.board())
	}
	h.say("none", "no to all")
	h.says("That is how it went.")
	if len(c.board()) != 0 {
		t.Errorf("pinned %q", c.board())
	}
	h.says("Nothing of this was done, because it was not approved")
}

// TestWhatRunsIsWhatAPersonHasWritten: with other arguments than were proposed; the model is told of both.
func TestWhatRunsIsWhatAPersonHasWritten(t *testing.T) {
	c := boardStory()
	h := newHouseOf(t, c)
	asked := h.proposes()
	other := assistant.ApprovalDecided{Approval: asked[0].ID, Verdict: assistant.VerdictApproved, Hash: asked[0].Hash}
	for name, wrong := range map[string]string{"another type": `{"text":5}`, "unknown": `{"text":"x","colour":"red"}`, "a reference": `{"text":{"$from":"a","field":"b"}}`, "none at all": `[]`} {
		other.Arguments = json.RawMessage(wrong)
		if note := h.act(other); !strings.Contains(note, "Nothing was decided") {
			t.Errorf("%s: %q", name, note)
		}
	}
	other.Arguments, other.Bound = json.RawMessage(`{"text":"first of all"}`), "a hash of their own"
	if note := h.act(other); note != "" {
		t.Fatal(note)
	}
	same := assistant.ApprovalDecided{Approval: asked[1].ID, Verdict: assistant.VerdictApproved, Hash: asked[1].Hash, Arguments: json.RawMessage(`{ "text" : "two" }`)}
	if note := h.act(same); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went.")
	if diff := cmp.Diff([]string{"first of all", "two"}, pinned(c)); diff != "" {
		t.Error(diff)
	}
	first := heard(c)["pin-0"]
	if !strings.Contains(first, "A person has changed its arguments") || !strings.Contains(first, `"one"`) || !strings.Contains(first, `"first of all"`) {
		t.Errorf("the model is told %q", first)
	}
	if second := heard(c)["pin-1"]; strings.Contains(second, "changed") {
		t.Errorf("nothing was changed, and the model is told %q", second)
	}
	if got := h.card(asked[0]).Actions[0]; len(got.Changes) != 1 || !reflect.DeepEqual(got.Changes[0], assistant.Field{Name: "text", Old: "one", New: "first of all"}) {
		t.Errorf("the card tells of %+v", got.Changes)
	}
}
