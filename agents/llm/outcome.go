package llm

import (
	"errors"
	"net"
	"slices"
	"strings"
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
	OutcomeKey         Outcome = "key"         // the key is not taken
	OutcomeModel       Outcome = "model"       // no such model at the address
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
		OutcomeOK, OutcomeCancelled, OutcomeIdle, OutcomeTimeout, OutcomeUnreachable, OutcomeKey, OutcomeModel, OutcomeQuota, OutcomeLimited,
		OutcomeFault, OutcomeOverloaded, OutcomeRefused, OutcomeTruncated, OutcomeGarbage, OutcomeError,
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

// cause says what a provider's answer comes from. Providers give one code for several causes, so its words are read too.
func (e *StatusError) cause() Outcome {
	said := strings.ToLower(e.Message)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, w) })
	}
	switch {
	case e.Code == 408, e.Code == 0 && late(e.Err):
		return OutcomeTimeout
	case e.Code == 0:
		return OutcomeUnreachable
	case e.Code == 402, (e.Code == 429 || e.Code == 403) && has("insufficient_quota", "quota", "billing", "credit", "balance"),
		e.Code == 400 && has("credit balance", "usage limits"): // Anthropic's words (platform.claude.com, Errors: "a 400 when usage reaches a spend limit")
		return OutcomeQuota
	case e.Code == 401, e.Code == 403, e.Code == 400 && has("api key", "api_key"):
		return OutcomeKey
	case e.Code == 404, e.Code == 400 && has("model not found", "does not exist", "unknown model", "invalid model", "not a valid model"):
		return OutcomeModel
	case e.Code == 429:
		return OutcomeLimited
	case e.Code >= 500:
		return OutcomeFault
	case errors.Is(e, ErrOverloaded):
		return OutcomeOverloaded
	default:
		return OutcomeRefused
	}
}

// late tells whether a transport has waited in vain.
func late(err error) bool {
	waited, ok := errors.AsType[net.Error](err)
	return ok && waited.Timeout()
}
