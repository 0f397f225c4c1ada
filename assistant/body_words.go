package assistant

// This file holds what is said and thought, and reactions to it.

// wordsBody decodes what is said and thought, and reactions to it; nil for other names.
func wordsBody(typ string) decoder {
	switch typ {
	case Said{}.Type():
		return decode[Said]
	case Revised{}.Type():
		return decode[Revised]
	case Thought{}.Type():
		return decode[Thought]
	case Routed{}.Type():
		return decode[Routed]
	case ActivityChanged{}.Type():
		return decode[ActivityChanged]
	case ChannelBound{}.Type():
		return decode[ChannelBound]
	case Rated{}.Type():
		return decode[Rated]
	case FileRead{}.Type():
		return decode[FileRead]
	case Failed{}.Type():
		return decode[Failed]
	}
	return nil
}

// Said is words: a person's or an agent's. The words are the message's content.
type Said struct {
	Files      []File `json:"files,omitempty"`
	ExternalID string `json:"externalId,omitempty"` // the platform's id of a person's message
	Rehearsal  bool   `json:"rehearsal,omitempty"`  // said by the offline model
	Final      bool   `json:"final,omitempty"`      // the honest summary that ends a run
	Before     bool   `json:"before,omitempty"`     // what others had said in the place before the conversation began: nobody's request
	Note       string `json:"note,omitempty"`       // what code says beneath the words; no model writes or drops it

	Background BackgroundID `json:"backgroundTask,omitempty"` // that said the words in its owner's name
	Silent     bool         `json:"silent,omitempty"`         // and wants no answer where nothing is new
	Instead    bool         `json:"instead,omitempty"`        // and the time before is left for them where it is at work

	Topic Topic `json:"topic,omitempty"` // what it is told as where it came of a background task; "" where it is told to nobody

	Code bool      `json:"code,omitempty"` // code says it: no model wrote any of it
	Said Sentences `json:"said,omitempty"` // what the content was made from, if code said it before the language was known

	Mentions []PersonID `json:"mentions,omitempty"` // of a person's words: those of the team whom they mention, as the person has chosen them

	Next    []string `json:"next,omitempty"`    // of an answer: requests that a person can say with one press
	Pressed *Pressed `json:"pressed,omitempty"` // of a person's words: the request of an answer that was pressed

	Replaces MessageID `json:"replaces,omitempty"` // of a person's words: the first version of the message; storage has checked that it is theirs
	Stopped  bool      `json:"stopped,omitempty"`  // of an answer: somebody ended it before it was whole
}

// Pressed names a request that an answer offered, by its position. What it says stands in the answer alone.
type Pressed struct {
	Message MessageID `json:"message"`
	Number  int       `json:"number"` // from 0
}

// Type implements [Body].
func (Said) Type() string { return "said" }

func (Said) facts(m Message) Facts {
	return Facts{Slot: saidSlot(m.ID), Mail: m.Author == AuthorUser}
}

// Revised says that a person changed or took back what they had said. The new words are the message's content.
type Revised struct {
	Message MessageID `json:"message"`
	Deleted bool      `json:"deleted,omitempty"`
}

// Type implements [Body].
func (Revised) Type() string { return "revised" }

// FirstSaid is the message that first said what m says: m itself, or the one that it changes.
func FirstSaid(m Message) MessageID {
	if b, ok := m.Body.(Revised); ok {
		return b.Message
	}
	return m.ID
}

func (b Revised) facts(Message) Facts {
	return Facts{Slot: saidSlot(b.Message), Mail: true, Acts: true, Subject: string(b.Message)}
}

// Phase says which part of the work a thinking entry is about.
type Phase string

// The phases.
const (
	PhaseRouting    Phase = "routing"
	PhasePlanning   Phase = "planning"
	PhaseRun        Phase = "run"
	PhaseExecution  Phase = "execution"
	PhaseValidation Phase = "validation"
)

