package slack

import (
	"context"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// actionRate is the pair of buttons below an answer.
const actionRate = "answer_rate"

const (
	noteGood = "Thank you. It is good to know that this helped."
	noteBad  = "Thank you, noted. Reply in the thread with what was wrong, and I will have another go."
)

// feedback asks what people think of an answer; nil where the card does not ask.
func feedback(c bots.AnswerCard) slackapi.Block {
	if !c.CanRate() {
		return nil
	}
	thumb := func(label, spoken string, good bool) *slackapi.FeedbackButton {
		value := subject{Message: c.Message, Good: good}.String()
		return slackapi.NewFeedbackButton(plainText(label, limitButton), value).WithAccessibilityLabel(spoken)
	}
	return slackapi.NewContextActionsBlock("", slackapi.NewFeedbackButtonsBlockElement(actionRate,
		thumb("Good", "This answer helped", true), thumb("Bad", "This answer did not help", false)))
}

// rate takes what somebody thinks. Slack shows a click on these buttons to nobody for sure, so that a word to the person
// says that it has arrived.
func (b *Bot) rate(ctx context.Context, c click) answer {
	if note := b.act(ctx, c, c.body); note != "" {
		return b.reply(c, note)
	}
	note := noteBad
	if rated, ok := c.body.(assistant.Rated); ok && rated.Good {
		note = noteGood
	}
	return answer{outcome: bots.AckTaken, then: func(ctx context.Context) { b.whisper(ctx, c, note) }}
}
