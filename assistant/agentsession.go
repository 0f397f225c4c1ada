package assistant

import (
	"encoding/json"
	"strconv"
	"time"
)

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
	Team         string // the hash of the team that worked on it last; "" of one that was begun before it was kept

	// A planner's session is about what a person asked for, an executor's does a task for a planner. What is below is empty of a planner's,
	// but for what it cost.
	Parent  AgentSessionID // of the planner
	Call    string         // of the planner's model that delegated the task, by its id
	Task    TaskID         // that it does
	Tier    string         // of its model, as package llm names it
	Model   string         // that answered last
	Cost    SessionCost
	Outcome SessionOutcome // how it ended; "" while it goes on

	Messages []AgentMessage // read: all of them, in order; in a [Batch]: those that are new
}

// SessionOf names the session that a message begins: there is one for each.
func SessionOf(cause MessageID) AgentSessionID {
	return AgentSessionID(idOf("agent session", string(cause)))
}

// ExecutorOf names the session of the executor that does a task. There is one for each time that it is tried: a task that people have
// tried again is done anew, with a budget of its own.
func ExecutorOf(task TaskID, try int) AgentSessionID {
	return AgentSessionID(idOf("executor", string(task), strconv.Itoa(try)))
}

// IdentityOf names who works in a session: an agent in that session and in no other.
func IdentityOf(s AgentSessionID) AgentIdentityID {
	return AgentIdentityID(idOf("identity", string(s)))
}

// ExecutionOf names that an executor has done its task.
func ExecutionOf(s AgentSessionID) ExecutionID { return ExecutionID(idOf("execution", string(s))) }

type (
	// AgentIdentityID names a row of agents.
	AgentIdentityID string
	// ExecutionID names a row of agent_executions.
	ExecutionID string
)

// SessionCost is what a session's model calls cost.
type SessionCost struct {
	Input  int           `json:"input,omitempty"`  // tokens
	Output int           `json:"output,omitempty"` // likewise
	Micros int64         `json:"micros,omitempty"` // millionths of a dollar by list price, of the calls whose price is known
	Took   time.Duration `json:"took,omitempty"`   // at work, without what it waited for others
}

// Tokens are all of them.
func (c SessionCost) Tokens() int { return c.Input + c.Output }

// Plus is both together.
func (c SessionCost) Plus(o SessionCost) SessionCost {
	return SessionCost{Input: c.Input + o.Input, Output: c.Output + o.Output, Micros: c.Micros + o.Micros, Took: c.Took + o.Took}
}

// SessionOutcome is how an executor's session ended.
type SessionOutcome string

// How it ended.
const (
	OutcomeReported SessionOutcome = "reported" // with data
	OutcomeCircles  SessionOutcome = "circles"  // it made the same calls again and again
	OutcomeSpent    SessionOutcome = "spent"    // its budget was used up before it reported
	OutcomeSilent   SessionOutcome = "silent"   // it said words and gave no data
	OutcomeStopped  SessionOutcome = "stopped"  // somebody stopped it, or nobody waits for it any more
	OutcomeFailed   SessionOutcome = "failed"   // its model could not be asked, or it is on the team no more
)

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

// AgentMessage is what a model was given or gave. People do not see it; what they may see is in the log.
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

// Spent is how much a session has used of its budgets.
type Spent struct {
	Steps   int `json:"steps"`
	Queries int `json:"queries"`
	Actions int `json:"actions"`
	Meta    int `json:"meta"`
	Wrong   int `json:"wrong"` // calls that nobody could make: unknown tools, arguments that do not fit

	Lent Budget `json:"lent,omitzero"` // to executors
}
