package blocks

import (
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
)

// actionRate is the pair of buttons below an answer.
const actionRate = "answer_rate"

// feedback asks what people think of an answer; nil where the card does not ask.
func feedback(c bots.AnswerCard) slackapi.Block {
	if !c.CanRate() {
		return nil
	}
	thumb := func(label, spoken string, good bool) *slackapi.FeedbackButton {
		value := Subject{Message: c.Message, Good: good}.String()
		return slackapi.NewFeedbackButton(PlainText(label, LimitButton), value).WithAccessibilityLabel(spoken)
	}
	return slackapi.NewContextActionsBlock("", slackapi.NewFeedbackButtonsBlockElement(actionRate,
		thumb("Good", "This answer helped", true), thumb("Bad", "This answer did not help", false)))
}
