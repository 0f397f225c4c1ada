package llm

import (
	"errors"
	"slices"
)

// Outcome is how a call of a model ended, for metrics: by its cause where that is known, so that an alert tells whom to call.
// The set is closed.
type Outcome string

// The outcomes.
const (
	OutcomeOK          Outcome = "ok"
	OutcomeCancelled   Outcome = "cancelled"   // somebody said stop
	OutcomeIdle        Outcome = "idle"        // it began to answer and fell silent
	OutcomeTimeout     Outcome = "timeout"     // no answer, or no whole one, in the time there was
	OutcomeUnreachable Outcome = "unreachable" // no answer at all: the network, a name
	OutcomeProxy       Outcome = "proxy"       // something in between answers in the provider's place
	OutcomeClock       Outcome = "clock"       // by this machine's clock the provider's certificate does not hold
	OutcomeAddress     Outcome = "address"     // what is at the address knows nothing of models
	OutcomeKey         Outcome = "key"         // the key is not taken
	OutcomeModel       Outcome = "model"       // no such model at the address
	OutcomeRegion      Outcome = "region"      // the provider does not serve where we ask from
	OutcomeVerify      Outcome = "verify"      // the provider wants to know first who asks
	OutcomeQuota       Outcome = "quota"       // what may be spent is used up
	OutcomeLimited     Outcome = "limited"     // 429: too many requests
	OutcomeFault       Outcome = "fault"       // 5xx: the provider's own
	OutcomeOverloaded  Outcome = "overloaded"  // another passing failure
	OutcomeRefused     Outcome = "refused"     // another refusal, of what was sent
	OutcomeTruncated   Outcome = "truncated"
	OutcomeGarbage     Outcome = "garbage"
	OutcomeError       Outcome = "error"
)

// Outcomes are all of them.
func Outcomes() []Outcome {
	return []Outcome{
		OutcomeOK, OutcomeCancelled, OutcomeIdle, OutcomeTimeout, OutcomeUnreachable, OutcomeProxy, OutcomeClock, OutcomeAddress, OutcomeKey, OutcomeModel,
		OutcomeRegion, OutcomeVerify, OutcomeQuota, OutcomeLimited, OutcomeFault, OutcomeOverloaded, OutcomeRefused, OutcomeTruncated, OutcomeGarbage, OutcomeError,
	}
}

// Known tells whether the word is one of [Outcomes].
func (o Outcome) Known() bool { return slices.Contains(Outcomes(), o) }

// String implements [fmt.Stringer].
func (o Outcome) String() string { return string(o) }

func outcome(err error) Outcome {
	refusal, answered := errors.AsType[*StatusError](err)
	switch {
	case err == nil:
		return OutcomeOK
	case errors.Is(err, errIdle):
		return OutcomeIdle
	case errors.Is(err, errLate): // which ends the call as whoever stops it does
		return OutcomeTimeout
	case errors.Is(err, errStopped):
		return OutcomeCancelled
	case answered:
		return refusal.cause()
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
