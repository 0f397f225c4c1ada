package loop

import (
	"fmt"

	"github.com/aisteam/aisteam/assistant"
)

// The budgets of an agent's session, for one request of a person.
const (
	MaxSteps   = 6  // model calls
	MaxQueries = 15 // calls that change nothing
	MaxActions = 5  // calls that people are asked about
	MaxMeta    = 10 // calls that steer the agent itself
	maxWrong   = 3  // calls of tools that are not there, or with arguments that do not fit
)

// LastStep tells whether the next step of a session is its last: it may only say something.
func LastStep(s assistant.Spent) bool {
	return s.Steps >= MaxSteps-1 || s.Wrong > maxWrong || s.Queries >= MaxQueries && s.Actions >= MaxActions
}

// left says in words for the model what it may still do.
func left(s assistant.Spent) string {
	return fmt.Sprintf("Left in this turn: %d steps, %d look-ups, %d changes.", max(0, MaxSteps-s.Steps-1), max(0, MaxQueries-s.Queries), max(0, MaxActions-s.Actions))
}
