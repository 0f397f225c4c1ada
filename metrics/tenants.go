package metrics

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"github.com/aisteam/aisteam/assistant"
)

// maxTenants bounds how many tenants are compared with each other.
const maxTenants = 10_000

// byTenant is what single tenants ask and cost, by their ids.
type byTenant struct{ turns, tokens, cost *busiest }

// TellTenants counts turns, tokens and cost by tenant from now on: of the tenants with the most of each, so many at most, and of all
// the others together as "other". It is for the start, before anything is counted.
func (m *Metrics) TellTenants(r prometheus.Registerer, most int) {
	if m == nil || most <= 0 {
		return
	}
	f := factory{promauto.With(r)}
	m.byTenant = &byTenant{
		turns:  newBusiest(f.counter("tenant_turns_total", "Turns of a tenant's conversations.", "tenant"), most),
		tokens: newBusiest(f.counter("tenant_model_tokens_total", "Tokens used for a tenant.", "tenant"), most),
		cost:   newBusiest(f.counter("tenant_model_cost_dollars_total", "Cost of a tenant by the provider's list price, where it is known.", "tenant"), most),
	}
}

// TurnOf counts a turn of a tenant's conversation.
func (m *Metrics) TurnOf(t assistant.TenantID) {
	if m == nil || m.byTenant == nil {
		return
	}
	m.byTenant.turns.add(t, 1)
}

// busiest is a counter with a series for each of the tenants that count most, and one for all others together. Who overtakes one of
// them gets a series that begins then, and the other's ends: no series ever falls, so that rates over them are right.
type busiest struct {
	series *prometheus.CounterVec
	most   int

	mu    sync.Mutex
	since map[assistant.TenantID]float64 // all that a tenant counts since the start
	named map[assistant.TenantID]bool    // those with a series of their own
}

func newBusiest(series *prometheus.CounterVec, most int) *busiest {
	series.WithLabelValues(other)
	return &busiest{series: series, most: most, since: make(map[assistant.TenantID]float64), named: make(map[assistant.TenantID]bool)}
}

func (b *busiest) add(t assistant.TenantID, n float64) {
	if n <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.series.WithLabelValues(b.label(t, n)).Add(n)
}

// label is under which name a tenant counts. The caller holds the lock.
func (b *busiest) label(t assistant.TenantID, n float64) string {
	if _, known := b.since[t]; t == "" || !known && len(b.since) >= maxTenants {
		return other
	}
	b.since[t] += n
	switch last := b.last(); {
	case b.named[t]:
	case len(b.named) < b.most:
		b.named[t] = true
	case b.since[t] <= b.since[last]*5/4: // it has to be clear, or two that are alike would take turns
		return other
	default:
		delete(b.named, last)
		b.series.DeleteLabelValues(string(last))
		b.named[t] = true
	}
	return string(t)
}

// last is the one of those with a series that counts least.
func (b *busiest) last() assistant.TenantID {
	var out assistant.TenantID
	for t := range b.named {
		if out == "" || b.since[t] < b.since[out] {
			out = t
		}
	}
	return out
}
