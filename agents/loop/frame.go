package loop

import (
	"encoding/json"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Frame is what an agent's session begins with, and keeps: a new release says other things, and a session goes on as it began.
// It has another one from where a colleague takes the work over.
type Frame struct {
	System string            `json:"system"`
	Facts  json.RawMessage   `json:"facts"`
	Agent  assistant.AgentID `json:"agent,omitempty"` // who works from here on; "" for whom the session began with

	Background assistant.BackgroundID `json:"backgroundTask,omitempty"` // that asked for it in its owner's name; "" where a person did
	Edited     assistant.MessageID    `json:"edited,omitempty"`         // the message whose new words ask for it; "" where it is asked for by its first
	Silent     bool                   `json:"silent,omitempty"`         // an answer is wanted only where something is new
	Tools      []string               `json:"tools,omitempty"`          // that were offered when it began, by their names and in their order; nil of what was begun before they were kept
	Mode       Mode                   `json:"mode,omitempty"`           // how far the agent may go

	Unaided string `json:"-"` // the system's words for whoever has no tools; only the first step may need them
}

// WithWordsAlone is the frame for a model that takes no tools.
func (f Frame) WithWordsAlone() Frame {
	f.Mode, f.System, f.Tools = Speaks, f.Unaided, nil
	return f
}

// Record is an [assistant.AgentMessage] as a model is given it, with what only code knows of it.
type Record struct {
	Message llm.Message                 `json:"message"`
	Tasks   map[string]assistant.TaskID `json:"tasks,omitempty"` // that do the calls of a model's message which people are asked about, by the call's id
	Files   []assistant.File            `json:"files,omitempty"` // that calls have made, for the person
	Heard   assistant.MessageID         `json:"heard,omitempty"` // the words that were taken up here, while the agent was at work
	By      []assistant.PersonID        `json:"by,omitempty"`    // whose words are in it
	Refused bool                        `json:"refused,omitempty"`
	Looks   bool                        `json:"looks,omitempty"`  // the tasks only look something up: it was delegated
	Strike  bool                        `json:"strike,omitempty"` // what was said last is not taken, and the agent is told why

	Failures []Failure                 `json:"failures,omitempty"` // of calls of the step
	Raised   assistant.ClarificationID `json:"raised,omitempty"`   // that code has put before people here, since the agent could not go on

	Unopened []string                   `json:"unopened,omitempty"` // addresses that calls led to, where nobody is there to be asked
	Asked    map[assistant.TaskID]Asked `json:"asked,omitempty"`    // executors' questions, by the tasks that ended with them

	// Tasks of executors that the agent is told are still at work, by their runs, and those of them whose end it is told of here.
	Later map[assistant.TaskID]assistant.RunID `json:"later,omitempty"`
	Told  []assistant.TaskID                   `json:"told,omitempty"`

	Asks  map[string]assistant.ClarificationID `json:"asks,omitempty"`  // questions to a person, by the id of the model's call that asks
	Words string                               `json:"words,omitempty"` // that a person has said here, as they said them
	Came  map[string]Came                      `json:"came,omitempty"`  // of calls that were made at once or are over, by the call's id
}

// Who is who works by the frame, as they were when it was made: "Florist Zelda".
func (f Frame) Who() string {
	var facts llm.AnswerFacts
	if json.Unmarshal(f.Facts, &facts) != nil {
		return string(f.Agent)
	}
	return assistant.Agent{ID: facts.Agent.ID, Name: facts.Agent.Name, Title: facts.Agent.Title}.Called()
}

// Request is what the person asked for with the words that the session began with.
func (f Frame) Request() string {
	var facts llm.AnswerFacts
	if json.Unmarshal(f.Facts, &facts) != nil {
		return ""
	}
	return facts.Text
}

// Remember notes what came of a call that need not be made again.
func (r *Record) Remember(call string, what Came) {
	if r.Came == nil {
		r.Came = map[string]Came{}
	}
	r.Came[call] = what
}
