package assistant

import (
	"strconv"
	"strings"
	"time"
)

// Author says who a message is from.
type Author string

// The authors.
const (
	AuthorUser      Author = "user"
	AuthorAssistant Author = "assistant"
	AuthorSystem    Author = "system"
)

// Kind says how a message is shown.
type Kind string

// The kinds.
const (
	KindMessage  Kind = "message"  // primary: what a person or an agent says
	KindStatus   Kind = "status"   // a thin chip
	KindThinking Kind = "thinking" // a safe one-line summary of an observable step
	KindSystem   Kind = "system"   // not shown by default
)

// Message is one entry of a conversation's log.
type Message struct {
	ID           MessageID
	Tenant       TenantID
	Conversation ConversationID
	Seq          int64  // position in the conversation: 1, 2, 3 … without gaps; given by storage
	Seen         int64  // of a person's words: the log up to here stood where they were said; 0 where a [Situation] says it
	Key          string // unique within the conversation: appending a known key again is a no-op
	Author       Author
	Agent        AgentID  // "" unless an agent is behind it
	Person       PersonID // "" unless a person is behind it
	Kind         Kind
	Content      string // plain text or Markdown; what a client without the body's type would show
	Body         Body
	Slot         Slot      // which visible thing it belongs to
	Cause        MessageID // the message whose handling appended it; "" for one from outside
	Run          RunID
	At           time.Time
	Private      map[string]string // details for operators; never shown, never sent to a model
}

// Overheard tells of what others had said in a place before it became a conversation. Nobody asks for anything with it.
func (m Message) Overheard() bool {
	said, ok := m.Body.(Said)
	return ok && m.Author == AuthorUser && (said.Before || m.Person == "" && strings.HasPrefix(m.Key, BeforeKey))
}

// BeforeKey begins the key of what was overheard.
const BeforeKey = "before/"

// Slot names a visible thing that one or more messages draw: "run:<id>", "plan:<id>/2", "said:<id>".
type Slot string

// SlotOf returns the slot a message belongs to. "" means that nothing is drawn.
func SlotOf(m Message) Slot {
	switch b := m.Body.(type) {
	case Said:
		return Slot("said:" + m.ID)
	case Revised:
		return Slot("said:" + b.Message)
	case Thought:
		return workSlot(m, b.Run)
	case Routed, ActivityChanged:
		return workSlot(m, "")
	case Asked:
		return Slot("ask:" + b.Clarification.ID)
	case Answered:
		return Slot("ask:" + b.Clarification)
	case PlanProposed:
		return planSlot(b.Plan.ID, b.Plan.Version)
	case PlanDecided:
		return planSlot(b.Plan, b.Version)
	case RunStarted:
		return Slot("run:" + b.Run.ID)
	case GroupStarted:
		return Slot("run:" + b.Run)
	case TaskStarted:
		return Slot("run:" + b.Run)
	case TaskWaiting:
		return Slot("run:" + b.Run)
	case TaskFinished:
		return Slot("run:" + b.Run)
	case RunFinished:
		return Slot("run:" + b.Run)
	case StopRequested:
		return Slot("run:" + b.Run)
	case RetryRequested:
		return Slot("run:" + b.Run)
	case UndoRequested:
		return Slot("run:" + b.Run)
	case Undone:
		return Slot("run:" + b.Run)
	case ApprovalRequested:
		return Slot("approval:" + b.Approval.ID)
	case ApprovalDecided:
		return Slot("approval:" + b.Approval)
	case Failed:
		return Slot("error:" + m.ID)
	case Reminded:
		return "reminder:" + b.Subject()
	case Briefed, Rated, FileRead:
		return ""
	default:
		return ""
	}
}

func planSlot(id PlanID, version int) Slot {
	return Slot("plan:" + string(id) + "/" + strconv.Itoa(version))
}

// workSlot is the thinking of one turn, or of a run once there is one.
func workSlot(m Message, run RunID) Slot {
	if run == "" {
		run = m.Run
	}
	if run != "" {
		return Slot("run:" + run)
	}
	return Slot("thinking:" + m.Cause)
}
