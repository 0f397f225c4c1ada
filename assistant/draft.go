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

const draftPrefix = "draft:"

// DraftSlot is the slot of the draft of an answer.
func DraftSlot(cause MessageID) Slot { return Slot(draftPrefix + cause) }
