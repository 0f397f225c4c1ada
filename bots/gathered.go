package bots

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// FoldGathered draws the actions that several conversations have put to a person in one direct message, in order, each with its
// background task. A single one is drawn as it would be alone.
func FoldGathered(message assistant.PlaceID, all []assistant.Gathered, names Names) (Card, bool) {
	var cards []Card
	out := StepCard{Language: names.Language, Message: message}
	for _, g := range all {
		card, ok := Fold(g.Slot, g.Messages, names)
		if !ok {
			continue
		}
		cards = append(cards, card)
		for _, a := range actionsOf(card) {
			a.Task = g.Task
			out.Actions = append(out.Actions, a)
		}
	}
	if len(cards) == 0 {
		return nil, false
	}
	if len(cards) == 1 {
		return cards[0], true
	}
	return out, true
}

// actionsOf are the actions that a card asks for.
func actionsOf(c Card) []ApprovalCard {
	switch c := c.(type) { //nolint:gochecksumtype // the rest is not approved
	case ApprovalCard:
		return []ApprovalCard{c}
	case StepCard:
		return c.Actions
	}
	return nil
}

// beforeShown keeps the cursor of a place behind its log: what it has not shown may be in the log of another conversation.
func beforeShown(c assistant.DeliveryClaim) int64 { return max(0, c.Shown-1) }

// messagesOf are all messages that a slot's card is drawn from.
func messagesOf(s assistant.SlotWork) []assistant.Message {
	out := slices.Clone(s.Messages)
	for _, g := range s.Gathered {
		out = append(out, g.Messages...)
	}
	return out
}
