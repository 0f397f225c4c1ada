package assistant

import "time"

// TimerTold is due when somebody is to be told what was said, where they want to hear of it; its ref is the message.
const TimerTold TimerKind = "told"

// Telling is something that somebody is to be told where they want to hear of it, and how that was tried so far.
type Telling struct {
	Topic  Topic
	Slot   Slot
	To     Addressee
	Calls  []Call
	Beside bool      // nobody may be looking where it stands, so it is sent to whoever has not chosen otherwise
	Until  time.Time // when it ends by itself, of what waits for a decision; zero of what is over
}

// TellStep is what is done next to tell somebody something.
type TellStep struct {
	Call *Identity // to be sent it; nil for nobody
	Keep bool      // the panel's inbox lists it
	Next time.Time // when to look again; zero for never
}

// Notice is what somebody was told elsewhere than in its conversation, or wanted to hear nowhere.
type Notice struct {
	Topic        Topic
	Conversation ConversationID
	Title        string // of the conversation
	Message      Message
}

// TopicOf is what a message is told as, which came of unasked work or waits for a decision; "" for what is told to nobody.
func TopicOf(m Message) Topic {
	switch b := m.Body.(type) { //nolint:gochecksumtype // nothing else is told so
	case Said:
		return b.Topic
	case Failed:
		return TopicFailures
	case PlanProposed, ApprovalRequested, Asked:
		return TopicDecisions
	default:
		return ""
	}
}
