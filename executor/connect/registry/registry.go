// Package registry asks the registries of domains until when one is registered, over RDAP (RFC 9082 and 9083). Which registry knows
// a domain, IANA's list tells (RFC 9224). Only the open internet is gone to, and what is answered is bounded and kept for a while:
// registries do not like to be asked often.
package registry

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/openrdap/rdap"
	"github.com/openrdap/rdap/bootstrap"
	"golang.org/x/net/publicsuffix"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

const (
	within   = 8 * time.Second
	keptFor  = 12 * time.Hour
	failFor  = 10 * time.Minute // what could not be asked is not asked again at once
	mostKept = 512
	maxRead  = 2 << 20
)

// Config says how registries are asked.
type Config struct {
	Transport http.RoundTripper // nil for the open internet alone
	Now       func() time.Time
	Roads     dial.Config // how registries are reached, where no transport is given; zero for the open internet
}

// Registry asks. It is safe for concurrent use.
type Registry struct {
	config Config
	road   *dial.Road

	mu   sync.Mutex
	kept map[string]answer
}

type answer struct {
	ends  time.Time
	until time.Time
}

// New returns a registry.
func New(c Config) *Registry {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Transport != nil {
		c.Roads.Through = c.Transport
	}
	road := dial.New(c.Roads)
	return &Registry{config: c, road: road, kept: map[string]answer{}}
}

// Ends tells the domain under which a host was registered, and until when it is; the zero time where nobody says, and "" for what is
// no domain that can be registered, or was not gone to in this use: its name would tell more than anybody let out.
func (r *Registry) Ends(ctx context.Context, out outward.Permit, host string) (domain string, ends time.Time) {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if _, icann := publicsuffix.PublicSuffix(host); err != nil || !icann || !out.Names(host) {
		return "", time.Time{}
	}
	r.mu.Lock()
	got, known := r.kept[domain]
	r.mu.Unlock()
	if known && r.config.Now().Before(got.until) {
		return domain, got.ends
	}
	got = answer{ends: r.ask(ctx, domain), until: r.config.Now().Add(keptFor)}
	if got.ends.IsZero() {
		got.until = r.config.Now().Add(failFor)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) >= mostKept {
		clear(r.kept)
	}
	r.kept[domain] = got
	return domain, got.ends
}

// ask returns the zero time if the registry does not answer; that must not hide everything else about the site.
func (r *Registry) ask(ctx context.Context, domain string) time.Time {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	through := r.road.Client(outward.ByCode("the registry of a name that was let out"), 0, nil)
	through.Transport = bounded{through.Transport}
	client := &rdap.Client{HTTP: through, Bootstrap: &bootstrap.Client{HTTP: through}, UserAgent: "aisteam/1.0"}
	got, err := client.Do(rdap.NewDomainRequest(domain).WithContext(ctx))
	if err != nil {
		return time.Time{}
	}
	d, ok := got.Object.(*rdap.Domain)
	if !ok {
		return time.Time{}
	}
	for _, e := range d.Events {
		if strings.EqualFold(e.Action, "expiration") {
			if at, err := time.Parse(time.RFC3339, e.Date); err == nil {
				return at.UTC()
			}
		}
	}
	return time.Time{}
}

// bounded ends answers that are too long.
type bounded struct{ http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(res.Body, maxRead), res.Body}
	}
	return res, err
}
