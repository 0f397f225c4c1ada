package blocks_test

import (
	"encoding/json"
	"strings"
	"testing"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/wording"
)

// TestWhatHoldsForItsLikeIsSaidBeforeItHolds: the button asks nothing by itself; what it opens says what is approved, and for how long is
// chosen there.
func TestWhatHoldsForItsLikeIsSaidBeforeItHolds(t *testing.T) {
	m, _ := blocks.Renderer{}.Render(cardkit.Samples("")["approval_always"])
	found := false
	for _, b := range m.Blocks {
		actions, ok := b.(*slackapi.ActionBlock)
		if !ok {
			continue
		}
		for _, e := range actions.Elements.ElementSet {
			press, ok := e.(*slackapi.ButtonBlockElement)
			found = found || ok && press.ActionID == "approval_standing" && press.Confirm == nil
		}
	}
	if !found {
		t.Error("there is no such button")
	}
	form := view.StandingForm(assistant.Approval{ID: "a", Title: assistant.Say("Replace the phone number"), Like: assistant.Like{What: "Update a page", Where: "Footer"}}, wording.In(assistant.English))
	raw, err := json.Marshal(blocks.Modal(form, blocks.FormState{Subject: blocks.Subject{Approval: "a"}}, wording.In(assistant.English)))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Replace the phone number", "Update a page in the project “Footer”", "20 times at most", "can take it back at any time", "Until midnight", "For 30 days"} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("%q is not said: %s", want, raw)
		}
	}
}
