package view_test

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// TestWhatARehearsalMadeSaysSo: a plan, a question and what waits for a yes have a badge where the offline model served, while they are open
// and after, and none where a real one did.
func TestWhatARehearsalMadeSaysSo(t *testing.T) {
	t.Parallel()
	cards := func(rehearsal bool) []bots.Card {
		return []bots.Card{
			bots.PlanCard{State: assistant.PlanOpen, Rehearsal: rehearsal},
			bots.PlanCard{State: assistant.PlanApproved, Rehearsal: rehearsal},
			bots.PlanCard{State: assistant.PlanApproved, AtOnce: true, Rehearsal: rehearsal},
			bots.ClarificationCard{State: bots.AskOpen, Rehearsal: rehearsal},
			bots.ClarificationCard{State: bots.AskAnswered, Rehearsal: rehearsal},
			bots.ApprovalCard{State: assistant.ApprovalPending, Rehearsal: rehearsal},
			bots.ApprovalCard{State: assistant.ApprovalApproved, Rehearsal: rehearsal},
		}
	}
	says := func(c bots.Card) bool {
		return slices.ContainsFunc(view.Of(c, view.Reader{}).Facts(), func(f view.Fact) bool { return f.Text == "Rehearsal" })
	}
	for i, c := range cards(true) {
		if !says(c) {
			t.Errorf("card %d of a rehearsal does not say so: %+v", i, view.Of(c, view.Reader{}).Facts())
		}
	}
	for i, c := range cards(false) {
		if says(c) {
			t.Errorf("card %d says that it is of a rehearsal", i)
		}
	}
}
