package web_test

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestOnlyWhatCanBeTakenBackIsDecidedTogetherWithOthers: what cannot is asked for alone, each by its own button.
func TestOnlyWhatCanBeTakenBackIsDecidedTogetherWithOthers(t *testing.T) {
	w := newWorld(t)
	c := w.start("Several")
	var want []string
	for _, irreversible := range []bool{false, true} {
		effect := assistant.EffectReversible
		if irreversible {
			effect = assistant.EffectIrreversible
		}
		a := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), Tool: "update_page", Title: assistant.Say("Change it"), RequestedBy: w.owner.ID, Irreversible: irreversible, Hash: "h", ExpiresAt: w.now().Add(time.Hour)}
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: a}})
		p := assistant.Plan{ID: assistant.NewID[assistant.PlanID](w.ids), Version: 1, Title: "Change it", RequestedBy: w.owner.ID, Hash: "h", ExpiresAt: w.now().Add(time.Hour), Steps: []assistant.Step{
			{Key: "a", Group: "A", Owner: assistant.WebEngineer, Type: "update_page", Summary: "Change it", Effect: effect},
		}}
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.PlanProposed{Plan: p}})
		if !irreversible {
			want = append(want, "slot-approval-"+string(a.ID), "slot-plan-"+string(p.ID)+"-1")
		}
	}
	h := w.surface(t)
	var got []string
	for _, m := range regexp.MustCompile(`class="pick" value="([^"]*)"`).FindAllStringSubmatch(call(t, h, "GET", "/waiting", "", cookie(t, h)).Body.String(), -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("may be decided together: %v, want %v", got, want)
	}
}