// Thought is a thinking entry: a safe one-line summary of an observable step, never a model's own reasoning.
// The line is the message's content.
type Thought struct {
	Phase Phase  `json:"phase"`
	Group string `json:"group,omitempty"`
	Run   RunID  `json:"runId,omitempty"`
	Task  TaskID `json:"taskId,omitempty"`

	Reached []string  `json:"reached,omitempty"` // the whole addresses that were gone to, of which the line names the hosts
	Said    Sentences `json:"said,omitempty"`    // what the line was made from, if code said it in English: [SafeLine]
	Team    string    `json:"team,omitempty"`    // the hash of the team that goes on, where another one began
	Heard   MessageID `json:"heard,omitempty"`   // what was said meanwhile and is taken up
}

// Type implements [Body].
func (Thought) Type() string { return "thought" }

func (b Thought) facts(m Message) Facts { return Facts{Slot: workSlot(m, b.Run), Run: b.Run} }

// Routed records who answers and why. Its content is shown only when the agent changes.
type Routed struct {
	From   AgentID   `json:"from"`
	To     []AgentID `json:"to"`
	Reason string    `json:"reason"`
	By     string    `json:"by"` // "rule", "model" or "person"
}

// Type implements [Body].
func (Routed) Type() string { return "routed" }

func (Routed) facts(m Message) Facts { return Facts{Slot: workSlot(m, "")} }

// Activity is what the assistant is doing right now.
type Activity string

// The activities of the indicator; ActivityNone clears it.
const (
	ActivityNone       Activity = ""
	ActivityThinking   Activity = "thinking"
	ActivityRouting    Activity = "routing"
	ActivityPlanning   Activity = "planning"
	ActivityExecuting  Activity = "executing"
	ActivityValidating Activity = "validating"
	ActivityWaiting    Activity = "waiting" // for a person: nothing is at work
)

// ActivityChanged moves the activity indicator.
type ActivityChanged struct {
	Activity Activity `json:"activity"`
}

// Type implements [Body].
func (ActivityChanged) Type() string { return "activity_changed" }

func (ActivityChanged) facts(m Message) Facts { return Facts{Slot: workSlot(m, "")} }

// Rated is what a person thinks of an answer. Who thinks again rates again; the last word counts.
type Rated struct {
	Message MessageID `json:"message"`
	Good    bool      `json:"good"`
}

// Type implements [Body].
func (Rated) Type() string { return "rated" }

func (b Rated) facts(Message) Facts { return Facts{Acts: true, Subject: string(b.Message)} }

// FileRead stores what was read in a file of a person's message, so that it is not fetched or read again. It is not shown.
type FileRead struct {
	Message   MessageID `json:"message"`
	Number    int       `json:"number"` // of the message's files, from 1
	Name      string    `json:"name"`
	MIME      string    `json:"type,omitempty"` // as its bytes say, not its name
	Text      string    `json:"text,omitempty"`
	Truncated bool      `json:"truncated,omitempty"` // there is more in the file than Text
	Image     FileID    `json:"image,omitempty"`     // of the picture it is, kept for models that see
	Width     int       `json:"width,omitempty"`     // of the picture, in pixels
	Height    int       `json:"height,omitempty"`
	Problem   string    `json:"problem,omitempty"` // why it could not be read, as a person may read it
}

// Type implements [Body].
func (FileRead) Type() string { return "file_read" }

func (FileRead) facts(Message) Facts { return Facts{} }

// Failed tells a person what went wrong and how to go on.
type Failed struct {
	Problem Problem `json:"problem"`
}

// Type implements [Body].
func (Failed) Type() string { return "failed" }

func (Failed) facts(m Message) Facts { return Facts{Slot: Slot("error:" + m.ID)} }

// ChannelBound says that the conversation's channel is about a project, or no longer about any. Conversations that begin there are
// about it too.
type ChannelBound struct {
	Project ProjectID `json:"projectId,omitempty"`
}

// Type implements [Body].
func (ChannelBound) Type() string { return "channel_bound" }

func (ChannelBound) facts(Message) Facts { return Facts{} }
