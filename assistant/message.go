package assistant

import (
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
	As           Identity          // of a person's words that may decide: their groups and their standing where and when they were said
	Private      map[string]string // details for operators; never shown, never sent to a model
}

// Says returns the content in the reader's language, if code said it before the language was known.
func (m Message) Says() Sentence {
	switch b := m.Body.(type) { //nolint:gochecksumtype // no other keeps what its content was said of
	case Said:
		return b.Said.Of("content", m.Content)
	case Thought:
		return b.Said.Of("content", m.Content)
	case MemberAdded:
		return b.Said.Of("content", m.Content)
	case MemberRemoved:
		return b.Said.Of("content", m.Content)
	default:
		return Verbatim(m.Content)
	}
}

// Overheard tells of what others had said in a place before it became a conversation. Nobody asks for anything with it.
func (m Message) Overheard() bool {
	said, ok := m.Body.(Said)
	return ok && m.Author == AuthorUser && (said.Before || m.Person == "" && strings.HasPrefix(m.Key, BeforeKey))
}

// BeforeKey begins the key of what was overheard.
const BeforeKey = "before/"
