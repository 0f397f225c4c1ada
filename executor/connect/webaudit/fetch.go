// Package webaudit looks at a page as a visitor and a search engine see it, and says what to mend.
//
// Addresses come from people and models. Only http and https are fetched, redirects and bytes are bounded, and only the open
// internet is gone to: who runs the service may have their own sites, and the pages that our own server keeps, at private
// addresses, at exactly their host and port. Link-local ones are refused to all.
package webaudit

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

const (
	maxBody      = 5 << 20
	maxRedirects = 5
)

// Config says what an auditor may look at, and for how long.
type Config struct {
	// Own is the tenant of who runs the service: what is said of private addresses holds for its projects alone.
	Own assistant.TenantID
	// Server is our own server, such as http://localhost:8080. Its pages under /sites/ may be looked at. A nil one has none.
	Server  assistant.Public
	Timeout time.Duration  // of a whole audit; 30 seconds when zero
	Roots   *x509.CertPool // whom certificates are trusted by; those of the system when nil
	Now     func() time.Time
	// Roads say how pages are reached that are not the own ones of who runs the service; zero for the open internet.
	Roads dial.Config
}

// Auditor audits pages. It is safe for concurrent use.
type Auditor struct {
	own     assistant.TenantID
	server  assistant.Public
	timeout time.Duration
	roots   *x509.CertPool
	now     func() time.Time
	roads   dial.Config
}

// New returns an auditor.
func New(c Config) *Auditor {
	a := &Auditor{own: c.Own, timeout: c.Timeout, server: c.Server, roots: c.Roots, now: c.Now, roads: c.Roads}
	if a.timeout <= 0 {
		a.timeout = 30 * time.Second
	}
	if a.now == nil {
		a.now = time.Now
	}
	return a
}

var (
	errScheme  = errors.New("not http or https")
	errTooMany = errors.New("too many redirects")
)

// visitor fetches pages for one audit. Its connections are its own and close with it.
type visitor struct {
	out  outward.Permit
	road *dial.Road
	now  func() time.Time
}

func (a *Auditor) visitor(out outward.Permit, p assistant.Project) *visitor {
	way := a.roads
	way.Within, way.Roots = a.timeout, a.roots
	open := dial.New(way)
	way.Control = dial.RefuseLinkLocal
	near := func(u *url.URL) bool { return a.near(p, u) }
	return &visitor{out: out, road: dial.Either(near, dial.New(way), open), now: a.now}
}

func (v *visitor) close() { v.road.Close() }

// from is the visitor who follows the links of a page that was reached.
func (v *visitor) from(page *url.URL) *visitor {
	led := *v
	led.out = v.out.Led(page)
	return &led
}

// client goes under the permit of the visit. Whether what a redirect leads to is followed where it needs a yes, or only told, is
// follow's to say.
func (v *visitor) client(follow bool) *http.Client {
	return v.road.Client(v.out, 0, func(r *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects {
			return errTooMany
		}
		if err := fetchable(r.URL); err != nil {
			return err
		}
		if !follow && !v.out.Allows(r.Context(), via[len(via)-1].URL, r.URL) {
			return http.ErrUseLastResponse
		}
		return nil
	})
}

// near tells whether what stands at the address may be on a private network: our own server's pages, and the project's own
// site, for who runs the service.
func (a *Auditor) near(p assistant.Project, u *url.URL) bool {
	if a.own == "" || p.Tenant != a.own {
		return false
	}
	to := hostPort(u)
	if to == a.serves() {
		return strings.HasPrefix(path.Clean(u.Path), "/sites/")
	}
	if home, err := url.Parse(site.AddressOf(p)); err == nil && home.Host != "" && to == hostPort(home) {
		return true
	}
	domain := strings.ToLower(p.Domain)
	if _, _, err := net.SplitHostPort(domain); domain == "" || err == nil {
		return to == domain && to != ""
	}
	return to == net.JoinHostPort(domain, "443") && u.Scheme == "https" || to == net.JoinHostPort(domain, "80") && u.Scheme == "http"
}

// serves is where our own server is dialled, "" for none.
func (a *Auditor) serves() string {
	u, err := url.Parse(a.server.Now().URL)
	if err != nil {
		return ""
	}
	return hostPort(u)
}

