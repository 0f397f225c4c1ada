package pages

import (
	"github.com/aisteam/aisteam/assistant"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Outcome says what became of a time that an automation was due.
func Outcome(in wording.Words, o assistant.BackgroundOutcome) string {
	return cardview.BackgroundOutcome(o, in)
}

// SaidAt is the address of a message in its conversation.
func SaidAt(c assistant.ConversationID, m assistant.MessageID) string {
	return "/c/" + string(c) + "#" + cardview.Element(assistant.Slot("said:"+m))
}
