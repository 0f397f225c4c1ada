package assistant

import "encoding/json"

// AgentSessionID names an agent's session.
type AgentSessionID string

// AgentSession is an agent at work on something that a person asked for: steps of a model call and the calls of tools that it
// wanted. It is kept step by step, each before what follows from it, so that whoever finds it goes on from there:
//
//	working ──calls that change something──▶ waiting for people ──decided, done──▶ working ──words──▶ done
//	   └──────────────────────── stop ────────────┴──────────────────────────────────────────────▶ stopped
type AgentSession struct {
	ID           AgentSessionID
	Conversation ConversationID
	Agent        AgentID
	Project      ProjectID
	RequestedBy  PersonID
	Cause        MessageID // the words that it is about
	Status       AgentSessionStatus
	Run          RunID // that does what the newest step wants to change; "" where none did
	Spent        Spent
	Team         string         // the hash of the team that worked on it last; "" of one that was begun before it was kept
	Messages     []AgentMessage // read: all of them, in order; in a [Batch]: those that are new
}

// SessionOf names the session that a message begins: there is one for each.
func SessionOf(cause MessageID) AgentSessionID {
	return AgentSessionID(idOf("agent session", string(cause)))
}

// Next is the number of the session's next message.
func (s AgentSession) Next() int {
	if n := len(s.Messages); n > 0 {
		return s.Messages[n-1].Seq + 1
	}
	return 0
}

// AgentSessionStatus is where a session stands.
type AgentSessionStatus string

// The states of a session.
const (
	SessionWorking AgentSessionStatus = "working"
	SessionWaiting AgentSessionStatus = "waiting" // for people, and for what they let happen
	SessionDone    AgentSessionStatus = "done"
	SessionStopped AgentSessionStatus = "stopped"
)

// AgentMessage is what a model was given or gave. People are not shown it; what they may see is told in the log.
type AgentMessage struct {
	Seq  int
	From AgentMessageFrom
	Body json.RawMessage // as package agents writes it, with what the provider wants back unchanged
}

// AgentMessageFrom says who a session's message is from.
type AgentMessageFrom string

// Who they are from.
const (
	FromFrame AgentMessageFrom = "frame" // the instructions that the session began with
	FromUser  AgentMessageFrom = "user"
	FromModel AgentMessageFrom = "assistant"
	FromTools AgentMessageFrom = "tool"
)

// Spent is what a session has used of its budgets.
type Spent struct {
	Steps   int `json:"steps"`
	Queries int `json:"queries"`
	Actions int `json:"actions"`
	Meta    int `json:"meta"`
	Wrong   int `json:"wrong"` // calls that nobody could make: unknown tools, arguments that do not fit
}
