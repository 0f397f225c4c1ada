package openid

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"unicode"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/aisteam/aisteam/assistant"
)

// ErrAddress refuses an address where no issuer may be.
var ErrAddress = errors.New("an address that no issuer may have")

const (
	shownOfIssuers = 200 // characters of a text of an issuer's own
	loggedMost     = 300 // likewise
)

// wrong describes what was wrong with an issuer, for the reader and for the log. It contains nothing long that the issuer sent.
func wrong(side assistant.Side, message, recovery assistant.Sentence, err error) error {
	return &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: side, Message: message, Recovery: recovery}}
}

// misfit is what an issuer has sent that proves nothing.
func (i *Issuer) misfit(err error) error {
	return wrong(assistant.SideInput, assistant.Say("The answer from %s did not pass the checks, so nothing was done.", i.name),
		assistant.Say("Try again. If it happens again, tell an admin: the log says why."), errors.New(short(err.Error(), loggedMost)))
}

// expired is a login that came too late.
func (i *Issuer) expired() error {
	return wrong(assistant.SideInput, assistant.Say("The login from %s had already expired when it arrived.", i.name),
		assistant.Say("Try again. If it happens again, tell an admin: one of the two clocks may be wrong."), errors.New("an ID token has expired"))
}

// refused is why the issuer has sent somebody back, in its own words where it has any.
func (i *Issuer) refused(code, description string) error {
	code, description = short(code, shownOfIssuers), short(description, shownOfIssuers)
	err := fmt.Errorf("the issuer answers %q", code)
	if code == "access_denied" && description == "" {
		return wrong(assistant.SideInput, assistant.Say("You were not signed in at %s.", i.name), assistant.Say("Try again when you like, or sign in another way."), err)
	}
	if description == "" {
		description = code
	}
	return wrong(assistant.SideInput, assistant.Say("%s did not sign you in. It says: %s", i.name, description), assistant.Say("Try again when you like, or sign in another way."), err)
}

// unchanged is why a code was not changed for a token. The library's own words might hold what the issuer has answered.
func (i *Issuer) unchanged(err error) error {
	answer, said := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case !said && reached(err):
		return i.misfit(errors.New("the issuer answers a code with no token"))
	case !said:
		return i.away(err)
	case clientRefused(answer):
		return wrong(assistant.SideContext, assistant.Say("%s does not accept the client ID and secret.", i.name),
			assistant.Say("An admin can copy both again from the provider, under “Company login” in the settings."), errors.New("the issuer does not take the client"))
	}
	return i.misfit(fmt.Errorf("the issuer answers a code with %d %q", answer.Response.StatusCode, answer.ErrorCode))
}

// clientRefused tells whether it is the client that the issuer does not take.
func clientRefused(answer *oauth2.RetrieveError) bool {
	return answer.ErrorCode == "invalid_client" || answer.ErrorCode == "unauthorized_client" || answer.ErrorCode == "" && answer.Response.StatusCode == http.StatusUnauthorized
}

// notSet tells an admin why an issuer does not serve as it is set.
func (i *Issuer) notSet(err error) error {
	p := i.unreached(err)
	return &assistant.Trouble{Err: errors.New(p.Message.String()), Problem: p}
}

// reached tells whether somebody answered, whatever it was.
func reached(err error) bool {
	_, failed := errors.AsType[net.Error](err)
	return !failed && !errors.Is(err, ErrAddress)
}

// away tells the person signing in that the issuer could not be reached. The reason goes to the log only.
func (i *Issuer) away(err error) error {
	return wrong(assistant.SideExecution, assistant.Say("%s cannot be reached right now.", i.name), assistant.Say("Try again in a minute, or sign in another way."),
		fmt.Errorf("ask the issuer: %s", i.unreached(err).Message))
}

// unreached says why an issuer could not be reached, or does not answer as one, to the person who sets it.
func (i *Issuer) unreached(err error) assistant.Problem {
	host := hostOf(i.at)
	name, _ := errors.AsType[*net.DNSError](err)
	untrusted, _ := errors.AsType[*tls.CertificateVerificationError](err)
	garbled, _ := errors.AsType[tls.RecordHeaderError](err)
	timeout, _ := errors.AsType[net.Error](err)
	other, _ := errors.AsType[*oidc.IssuerMismatchError](err)
	message, recovery := assistant.Say("%s does not answer like an OpenID Connect issuer.", i.at), assistant.Say("Copy the issuer's address exactly as your provider shows it.")
	switch {
	case other != nil && other.Discovered != "":
		message, recovery = assistant.Say("The issuer at this address calls itself %s.", short(other.Discovered, shownOfIssuers)), assistant.Say("Enter exactly that, with or without a slash at the end.")
	case errors.Is(err, ErrAddress):
		message, recovery = assistant.Say("%s leads to an address that I do not connect to.", host), assistant.Say("An issuer is reached over https. Without encryption it has to be in your own network, and never where clouds keep the secrets of machines.")
	case name != nil:
		message, recovery = assistant.Say("There is no address for the name %s.", short(name.Name, shownOfIssuers)), assistant.Say("Check how it is spelt.")
	case untrusted != nil:
		message, recovery = assistant.Say("The certificate of %s is not trusted.", host), assistant.Say("Enter the name that the server's certificate is for.")
	case garbled.Msg != "", strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		message, recovery = assistant.Say("%s does not use TLS on this port.", host), assistant.Say("Check the address and the port.")
	case timeout != nil && timeout.Timeout():
		message, recovery = assistant.Say("%s did not answer in time.", host), assistant.Say("Check the address and the port, and that this machine may connect to it.")
	case !reached(err):
		message, recovery = assistant.Say("Nothing answers at %s.", host), assistant.Say("Check the address and the port, and that this machine may connect to it.")
	}
	return assistant.Problem{Side: assistant.SideExecution, Message: message, Recovery: recovery}
}

// short shortens an outside text to one line of a sentence's length, without characters that reorder others.
func short(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), most)])
}
