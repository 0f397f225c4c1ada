package assistant

// Who takes part in a conversation.

// membersBody decodes who comes into a conversation and leaves it; nil for a name that is none of these.
func membersBody(typ string) decoder {
	switch typ {
	case MemberAdded{}.Type():
		return decode[MemberAdded]
	case MemberRemoved{}.Type():
		return decode[MemberRemoved]
	}
	return nil
}

// MemberAdded says that the message's person has invited somebody into the conversation, who takes part in it from then on.
type MemberAdded struct {
	Person PersonID  `json:"personId"`
	Title  string    `json:"title,omitempty"` // of the conversation, as it was called then
	Said   Sentences `json:"said,omitempty"`  // what the content was said of
}

// Type implements [Body].
func (MemberAdded) Type() string { return "member_added" }

func (b MemberAdded) facts(m Message) Facts {
	return Facts{Slot: memberSlot(m.ID), Acts: true, Subject: string(b.Person), People: []PersonID{b.Person}}
}

// MemberRemoved says that the message's person has taken somebody out of the conversation, or has left it.
type MemberRemoved struct {
	Person PersonID  `json:"personId"`
	Said   Sentences `json:"said,omitempty"` // what the content was said of
}

// Type implements [Body].
func (MemberRemoved) Type() string { return "member_removed" }

func (b MemberRemoved) facts(m Message) Facts {
	return Facts{Slot: memberSlot(m.ID), Acts: true, Subject: string(b.Person), People: []PersonID{b.Person}}
}

func memberSlot(id MessageID) Slot { return Slot("member:" + id) }

// TakenOut tells whether one of these messages takes somebody out of its conversation.
func TakenOut(ms []Message) bool {
	for _, m := range ms {
		if _, out := m.Body.(MemberRemoved); out {
			return true
		}
	}
	return false
}
