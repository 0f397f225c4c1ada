package assistant

// SlotAt is a slot of a conversation.
type SlotAt struct {
	Conversation ConversationID
	Slot         Slot
}

// SlotRead is what stands in a slot, oldest first, and what is spoken in its conversation.
type SlotRead struct {
	SlotAt

	Language Language
	Messages []Message
}
