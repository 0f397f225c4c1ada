package address

import (
	"context"
	"crypto/hmac"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// What is read of an answer, and how long it is waited for.
const (
	Within   = 10 * time.Second
	bodyMost = 1 << 10
)

// visit asks at an address for what only this installation answers. What it met instead is told.
func (s Setup) visit(ctx context.Context, at string) *assistant.Trouble {
	asked := s.IDs.Secret()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at+path+asked, http.NoBody)
	if err != nil {
		return unreached(at, err)
	}
	got, err := s.Client.Do(r)
	if err != nil {
		return unreached(at, err)
	}
	defer got.Body.Close() // it was only read
	body, err := io.ReadAll(io.LimitReader(got.Body, bodyMost))
	switch {
	case err != nil:
		return unreached(at, err)
	case got.StatusCode == http.StatusOK && hmac.Equal([]byte(strings.TrimSpace(string(body))), []byte(s.Proof.answer(asked))):
		return nil
	default:
		return answered(at, got)
	}
}

// answered says who else answers at an address.
func answered(at string, got *http.Response) *assistant.Trouble {
	to, err := got.Location()
	if err != nil || got.StatusCode < 300 || got.StatusCode > 399 {
		return met(assistant.Say("Another server answers at %s (status %d).", at, got.StatusCode),
			assistant.Say("Check which machine the name leads to, and that your proxy passes every path on to AISTEAM. If a company login stands in front of it, this test cannot pass it: save it anyway."))
	}
	if on, err := Read(to.Scheme + "://" + to.Host); err == nil && on != at {
		return met(assistant.Say("%s redirects to %s.", at, on), assistant.Say("If that is where people should come, enter it instead."))
	}
	return met(assistant.Say("%s redirects to another page.", at), assistant.Say("If a company login stands in front of AISTEAM, this test cannot pass it: save it anyway."))
}

// unreached says why nothing answered at an address.
func unreached(at string, err error) *assistant.Trouble {
	name, _ := errors.AsType[*net.DNSError](err)
	untrusted, _ := errors.AsType[*tls.CertificateVerificationError](err)
	timeout, _ := errors.AsType[net.Error](err)
	host := at
	if u, err := url.Parse(at); err == nil {
		host = u.Host
	}
	switch {
	case name != nil && name.IsNotFound:
		return met(assistant.Say("There is no address for the name %s.", name.Name), assistant.Say("Check the spelling and the DNS entry. If only machines on your own network know the name, save it anyway."))
	case untrusted != nil:
		return met(assistant.Say("The certificate of %s is not trusted.", host), assistant.Say("It has to be issued for exactly this name, still be valid, and come from an authority that browsers trust."))
	case errors.Is(err, http.ErrSchemeMismatch):
		return met(assistant.Say("%s does not speak TLS.", host), assistant.Say("Enter it with http://, or put a proxy with TLS in front of AISTEAM."))
	case timeout != nil && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return met(assistant.Say("%s did not answer within %d seconds.", host, int(Within/time.Second)), unless())
	default:
		return met(assistant.Say("Nothing answers at %s.", host), unless())
	}
}

// unless is what to do where the way out of a network does not lead back into it.
func unless() assistant.Sentence {
	return assistant.Say("Check the name and the port, and that they lead to this machine. Some networks do not let a machine reach itself from outside: if the address opens in your browser, save it anyway.")
}

func met(what, mend assistant.Sentence) *assistant.Trouble {
	return &assistant.Trouble{Err: errors.New(what.String()), Problem: assistant.Problem{Side: assistant.SideInput, Message: what, Recovery: mend}}
}
