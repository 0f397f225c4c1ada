package llm

import (
	"errors"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// StatusError is a provider's refusal to answer, or its silence. It unwraps to [ErrOverloaded] where trying again may help
// and to [ErrRefused] where it does not. Its text is for operators.
type StatusError struct {
	Provider   string
	Host       string        // that was asked; "" where it is not known
	Code       int           // HTTP status; 0 when there was no answer at all
	RetryAfter time.Duration // what the provider asks to wait; 0 when it does not say
	Message    string
	Reason     string        // words by which programs tell refusals apart, such as insufficient_quota, with spaces between them
	Page       bool          // a page for people came in place of an answer
	Skew       time.Duration // by how much this machine's clock is ahead of the provider's, where that is minutes
	Way        Way           // what was met on the way, where that is known without Err: see [StatusError.OnTheWay]
	Err        error         // the transport's own; may be nil
}

// Error implements error.
func (e *StatusError) Error() string {
	if e.Code == 0 {
		return fmt.Sprintf("%s did not answer: %s", e.Provider, e.Message)
	}
	return fmt.Sprintf("%s answered %d: %s", e.Provider, e.Code, e.Message)
}

// Unwrap gives the class of the failure and the transport's own error.
func (e *StatusError) Unwrap() []error {
	class := ErrRefused
	if e.passes() {
		class = ErrOverloaded
	}
	if e.Err == nil {
		return []error{class}
	}
	return []error{class, e.Err}
}

// Explain says a failed model call as people read it, with a way on.
func Explain(err error) assistant.Problem {
	p := assistant.Problem{Side: assistant.SideSystem, Retry: true}
	switch {
	case errors.Is(err, ErrDisabled):
		p.Message = assistant.Say("AI answers are switched off here, so nothing was sent to a model.")
		p.Recovery = assistant.Say("Whoever runs this assistant can switch them on again.")
		p.Retry = false
	case habitOf(err, &p):
	case refusedBy(err, &p):
	case errors.Is(err, ErrOverloaded):
		p.Side = assistant.SideExecution
		p.Message = assistant.Say("The language model did not answer in time, although I tried more than once. Nothing was changed.")
		p.Recovery = assistant.Say("Please ask me again in a minute.")
	case errors.Is(err, ErrBroken):
		p.Side, p.Message, p.Recovery = assistant.SideExecution, assistant.Say(brokeOff), assistant.Say(brokeOffAgain)
	case errors.Is(err, ErrTruncated):
		p.Side = assistant.SideExecution
		p.Message = assistant.Say("The language model's answer was cut off, so I did not use it. Nothing was changed.")
		p.Recovery = assistant.Say("Please ask me again. If it keeps happening, a shorter request helps.")
	case errors.Is(err, ErrGarbage):
		p.Side = assistant.SideExecution
		p.Message = assistant.Say("The language model's answer made no sense, also after I asked it to correct it. Nothing was changed.")
		p.Recovery = assistant.Say("That is the model's doing, not yours: have it tried again. If it keeps happening, whoever runs this assistant can choose another model.")
	case errors.Is(err, ErrRefused):
		p.Side = assistant.SideExecution
		p.Message = assistant.Say("The language model did not accept the request. Nothing was changed.")
		p.Recovery = assistant.Say("Please say it in other words. If that does not help, whoever runs this assistant should check the model's key and settings.")
	default:
		return assistant.ProblemOf(err)
	}
	return p
}

// What is said of an answer that a network cut. A server that never says where its replies end looks the same, so it leads on to
// whoever can tell.
const (
	brokeOff      = "The connection to the language model broke off before its answer was whole, so I did not use it. Nothing was changed."
	brokeOffAgain = "Please ask me again in a minute. If it keeps happening, whoever runs this assistant has to look at it; admins see on the panel what it is."
)

// operatorMends is the way on where people themselves have none.
const operatorMends = "Whoever runs this assistant has to put that right; admins see on the panel what it is. Then press “Try again” there, or ask me again."
