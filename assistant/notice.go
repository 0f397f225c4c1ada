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
	Beside bool      // its place may be unwatched, so it is sent unless the person has chosen otherwise
	Until  time.Time // when it ends by itself, of what waits for a decision; zero of what is over
}

// TellStep is what is done next to tell somebody something.
type TellStep struct {
	Call *Identity // the account to send it to; nil for nobody
	Keep bool      // the panel's inbox lists it
	Next time.Time // when to look again; zero for never
}

// Notice is something a person was told outside its conversation, or asked not to be told anywhere.
type Notice struct {
	Topic        Topic
	Conversation ConversationID
	Title        string // of the conversation
	Message      Message
}

// TopicOf returns the topic of a message that came of unasked work, waits for a decision or addresses somebody; "" if nobody is
// told of it.
func TopicOf(m Message) Topic {
	switch b := m.Body.(type) { //nolint:gochecksumtype // nothing else is told so
	case Said:
		if len(b.Mentions) > 0 {
			return TopicPeople
		}
		return b.Topic
	case Failed:
		return TopicFailures
	case PlanProposed, ApprovalRequested, Asked:
		return TopicDecisions
	case MemberAdded:
		return TopicPeople
	default:
		return ""
	}
}
