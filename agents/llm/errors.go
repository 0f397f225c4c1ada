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
	Code       int           // HTTP status; 0 when there was no answer at all
	RetryAfter time.Duration // what the provider asks to wait; 0 when it does not say
	Message    string
	Err        error // the transport's own; may be nil
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
	if e.Code == 0 || e.Code == 408 || e.Code == 409 || e.Code == 425 || e.Code == 429 || e.Code >= 500 {
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
		p.Message = "AI answers are switched off here, so nothing was sent to a model."
		p.Recovery = "Whoever runs this assistant can switch them on again."
		p.Retry = false
	case habitOf(err, &p):
	case refusedBy(err, &p):
	case errors.Is(err, ErrOverloaded):
		p.Side = assistant.SideExecution
		p.Message = "The language model did not answer in time, although I tried more than once. Nothing was changed."
		p.Recovery = "Please ask me again in a minute."
	case errors.Is(err, ErrTruncated):
		p.Side = assistant.SideExecution
		p.Message = "The language model's answer was cut off, so I did not use it. Nothing was changed."
		p.Recovery = "Please ask me again. If it keeps happening, a shorter request helps."
	case errors.Is(err, ErrGarbage):
		p.Side = assistant.SideExecution
		p.Message = "The language model's answer made no sense, also after I asked it to correct it. Nothing was changed."
		p.Recovery = "Please say it again in other words."
	case errors.Is(err, ErrRefused):
		p.Side = assistant.SideExecution
		p.Message = "The language model did not accept the request. Nothing was changed."
		p.Recovery = "Please say it in other words. If that does not help, whoever runs this assistant should check the model's key and settings."
	default:
		return assistant.ProblemOf(err)
	}
	return p
}

// operatorMends is the way on where people themselves have none.
const operatorMends = "Whoever runs this assistant has to put that right; admins see on the panel what it is. Then press “Try again” there, or ask me again."

// refusedBy says what a provider's own answer means: whether people should wait, or an operator has something to mend. People
// are told no more of it than they can act on; which setting it is stands in Mend, and the provider's words in the log.
func refusedBy(err error, p *assistant.Problem) bool {
	e, ok := errors.AsType[*StatusError](err)
	if !ok {
		return false
	}
	switch e.cause() {
	case OutcomeKey:
		p.Message = "The language model does not let us in, so I could not answer. Nothing was changed."
		p.Mend = fmt.Sprintf("%s answered %d: it does not accept the API key, or the key may not use this model. Check the key in the environment and start the service again.", e.Provider, e.Code)
	case OutcomeModel:
		p.Message = "The language model that is set here is not there, so I could not answer. Nothing was changed."
		p.Mend = fmt.Sprintf("%s answered %d: it knows no model of this name at this address. Check the model's name and the base address in the environment and start the service again.", e.Provider, e.Code)
	case OutcomeQuota:
		p.Message = "What may be spent with the language model's provider is used up, so I could not answer. Nothing was changed."
		p.Mend = fmt.Sprintf("%s answered %d: the account's quota or credit is used up. Look at its billing page.", e.Provider, e.Code)
	case OutcomeLimited:
		p.Side = assistant.SideExecution
		p.Message = "The language model has too many requests at the moment and turned me away more than once. Nothing was changed."
		p.Recovery = "Please ask me again in a minute."
		p.Mend = fmt.Sprintf("%s answered 429: the rate limit of the account is too low for this load, if it happens often.", e.Provider)
		return true
	case OutcomeFault:
		p.Side = assistant.SideExecution
		p.Message = "The language model's provider has a fault at the moment, so I could not answer. Nothing was changed."
		p.Recovery = "Please ask me again in a few minutes."
		p.Mend = fmt.Sprintf("%s answered %d. Its status page may say more.", e.Provider, e.Code)
		return true
	default:
		return false
	}
	p.Recovery = operatorMends
	return true
}
