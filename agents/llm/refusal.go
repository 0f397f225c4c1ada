package llm

import (
	"cmp"
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

// refusedBy says what a provider's own answer means, or that none came: whether people should wait, or an operator has something to
// mend. People are told no more of it than they can act on; what has to be put right, and where, stands in Mend, and the provider's
// words in the log.
func refusedBy(err error, p *assistant.Problem) bool {
	e, ok := errors.AsType[*StatusError](err)
	if !ok {
		return false
	}
	cause := e.cause()
	if !e.mendable(cause, p) && !e.passing(cause, p) {
		return false
	}
	page, minutes := e.page(cause), int(e.Skew.Abs().Minutes())
	switch {
	case page != "" && minutes > 0:
		p.Mend = p.Mend.Then(assistant.Say("The place for that is %s. The clock of this machine differs from theirs by %d min, too.", page, minutes))
	case page != "":
		p.Mend = p.Mend.Then(assistant.Say("The place for that is %s.", page))
	case minutes > 0:
		p.Mend = p.Mend.Then(assistant.Say("The clock of this machine differs from theirs by %d min, too.", minutes))
	}
	return true
}

// who is who was asked, as operators know them.
func (e *StatusError) who() string { return cmp.Or(e.Host, e.Provider) }

// mendable says what stays as it is until an operator puts it right.
func (e *StatusError) mendable(cause Outcome, p *assistant.Problem) bool {
	who := e.who()
	switch cause {
	case OutcomeKey:
		p.Message = assistant.Say("The language model does not let us in, so I could not answer. Nothing was changed.")
		p.Mend = assistant.Say("%s answered %d: it does not accept the API key, or the key may not use this model. Check the key under “Language model” on the panel's page “Settings”.", who, e.Code)
	case OutcomeModel:
		p.Message = assistant.Say("The language model that is set here is not there, so I could not answer. Nothing was changed.")
		p.Mend = assistant.Say("%s answered %d: it knows no model of this name, or the key may not use it. Check the model's name under “Language model” on the panel's page “Settings”.", who, e.Code)
	case OutcomeQuota:
		p.Message = assistant.Say("What may be spent with the language model's provider is used up, so I could not answer. Nothing was changed.")
		p.Mend = assistant.Say("%s answered %d: the account's quota or credit is used up. Look at its billing page.", who, e.Code)
	case OutcomeRegion:
		p.Message = assistant.Say("The language model's provider does not serve the country that I run in, so I could not answer. Nothing was changed.")
		p.Mend = assistant.Say("%s answered %d: it serves no requests from the country that this machine's come from. Run the service, or let its requests leave, in one that it serves.", who, e.Code)
	case OutcomeVerify:
		p.Message = assistant.Say("The language model's provider wants to know first who runs me, so I could not answer. Nothing was changed.")
		p.Mend = assistant.Say("%s answered %d: it streams this model to verified organisations alone. Verify yours, which may take 15 minutes to hold, or set another model.", who, e.Code)
	case OutcomeProxy:
		p.Message = assistant.Say("Something between me and the language model's provider is in the way, so I could not answer. Nothing was changed.")
		p.Mend = e.inBetween()
	case OutcomeClock:
		p.Message = assistant.Say("The clock of the machine that I run on seems to be wrong, so I could not ask the language model. Nothing was changed.")
		p.Mend = assistant.Say("By this machine's clock the certificate of %s does not hold yet, or not any more. Set the clock by a time server and start the service again.", who)
	case OutcomeAddress:
		p.Message = assistant.Say("There is no language model at the address that is set here, so I could not answer. Nothing was changed.")
		p.Mend = e.wrongAddress()
	default:
		return false
	}
	p.Recovery = assistant.Say(operatorMends)
	return true
}

// passing says what is over by itself.
func (e *StatusError) passing(cause Outcome, p *assistant.Problem) bool {
	p.Recovery = assistant.Say("Please ask me again in a minute.")
	switch cause {
	case OutcomeUnreachable:
		if e.OnTheWay() == "" { // it broke off, in its own words
			return false
		}
		p.Message = assistant.Say("The language model cannot be reached at the moment, although I tried more than once. Nothing was changed.")
		p.Mend = e.unreachable()
	case OutcomeLimited:
		p.Message = assistant.Say("The language model has too many requests at the moment and turned me away more than once. Nothing was changed.")
		p.Mend = assistant.Say("%s answered 429: the rate limit of the account is too low for this load, if it happens often.", e.who())
	case OutcomeFault:
		p.Message = assistant.Say("The language model's provider has a fault at the moment, so I could not answer. Nothing was changed.")
		p.Recovery = assistant.Say("Please ask me again in a few minutes.")
		p.Mend = assistant.Say("%s answered %d. Its status page may say more.", e.who(), e.Code)
	default:
		return false
	}
	p.Side = assistant.SideExecution
	return true
}

// inBetween says what it is that stands in the way.
func (e *StatusError) inBetween() assistant.Sentence {
	switch {
	case e.Code == http.StatusProxyAuthRequired, e.OnTheWay() == WayPassword:
		return assistant.Say("A proxy on the way to %s wants a name and a password (407). Put them into HTTPS_PROXY, or let the address pass without it by NO_PROXY.", e.who())
	case e.Code != 0:
		return assistant.Say("A page came in place of an answer from %s (%d): a proxy, a firewall or a page to sign in stands in between. Let requests to that address pass.", e.who(), e.Code)
	case e.OnTheWay() == WayProxy:
		return assistant.Say("The proxy that HTTPS_PROXY names does not connect to %s. Check its address, or let the address pass without it by NO_PROXY.", e.who())
	default:
		return assistant.Say("The certificate that came from %s is none that this machine trusts: something in between opens the connection. Add its certificate to those the machine trusts, or let requests to that address pass.", e.who())
	}
}

// wrongAddress says what is at the address in place of a provider.
func (e *StatusError) wrongAddress() assistant.Sentence {
	switch {
	case e.Code == 0:
		return assistant.Say("%s speaks http, and the base address says https. Set it to http, or name the port that speaks https.", e.who())
	case e.Code < 400 && !e.Page:
		return assistant.Say("%s answered %d: it sends on to another address, where no key is taken along. Set the base address to where it leads.", e.who(), e.Code)
	default:
		return assistant.Say("%s answered %d: it knows nothing of models at that path. Check the base address; most end in /v1.", e.who(), e.Code)
	}
}

// unreachable says what of the way is missing.
func (e *StatusError) unreachable() assistant.Sentence {
	if e.OnTheWay() == WayName {
		return assistant.Say("No address is known here for the name %s. Check the base address, and this machine's DNS.", e.who())
	}
	return assistant.Say("%s gives no answer to this machine. Check the base address, and the network between the two.", e.who())
}
