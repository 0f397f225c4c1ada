package bots

import "github.com/aisteam/aisteam/assistant"

// News says that a conversation's log has grown (Activity and Draft empty), what the assistant is doing, or what it is
// about to say. It may be lost, doubled or late: whoever shows a conversation reads the log as well.
type News struct {
	Conversation assistant.ConversationID
	Activity     assistant.Activity
	Draft        string // the answer so far
}
