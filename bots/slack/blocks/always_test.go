package blocks_test

import (
	"strings"
	"testing"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// TestWhatHoldsForItsLikeIsSaidBeforeItHolds: Slack asks it by the button's own question.
func TestWhatHoldsForItsLikeIsSaidBeforeItHolds(t *testing.T) {
	m, _ := blocks.Renderer{}.Render(cardkit.Samples("")["approval_always"])
	for _, b := range m.Blocks {
		actions, ok := b.(*slackapi.ActionBlock)
		if !ok {
			continue
		}
		for _, e := range actions.Elements.ElementSet {
			if press, ok := e.(*slackapi.ButtonBlockElement); ok && press.Text.Text == "Always approve" {
				if press.Confirm == nil || !strings.Contains(press.Confirm.Text.Text, "20 times at most, for 30 days") {
					t.Errorf("it is approved without a question: %+v", press.Confirm)
				}
				return
			}
		}
	}
	t.Error("there is no such button")
}
