package loop

import (
	"github.com/aisteam/aisteam/agents/tools"
)

// Mode is how far an agent may go in a session.
type Mode string

// The modes.
const (
	Works   Mode = ""        // it looks things up, proposes changes, asks, hands over and has it planned
	Answers Mode = "answers" // it looks things up and proposes nothing: what is open in the conversation stays open
	Speaks  Mode = "speaks"  // it has no tools at all
)

// Lets narrows what an agent may use to what the mode lets it.
func (m Mode) Lets(may func(tools.Tool) bool) func(tools.Tool) bool {
	switch m {
	case Answers:
		return func(t tools.Tool) bool { return t.AtOnce() && may(t) }
	case Speaks:
		return func(tools.Tool) bool { return false }
	case Works:
	}
	return may
}
