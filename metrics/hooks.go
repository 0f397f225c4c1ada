package metrics

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Hooked counts an event that another system told of, and measures how long it waited for its answer.
func (m *Metrics) Hooked(o assistant.HookOutcome, took time.Duration) {
	if m == nil {
		return
	}
	m.hooked.WithLabelValues(oneOf(o, assistant.HookOutcomes()...)).Inc()
	m.hookTimes.WithLabelValues(oneOf(o, assistant.HookOutcomes()...)).Observe(took.Seconds())
}
