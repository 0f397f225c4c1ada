package llm

import (
	"errors"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Tried says what came of trying a model, to whoever is about to set it: what the provider has against the key, the name or the address,
// and what to do about it. It is false of what no provider has said. The key is never in it.
func Tried(err error, model string, within time.Duration) (assistant.Problem, bool) {
	e, ok := errors.AsType[*StatusError](err)
	if !ok {
		return triedWithout(err)
	}
	p := assistant.Problem{Side: assistant.SideInput, Recovery: assistant.Say("Try again in a minute.")}
	switch cause := e.cause(); cause {
	case OutcomeKey:
		p.Message = assistant.Say("%s does not accept this key.", e.who())
		p.Recovery = assistant.Say("Copy the key again, all of it, and look whether it is still valid there.")
	case OutcomeModel:
		p.Message = assistant.Say("%s has no model called %s, or this key may not use it.", e.who(), model)
		p.Recovery = assistant.Say("Check the name of the model, or choose another one.")
	case OutcomeQuota:
		p.Message = assistant.Say("%s knows the key, but its account has no credit left.", e.who())
		p.Recovery = assistant.Say("Add credit there, then test again.")
	case OutcomeLimited:
		p.Message = assistant.Say("%s knows the key, but takes no more requests from it just now.", e.who())
	case OutcomeRegion:
		p.Message = assistant.Say("%s does not serve the country that this machine's requests come from.", e.who())
		p.Recovery = assistant.Say("Choose another provider, or let the requests leave in a country that it serves.")
	case OutcomeVerify:
		p.Message = assistant.Say("%s gives this model to verified organizations alone.", e.who())
		p.Recovery = assistant.Say("Verify yours there, or choose another model.")
	case OutcomeProxy, OutcomeClock, OutcomeAddress:
		e.mendable(cause, &p)
		p.Message, p.Recovery, p.Mend = assistant.Say("No language model answered."), p.Mend, assistant.Sentence{}
	case OutcomeUnreachable:
		p.Message = assistant.Say("Nothing answers at %s.", e.who())
		p.Recovery = assistant.Say("Check the address and the port, and that this machine may connect to it.")
		if e.OnTheWay() == WayName {
			p.Message = assistant.Say("There is no address for the name %s.", e.who())
			p.Recovery = assistant.Say("Check how it is spelt.")
		}
	case OutcomeTimeout, OutcomeIdle:
		p.Message = assistant.Say("%s did not answer within %d seconds.", e.who(), int(within.Seconds()))
	case OutcomeFault, OutcomeOverloaded:
		p.Message = assistant.Say("%s has a fault at the moment: it answered %d.", e.who(), e.Code)
	default:
		p.Message = assistant.Say("%s refused the test: it answered %d.", e.who(), e.Code)
		p.Recovery = assistant.Say("Choose another model: this one may not take tools, or not stream its answers.")
	}
	if page := e.page(e.cause()); page != "" {
		p.Recovery = p.Recovery.Then(assistant.Say("The place for that is %s.", page))
	}
	return p, true
}

// triedWithout is what came of a model without a refusal: an answer that makes no sense, or a habit of a server.
func triedWithout(err error) (assistant.Problem, bool) {
	p := assistant.Problem{Side: assistant.SideInput}
	switch {
	case habitOf(err, &p):
		if !p.Mend.IsZero() {
			p.Recovery = p.Mend
		}
		return p, true
	case errors.Is(err, ErrTruncated), errors.Is(err, ErrGarbage):
		p.Message = assistant.Say("Something answered, but not as a language model does.")
		p.Recovery = assistant.Say("Check the address, or choose another model.")
		return p, true
	}
	return p, false
}
