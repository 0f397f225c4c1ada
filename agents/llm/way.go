package llm

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"strings"
)

// Way is what was met on the way to a provider, where no answer came. It is kept with what a turn is made of, which an error of a
// transport cannot be.
type Way string

// What may be met.
const (
	WayLate     Way = "late"     // nothing, for too long
	WayClock    Way = "clock"    // a certificate that does not hold at this machine's time
	WayOpened   Way = "opened"   // a certificate that this machine does not trust
	WayPassword Way = "password" // a proxy that wants one
	WayProxy    Way = "proxy"    // a proxy that does not connect, or is not there
	WayPlain    Way = "plain"    // http where https was meant
	WayName     Way = "name"     // a name without an address
	WayBroken   Way = "broken"   // anything else
)

// OnTheWay is what was met; "" where the transport has said nothing.
func (e *StatusError) OnTheWay() Way {
	if e.Way != "" || e.Err == nil {
		return e.Way
	}
	said := e.Err.Error()
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](e.Err); ok && invalid.Reason == x509.Expired {
		return WayClock
	}
	_, unverified := errors.AsType[*tls.CertificateVerificationError](e.Err)
	_, unknown := errors.AsType[x509.UnknownAuthorityError](e.Err)
	_, plain := errors.AsType[tls.RecordHeaderError](e.Err)
	op, _ := errors.AsType[*net.OpError](e.Err)
	name, _ := errors.AsType[*net.DNSError](e.Err)
	switch {
	case late(e.Err), errors.Is(e.Err, errIdle), errors.Is(e.Err, errLate):
		return WayLate
	case unverified || unknown:
		return WayOpened
	case said == http.StatusText(http.StatusProxyAuthRequired):
		return WayPassword
	case op != nil && op.Op == "proxyconnect", turnedAway(said):
		return WayProxy
	case plain, strings.Contains(said, "server gave HTTP response to HTTPS client"): // net/http has no type for it
		return WayPlain
	case name != nil && name.IsNotFound:
		return WayName
	default:
		return WayBroken
	}
}

// turnedAway tells whether the words are all that net/http says of a proxy that does not connect: the text of its status.
func turnedAway(said string) bool {
	for code := 400; code < 600; code++ {
		if text := http.StatusText(code); text != "" && said == text {
			return true
		}
	}
	return false
}

// late tells whether a transport has waited in vain.
func late(err error) bool {
	waited, ok := errors.AsType[net.Error](err)
	return ok && waited.Timeout()
}
