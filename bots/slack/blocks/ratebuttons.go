package blocks

import (
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots/view"
)

// actionRate is the pair of buttons below an answer.
const actionRate = "answer_rate"

// feedback asks what people think of an answer.
func feedback(good, bad view.Action) slackapi.Block {
	thumb := func(a view.Action) *slackapi.FeedbackButton {
		value := Subject{Message: a.On.Said, Good: a.Do == view.RateGood}.String()
		return slackapi.NewFeedbackButton(PlainText(a.Label, LimitButton), value).WithAccessibilityLabel(a.Spoken)
	}
	return slackapi.NewContextActionsBlock("", slackapi.NewFeedbackButtonsBlockElement(actionRate, thumb(good), thumb(bad)))
}
