package dial

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
)

// errSends says that something would be sent along to an address of somebody else: a yes to an address is one to look there.
var errSends = errors.New("a request that sends something")

// Config says how a road leads out.
type Config struct {
	Control  func(network, address string, c syscall.RawConn) error // which addresses may be dialled; nil for the open internet alone
	Within   time.Duration                                          // how long an answer may be waited for; zero for as long as the request lives
	Roots    *x509.CertPool                                         // whom certificates are trusted by; those of the system when nil
	Resolver *net.Resolver                                          // who looks names up; the system's when nil
	Through  http.RoundTripper                                      // what carries requests instead of connections of its own; nil for these
}

// Road leads out. It is safe for concurrent use.
type Road struct{ through http.RoundTripper }

// New is a road. It takes no proxy: behind one nobody would see where a connection goes.
func New(c Config) *Road {
	if c.Through != nil {
		return &Road{c.Through}
	}
	if c.Control == nil {
		c.Control = RefusePrivate
	}
	t := &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			d := net.Dialer{Timeout: 10 * time.Second, Control: c.Control, Resolver: c.Resolver}
			return d.DialContext(ctx, network, address)
		},
		TLSHandshakeTimeout: 10 * time.Second, MaxIdleConnsPerHost: 2, IdleConnTimeout: 90 * time.Second, ForceAttemptHTTP2: true,
		ResponseHeaderTimeout: c.Within,
	}
	if c.Roots != nil {
		t.TLSClientConfig = &tls.Config{RootCAs: c.Roots, MinVersion: tls.VersionTLS12}
	}
	return &Road{t}
}

// Public is a road to the open internet alone.
func Public() *Road { return New(Config{}) }

// Either is a road of two: each request, also one that a redirect has led to, takes the one that its address allows.
func Either(near func(*url.URL) bool, home, open *Road) *Road {
	return &Road{either{near, home, open}}
}

type either struct {
	near       func(*url.URL) bool
	home, open *Road
}

// RoundTrip implements [http.RoundTripper].
func (e either) RoundTrip(r *http.Request) (*http.Response, error) {
	if e.near(r.URL) {
		return e.home.through.RoundTrip(r)
	}
	return e.open.through.RoundTrip(r)
}

// Under is the road as one use of a tool may take it.
func (r *Road) Under(p outward.Permit) http.RoundTripper { return under{road: r, permit: p} }

// Client asks on the road, as one use of a tool may. redirect is looked at before the permit is; nil follows.
func (r *Road) Client(p outward.Permit, timeout time.Duration, redirect func(*http.Request, []*http.Request) error) *http.Client {
	return &http.Client{Transport: r.Under(p), Timeout: timeout, CheckRedirect: redirect}
}

// Close gives back the connections that nobody uses.
func (r *Road) Close() {
	switch t := r.through.(type) {
	case *http.Transport:
		t.CloseIdleConnections()
	case either:
		t.home.Close()
		t.open.Close()
	}
}

// under takes each request to where the permit lets it go, exactly as the permit writes the address.
type under struct {
	road   *Road
	permit outward.Permit
}

// RoundTrip implements [http.RoundTripper].
func (u under) RoundTrip(r *http.Request) (*http.Response, error) {
	out, err := u.admitted(r)
	if err != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, err
	}
	return u.road.through.RoundTrip(out)
}

// admitted is the request as it may go.
func (u under) admitted(r *http.Request) (*http.Request, error) {
	ctx := r.Context()
	if r.Host != "" && r.Host != r.URL.Host {
		return nil, fmt.Errorf("%s in the name of %s: %w", r.URL.Host, r.Host, outward.ErrNoAddress)
	}
	var from *url.URL
	if r.Response != nil && r.Response.Request != nil { // it follows a redirect
		from = r.Response.Request.URL
	}
	at, err := u.permit.Redirected(ctx, from, r.URL)
	if err != nil {
		return nil, fmt.Errorf("go out: %w", err)
	}
	if sends(r) && !u.permit.Own(ctx, at) {
		return nil, fmt.Errorf("go out to %s: %w", at.Host, errSends)
	}
	out := r.Clone(ctx)
	out.URL, out.Host = at, at.Host
	return out, nil
}

// sends tells whether a request holds more than its address.
func sends(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != "" || r.Body != nil && r.Body != http.NoBody
}
