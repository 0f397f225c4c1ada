package loop

import (
	"context"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Host carries an agent's work: what the loop needs of the world outside.
type Host interface {
	// Ask asks a model for a step. key names the call for good: asked again under it, a host gives the same reply.
	Ask(ctx context.Context, key string, r llm.Request) (llm.Reply, error)
	// Look makes the queries of a step, which of names among those of its session, once what was kept so far is written. It gives what came
	// of each, in their order. An error that is none of a tool ends the work.
	Look(ctx context.Context, of string, queries []Query) ([]Looked, error)
	// Keep takes where the session stands, with the messages that are new in it, to be written before anything follows from them.
	Keep(s assistant.AgentSession)
	// Hear takes up what people have said since the newest step, and writes what was kept. An error ends the work.
	Hear(ctx context.Context) error
	// Note notes a line of what is done, for people.
	Note(ctx context.Context, n Note) error
}

// Query is a call that changes nothing.
type Query struct {
	Call llm.ToolCall
	Key  string // the same however often the step is begun again
}

// Looked is what came of a query: a receipt, or why there is none.
type Looked struct {
	Receipt assistant.Receipt
	Trouble *assistant.Trouble // nil where it worked
}

// Note is a line of what an agent does.
type Note struct {
	Line    assistant.Sentence // the zero one for none
	Reached []string           // whole addresses that a call went to
	Waits   string             // an address that a call waits for leave to go to
	Wrote   []assistant.File   // that a call made
}

// Outcome is what an agent's work came to, for its host to go on from: [Words], [Proposes], [Delegates], [Steers], [Raises], [Toolless] or [Ended].
type Outcome interface{ outcome() }

// Words are what an agent ends its work with. They are not kept yet.
type Words struct {
	Reply llm.Reply
	Cut   bool // it wanted calls where none were left, so its words say too little
}

// Proposes are the calls of a step that people decide on. Its results are not kept yet.
type Proposes struct {
	Results Record // of the step's other calls
	Wishes  []Wish
}

// Delegates are the calls of a step that others look something up for. Its results are not kept yet.
type Delegates struct {
	Results Record // of the step's other calls
	Wishes  []Wish
}

// Ended says that no step may follow, by the agent's [Terms].
type Ended struct {
	How  assistant.SessionOutcome
	Tool string // of [assistant.OutcomeCircles]: what was called again and again
}

// Raises says that the agent cannot go on without somebody's decision. Nothing is kept of it yet.
type Raises struct {
	Reason  assistant.EscalationReason
	Failure Failure // of [assistant.EscalatedTechnical]
}

// Steers is a call that takes the work elsewhere: to a person, to planning, to a colleague. Its results are not kept yet.
type Steers struct {
	Results Record // of the step's other calls
	Wish    Wish
}

// Toolless says that the model takes no tools, at the first step. Its host says what becomes of the work then.
type Toolless struct{}

func (Words) outcome()     {}
func (Proposes) outcome()  {}
func (Delegates) outcome() {}
func (Steers) outcome()    {}
func (Raises) outcome()    {}
func (Ended) outcome()     {}
func (Toolless) outcome()  {}
