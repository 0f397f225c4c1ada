package llm

import (
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
)

// HabitError is a reply that a server gave in a way of its own, and that cannot be read as one thing only. It would give the next
// one in the same way, so asking again is for those alone that may have been something else ([HabitError.Again]). Its text is for
// operators: they can switch on at the server what is missing.
type HabitError struct {
	Provider string
	Server   string // its address, without what stands before and after the host
	Did      string // what it did: "ended the reply without saying that it is whole"
	Mend     string // what to switch on there; may be empty
	Call     bool   // it passed on as words what was meant as the use of a tool
	Again    bool   // it may be chance: one more attempt tells
	Err      error  // what it is: [ErrTruncated], [ErrBroken], [ErrGarbage], or the [StatusError] that it said
}

// Error implements error.
func (e *HabitError) Error() string {
	return fmt.Sprintf("%s at %s %s: %v", e.Provider, e.Server, e.Did, e.Err)
}

// Unwrap gives what it is.
func (e *HabitError) Unwrap() error { return e.Err }

// worthAnother tells whether an error after so many attempts may be another one next time.
func worthAnother(err error, attempts int) bool {
	habit, ok := errors.AsType[*HabitError](err)
	return !ok || habit.Again && attempts < 2
}

// habitOf says what a habit of a server means for people and for whoever runs the assistant.
func habitOf(err error, p *assistant.Problem) bool {
	e, ok := errors.AsType[*HabitError](err)
	if !ok {
		return false
	}
	if refusedBy(e.Err, p) {
		p.Mend = assistant.Verbatim("The server at " + e.Server + " (" + e.Provider + ") " + e.Did + ".").Then(p.Mend)
		return true
	}
	p.Side = assistant.SideExecution
	p.Message = assistant.Say("The language model's server answered in a form that I cannot rely on, so I did not use it. Nothing was changed.")
	if e.Call {
		p.Message = assistant.Say("The language model wanted to use a tool, but its server passed that on as plain words, so nothing of it was done.")
	}
	p.Recovery = assistant.Say(operatorMends)
	if errors.Is(e.Err, ErrBroken) {
		p.Message, p.Recovery = assistant.Say(brokeOff), assistant.Say(brokeOffAgain)
	}
	p.Mend = assistant.Verbatim("The server at " + e.Server + " (" + e.Provider + ") " + e.Did + ".").Then(assistant.Verbatim(e.Mend))
	return true
}
