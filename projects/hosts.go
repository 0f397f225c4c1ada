package projects

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Sites lists the sites that a tenant has put in our hands.
type Sites interface {
	Projects(ctx context.Context, t assistant.TenantID) ([]assistant.Project, error)
}

const (
	hostsKept  = 10 * time.Second
	hostsLimit = 10_000 // tenants
)

// Hosts knows what agents may link to when they speak to a tenant: the service itself, and the tenant's own sites. Another
// tenant's are not among them: words of a page would lead people there. It is safe for concurrent use.
type Hosts struct {
	own   assistant.Public // the service itself
	sites Sites            // nil: there are none
	now   func() time.Time

	mu    sync.Mutex
	known map[assistant.TenantID]hostsOf
}

type hostsOf struct {
	hosts []string
	until time.Time
}

// NewHosts returns what knows them. own is the service itself, which may be linked to for every tenant.
func NewHosts(own assistant.Public, sites Sites, now func() time.Time) *Hosts {
	return &Hosts{own: own, sites: sites, now: now, known: map[assistant.TenantID]hostsOf{}}
}

// Of gives them as they are now, or were seconds ago. Where that cannot be read, what was known last is taken, and the
// service alone where nothing was.
func (h *Hosts) Of(ctx context.Context, t assistant.TenantID) []string {
	h.mu.Lock()
	last, ok := h.known[t]
	h.mu.Unlock()
	if h.sites == nil || ok && h.now().Before(last.until) {
		return h.with(last.hosts)
	}
	projects, err := h.sites.Projects(ctx, t)
	if err != nil {
		return h.with(last.hosts)
	}
	fresh := hostsOf{until: h.now().Add(hostsKept)}
	for _, p := range projects {
		for _, address := range addresses(p) {
			if u, err := url.Parse(address); err == nil && web(u) && !slices.Contains(fresh.hosts, u.Hostname()) {
				fresh.hosts = append(fresh.hosts, u.Hostname())
			}
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.known) >= hostsLimit {
		maps.DeleteFunc(h.known, func(_ assistant.TenantID, o hostsOf) bool { return !h.now().Before(o.until) })
	}
	h.known[t] = fresh
	return h.with(fresh.hosts)
}

// Forget drops the tenant's cached hosts, so that the next call reads them: its projects were changed.
func (h *Hosts) Forget(t assistant.TenantID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if last, ok := h.known[t]; ok {
		h.known[t] = hostsOf{hosts: last.hosts}
	}
}

// addresses are those that admins have connected the project to, and its domain.
func addresses(p assistant.Project) []string {
	var out []string
	for _, c := range p.Connections {
		for _, key := range slices.Sorted(maps.Keys(c.Config)) {
			out = append(out, c.Config[key])
		}
	}
	return append(out, "https://"+p.Domain)
}

func web(u *url.URL) bool { return (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" }

// with are the hosts of a tenant's sites, and the service itself as it is reached now.
func (h *Hosts) with(sites []string) []string {
	own := h.own.Now().Host()
	if own == "" || slices.Contains(sites, own) {
		return sites
	}
	return append([]string{own}, sites...)
}
