package metrics

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Turn measures one stage of a turn.
func (m *Metrics) Turn(stage Stage, took time.Duration) {
	if m == nil {
		return
	}
	m.turns.WithLabelValues(oneOf(stage, Stages()...)).Observe(took.Seconds())
}

// Waiting says how many tenants have something of a kind ready that nobody has taken, and how
// long the oldest has waited.
func (m *Metrics) Waiting(kind Queue, tenants int, oldest time.Duration) {
	if m == nil {
		return
	}
	m.waiting.WithLabelValues(oneOf(kind, Queues()...)).Set(float64(tenants))
	m.oldest.WithLabelValues(oneOf(kind, Queues()...)).Set(oldest.Seconds())
}

// ClaimLost counts a claim that ended under its holder.
func (m *Metrics) ClaimLost(kind Held) {
	if m == nil {
		return
	}
	m.lost.WithLabelValues(oneOf(kind, Helds()...)).Inc()
}

// Parked counts mail that was given up after too many attempts.
func (m *Metrics) Parked() {
	if m == nil {
		return
	}
	m.parked.Inc()
}

// Rescued counts claims that the sweeper has freed.
func (m *Metrics) Rescued(claims int) {
	if m == nil || claims <= 0 {
		return
	}
	m.rescued.Add(float64(claims))
}

// HintLost counts a hint that Redis did not take.
func (m *Metrics) HintLost(kind Queue) {
	if m == nil {
		return
	}
	m.hints.WithLabelValues(oneOf(kind, Queues()...)).Inc()
}

// RedisAway says whether Redis answers.
func (m *Metrics) RedisAway(away bool) {
	if m == nil {
		return
	}
	m.degraded.Set(0)
	if away {
		m.degraded.Set(1)
	}
}

// ModelCalled counts an attempt to call a model for a tenant, with what it used and, in millionths of a dollar by the list price, cost.
func (m *Metrics) ModelCalled(t assistant.TenantID, provider, model string, purpose, outcome Word, used assistant.Usage, micros int64, took time.Duration) {
	if m == nil {
		return
	}
	p, name := providerLabel(provider), m.models.label(model)
	m.calls.WithLabelValues(p, name, known(purpose), known(outcome)).Inc()
	m.answered.WithLabelValues(p, name).Observe(took.Seconds())
	for direction, n := range map[string]int{"input": used.Input - used.Cached - used.CacheWritten, "cached": used.Cached, "cache_written": used.CacheWritten, "output": used.Output} {
		if n > 0 {
			m.tokens.WithLabelValues(p, name, direction).Add(float64(n))
		}
	}
	dollars := float64(micros) / 1e6
	if dollars > 0 {
		m.cost.WithLabelValues(p, name).Add(dollars)
	}
	if m.byTenant != nil {
		m.byTenant.tokens.add(t, float64(used.Input+used.Output))
		m.byTenant.cost.add(t, dollars)
	}
}

// ModelInstead counts a reply of one provider that another was asked for first and could not give.
func (m *Metrics) ModelInstead(provider, away string) {
	if m == nil {
		return
	}
	m.instead.WithLabelValues(providerLabel(provider), providerLabel(away)).Inc()
}

// directions are what tokens are counted as.
func directions() []string { return []string{"input", "cached", "cache_written", "output"} }

// ToolCalled counts a use of a tool.
func (m *Metrics) ToolCalled(tool string, outcome Word, took time.Duration) {
	if m == nil {
		return
	}
	name := m.toolNames.label(tool)
	m.tools.WithLabelValues(name, known(outcome)).Inc()
	m.toolTimes.WithLabelValues(name).Observe(took.Seconds())
}

// Delivered counts a card that was shown in a place, or was not.
func (m *Metrics) Delivered(s assistant.Surface, outcome Word, took time.Duration) {
	if m == nil {
		return
	}
	label := surfaceLabel(s)
	m.deliveries.WithLabelValues(label, known(outcome)).Inc()
	m.delivered.WithLabelValues(label).Observe(took.Seconds())
}

// Acked measures how long a platform waited for the answer to what it sent, over HTTP or over a socket.
func (m *Metrics) Acked(s assistant.Surface, route, outcome Word, took time.Duration) {
	if m == nil {
		return
	}
	m.acked.WithLabelValues(surfaceLabel(s), known(route), known(outcome)).Observe(took.Seconds())
}

// Throttled counts a 429 of a platform.
func (m *Metrics) Throttled(s assistant.Surface) {
	if m == nil {
		return
	}
	m.throttled.WithLabelValues(surfaceLabel(s)).Inc()
}
