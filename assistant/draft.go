package assistant

// Draft is an answer that is still being written. It may be lost: what counts is the message that the turn ends with.
type Draft struct {
	Tenant       TenantID
	Conversation ConversationID
	Cause        MessageID // the message that is being answered
	Agent        AgentID
	Text         string // so far
	Rehearsal    bool
}

// Slot is where a place keeps what it was shown of the draft. No message of the log has it: the first thing that the turn
// says takes the post over.
func (d Draft) Slot() Slot { return DraftSlot(d.Cause) }

// News says that a conversation's log has grown (Activity and Draft empty), what the assistant is doing, or what it is about to
// say. News may be lost, duplicated or late, so a reader of it must read the log as well.
type News struct {
	Tenant       TenantID
	Conversation ConversationID
	Activity     Activity  `json:",omitempty"`
	Draft        string    `json:",omitempty"` // the answer so far
	Agent        AgentID   `json:",omitempty"` // who writes it; "" is not known
	Cause        MessageID `json:",omitempty"` // what it answers; "" is not known
}

const draftPrefix = "draft:"

// DraftSlot is the slot of the draft of an answer.
func DraftSlot(cause MessageID) Slot { return Slot(draftPrefix + cause) }
