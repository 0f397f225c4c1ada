// Package webaudit looks at a page as a visitor and a search engine see it, and says what to mend.
//
// Addresses come from people and models. Only http and https are fetched, redirects and bytes are bounded, and private,
// loopback and link-local addresses are refused, except on hosts that are allowed by name.
package webaudit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

const (
	maxBody      = 5 << 20
	maxRedirects = 5
)

// Config says what an auditor may look at, and for how long.
type Config struct {
	// Allowed lists hosts, or host:port, whose addresses may be private: our own server above all.
	Allowed []string
	// Own is the tenant of who runs the service: the hosts of its projects' sites may have private addresses too.
	Own     assistant.TenantID
	Timeout time.Duration // of a whole audit; 30 seconds when zero
	Now     func() time.Time
}

// Auditor audits pages. It is safe for concurrent use.
type Auditor struct {
	allowed []string
	own     assistant.TenantID
	timeout time.Duration
	now     func() time.Time
}

// New returns an auditor.
func New(c Config) *Auditor {
	a := &Auditor{own: c.Own, timeout: c.Timeout, now: c.Now}
	for _, h := range c.Allowed {
		a.allowed = append(a.allowed, strings.ToLower(h))
	}
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
	client    *http.Client
	transport *http.Transport
	now       func() time.Time
}

func (a *Auditor) visitor(p assistant.Project) *visitor {
	allowed := slices.Clone(a.allowed)
	if a.own != "" && p.Tenant == a.own {
		allowed = append(allowed, projectHosts(p)...)
	}
	t := &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			d := net.Dialer{Timeout: 10 * time.Second, Control: dial.RefusePrivate}
			if mayBePrivate(allowed, address) {
				d.Control = dial.RefuseLinkLocal
			}
			return d.DialContext(ctx, network, address)
		},
		TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: a.timeout, MaxIdleConnsPerHost: 2, ForceAttemptHTTP2: true,
	}
	return &visitor{transport: t, now: a.now, client: &http.Client{Transport: t, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects {
			return errTooMany
		}
		return fetchable(r.URL)
	}}}
}

func (v *visitor) close() { v.transport.CloseIdleConnections() }

// projectHosts are the project's own.
func projectHosts(p assistant.Project) []string {
	var out []string
	if p.Domain != "" {
		out = append(out, strings.ToLower(p.Domain))
	}
	if u, err := url.Parse(p.SiteURL); err == nil && u.Host != "" {
		out = append(out, strings.ToLower(u.Host))
	}
	return out
}

// mayBePrivate tells whether the host that is dialled is allowed by name.
func mayBePrivate(allowed []string, address string) bool {
	host, port, err := net.SplitHostPort(strings.ToLower(address))
	if err != nil {
		return false
	}
	for _, a := range allowed {
		h, p, err := net.SplitHostPort(a)
		if err != nil {
			h, p = strings.Trim(a, "[]"), port
		}
		if h == host && p == port {
			return true
		}
	}
	return false
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
}

func (v *visitor) fetch(ctx context.Context, method, address string, most int64) (fetched, error) {
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
	answer, err := v.client.Do(r)
	if err != nil {
		return fetched{}, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, most+1))
	if err != nil {
		return fetched{}, err
	}
	out := fetched{url: answer.Request.URL, status: answer.StatusCode, header: answer.Header, body: body, took: v.now().Sub(began)}
	if int64(len(body)) > most {
		out.body, out.cut = body[:most], true
	}
	return out, nil
}

// explain says why a page could not be looked at.
func explain(err error) error {
	p := assistant.Problem{
		Side: assistant.SideExecution, Message: "The page cannot be reached at the moment.",
		Recovery: "Please check that the site is up, then we can try again.", Retry: true,
		Steps: []string{"fetching the page", "The page could not be fetched"},
	}
	timeout, isNet := errors.AsType[net.Error](err)
	_, unknown := errors.AsType[*net.DNSError](err)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, dial.ErrPrivate):
		p.Side, p.Retry = assistant.SideInput, false
		p.Message = "That address is inside a private network, and I only look at pages that are open to everyone."
		p.Recovery = "Please give me the public address of the page."
	case errors.Is(err, errScheme):
		p.Side, p.Retry = assistant.SideInput, false
		p.Message = "That is not the address of a web page."
		p.Recovery = "Please give me an address that begins with https:// or http://."
	case errors.Is(err, errTooMany):
		p.Message = "The address sends visitors on and on without end."
		p.Recovery = "Please check the redirects of the site."
	case unknown:
		p.Side, p.Retry = assistant.SideInput, false
		p.Message = "The address leads nowhere: no server of that name was found."
		p.Recovery = "Please check how the address is written."
	case errors.Is(err, context.DeadlineExceeded) || (isNet && timeout.Timeout()):
		p.Message = "The page did not answer in time."
		p.Recovery = "It may be busy. Please try again in a few minutes."
	}
	return &assistant.Trouble{Problem: p, Err: fmt.Errorf("audit: %w", err)}
}
