package assistant

// SlotAt is a slot of a conversation.
type SlotAt struct {
	Conversation ConversationID
	Slot         Slot
}

// SlotRead is the content of a slot, oldest first, and the language of its conversation.
type SlotRead struct {
	SlotAt

	Language Language
	Messages []Message
}
