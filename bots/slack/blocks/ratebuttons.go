package blocks

import (
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots/view"
)

// feedback asks for a rating of an answer.
func feedback(good, bad view.Action) slackapi.Block {
	thumb := func(a view.Action) *slackapi.FeedbackButton {
		_, value := wire(a)
		return slackapi.NewFeedbackButton(PlainText(a.Label, LimitButton), value).WithAccessibilityLabel(a.Spoken)
	}
	action, _ := wire(good)
	return slackapi.NewContextActionsBlock("", slackapi.NewFeedbackButtonsBlockElement(action, thumb(good), thumb(bad)))
}
