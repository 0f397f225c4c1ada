package loop

import (
	"slices"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Escalate puts before the supervisor what an agent at work may not or cannot decide. The supervisor asks a person, and the agent goes on
// with what they decide.
type Escalate struct {
	Reason   assistant.EscalationReason `json:"reason"`
	Question string                     `json:"question" jsonschema:"what has to be decided, and what you know about it, as the person reads it"`
}

// Failure is a call that was made and did not work.
type Failure struct {
	Tool string `json:"tool"`
	Why  string `json:"why"` // in the language of whoever reads it
}

// mostFailures is in how many steps the same may fail before a person is asked.
const mostFailures = 3

// escalateTool is offered from the first step of work on: a list of tools that changes on the way costs what a provider has kept.
func escalateTool() tools.Tool {
	s := tools.Arguments[Escalate]()
	for _, r := range assistant.EscalationReasons() {
		s.Properties["reason"].Enum = append(s.Properties["reason"].Enum, string(r))
	}
	return tools.Tool{
		Name: ToolEscalate, Label: "Escalate", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: s,
		Description: "Put a decision that is not yours before the supervisor, who asks the person: the work needs more budget, another strategy, " +
			"a way around a technical obstacle, or the client's word. You go on with what is decided.",
	}
}

// escalates tells whether somebody is there to decide on what the agent cannot.
func (f Frame) escalates() bool { return f.Mode == Works && f.Background == "" }

// FailsAgain is what has failed in the same way in several steps since a person said something.
func (t Transcript) FailsAgain() (Failure, bool) {
	steps := map[Failure]int{}
	for _, r := range slices.Backward(t) {
		if r.Heard != "" {
			break
		}
		counted := map[Failure]bool{} // of this step
		for _, f := range r.Failures {
			if !counted[f] {
				counted[f] = true
				steps[f]++
			}
			if steps[f] >= mostFailures {
				return f, true
			}
		}
	}
	return Failure{}, false
}

// RunsOut tells whether an agent ends with words though it wanted to go on, since nothing is left of what one request may take, and somebody
// is there to decide on that. One that has made too many calls that nobody could make is given no more.
func (l *Loop) RunsOut(words Words) bool {
	return words.Cut && l.Frame.escalates() && l.Session.Spent.Wrong <= maxWrong
}

// Clarify is the decision as it is put before people.
func (e Escalate) Clarify() assistant.Question {
	return assistant.Question{Key: askKey, Text: shown(e.Question, maxAsked), Free: true}
}
