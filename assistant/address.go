package assistant

import (
	"net/url"
	"strings"
	"time"
)

// Address is where people reach the installation.
type Address struct {
	URL   string    // scheme and host, without a slash at the end; "" where none is known
	Since time.Time // when an admin set it; zero if nobody has
}

// Secure tells whether people come over TLS.
func (a Address) Secure() bool { return strings.HasPrefix(a.URL, "https://") }

// Host is its name, without a port; "" where none is known.
func (a Address) Host() string {
	u, err := url.Parse(a.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// Public returns the address at which people reach the installation. An admin may change it at run time, so callers ask when they
// need it and keep no copy. A nil Public knows none.
type Public func() Address

// Now is the address as it is at this moment.
func (p Public) Now() Address {
	if p == nil {
		return Address{}
	}
	return p()
}

// PublicAt is an address that stays.
func PublicAt(address string) Public {
	at := Address{URL: strings.TrimRight(address, "/")}
	return func() Address { return at }
}