// hostPort is where an address is dialled, "" for none.
func hostPort(u *url.URL) string {
	port := u.Port()
	switch {
	case u.Hostname() == "":
		return ""
	case port != "":
	case u.Scheme == "https":
		port = "443"
	default:
		port = "80"
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

func fetchable(u *url.URL) error {
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return errScheme
	}
	return nil
}

// fetched is an answer, read to its end or to the bound.
type fetched struct {
	url    *url.URL
	status int
	header http.Header
	body   []byte
	cut    bool
	took   time.Duration
	tls    *tls.ConnectionState // nil where it came unencrypted
}

// fetch opens an address and follows where it leads. What a redirect leads to and needs a yes is asked about.
func (v *visitor) fetch(ctx context.Context, method, address string, most int64) (fetched, error) {
	return v.ask(ctx, v.client(true), method, address, most)
}

// peek opens an address and follows where it leads as far as that needs no yes.
func (v *visitor) peek(ctx context.Context, method, address string, most int64) (fetched, error) {
	return v.ask(ctx, v.client(false), method, address, most)
}

func (v *visitor) ask(ctx context.Context, through *http.Client, method, address string, most int64) (fetched, error) {
	u, err := url.Parse(address)
	if err != nil {
		return fetched{}, errScheme
	}
	if err := fetchable(u); err != nil {
		return fetched{}, err
	}
	r, err := http.NewRequestWithContext(ctx, method, u.String(), http.NoBody)
	if err != nil {
		return fetched{}, errScheme
	}
	r.Header.Set("User-Agent", "aisteam-audit/1.0")
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.5")
	began := v.now()
	answer, err := through.Do(r)
	if err != nil {
		return fetched{}, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, most+1))
	if err != nil {
		return fetched{}, err
	}
	out := fetched{url: answer.Request.URL, status: answer.StatusCode, header: answer.Header, body: body, took: v.now().Sub(began), tls: answer.TLS}
	if int64(len(body)) > most {
		out.body, out.cut = body[:most], true
	}
	return out, nil
}

// anotherReplica tells whether an address looks like one of our own pages, which this replica calls otherwise.
func (a *Auditor) anotherReplica(p assistant.Project, address string) bool {
	u, err := url.Parse(address)
	return err == nil && a.own != "" && p.Tenant == a.own && hostPort(u) != a.serves() && strings.HasPrefix(path.Clean(u.Path), "/sites/")
}

// explain says why a page could not be looked at.
func (a *Auditor) explain(project assistant.Project, address string, err error) error {
	p := assistant.Problem{
		Side: assistant.SideExecution, Message: assistant.Say("The page cannot be reached at the moment."),
		Recovery: assistant.Say("Please check that the site is up, then we can try again."), Retry: true,
		Steps: []assistant.Sentence{assistant.Say("fetching the page"), assistant.Say("The page could not be fetched")},
	}
	timeout, isNet := errors.AsType[net.Error](err)
	_, unknown := errors.AsType[*net.DNSError](err)
	told, kept := errors.AsType[*assistant.Trouble](err)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case kept: // it was not let out
		return told
	case errors.Is(err, dial.ErrPrivate):
		p.Side, p.Retry = assistant.SideInput, false
		p.Message = assistant.Say("That address is inside a private network, and I only look at pages that are open to everyone.")
		p.Recovery = assistant.Say("Please give me the public address of the page.")
		if a.anotherReplica(project, address) {
			p.Recovery = assistant.Say("If it is a page that this service keeps: set the same AISTEAM_PUBLIC_URL on every replica, then try again.")
		}
	case errors.Is(err, errScheme), errors.Is(err, outward.ErrNoAddress):
		p.Side, p.Retry = assistant.SideInput, false
		p.Message = assistant.Say("That is not the address of a web page.")
		p.Recovery = assistant.Say("Please give me an address that begins with https:// or http://.")
	case errors.Is(err, errTooMany):
		p.Message = assistant.Say("The address sends visitors on and on without end.")
		p.Recovery = assistant.Say("Please check the redirects of the site.")
	case unknown:
		p.Side, p.Retry = assistant.SideInput, false
		p.Message = assistant.Say("The address leads nowhere: no server of that name was found.")
		p.Recovery = assistant.Say("Please check how the address is written.")
	case errors.Is(err, context.DeadlineExceeded) || (isNet && timeout.Timeout()):
		p.Message = assistant.Say("The page did not answer in time.")
		p.Recovery = assistant.Say("It may be busy. Please try again in a few minutes.")
	}
	return &assistant.Trouble{Problem: p, Err: fmt.Errorf("audit: %w", err)}
}
