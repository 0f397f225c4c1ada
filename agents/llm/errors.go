package llm

import (
	"errors"
	"fmt"
	"slices"
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

// Outcome is how a call of a model ended, for metrics. The set is closed.
type Outcome string

// The outcomes.
const (
	OutcomeOK         Outcome = "ok"
	OutcomeIdle       Outcome = "idle"
	OutcomeCancelled  Outcome = "cancelled"
	OutcomeOverloaded Outcome = "overloaded"
	OutcomeRefused    Outcome = "refused"
	OutcomeTruncated  Outcome = "truncated"
	OutcomeGarbage    Outcome = "garbage"
	OutcomeError      Outcome = "error"
)

// Outcomes are all of them.
func Outcomes() []Outcome {
	return []Outcome{
		OutcomeOK, OutcomeIdle, OutcomeCancelled, OutcomeOverloaded, OutcomeRefused, OutcomeTruncated, OutcomeGarbage, OutcomeError,
	}
}

// Known tells whether the word is one of [Outcomes].
func (o Outcome) Known() bool { return slices.Contains(Outcomes(), o) }

// String implements [fmt.Stringer].
func (o Outcome) String() string { return string(o) }

func outcome(err error) Outcome {
	switch {
	case err == nil:
		return OutcomeOK
	case errors.Is(err, errIdle):
		return OutcomeIdle
	case errors.Is(err, errStopped):
		return OutcomeCancelled
	case errors.Is(err, ErrOverloaded):
		return OutcomeOverloaded
	case errors.Is(err, ErrRefused):
		return OutcomeRefused
	case errors.Is(err, ErrTruncated):
		return OutcomeTruncated
	case errors.Is(err, ErrGarbage):
		return OutcomeGarbage
	default:
		return OutcomeError
	}
}
