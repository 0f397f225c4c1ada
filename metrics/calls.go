package metrics

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Turn measures one stage of a turn. The stage is one of ack, wait, route, plan, execute, deliver, and handle, which is
// all that the supervisor does about one mail.
func (m *Metrics) Turn(stage string, took time.Duration) {
	if m == nil {
		return
	}
	stage = oneOf(stage, "ack", "wait", "route", "plan", "execute", "deliver", "handle")
	m.turns.WithLabelValues(stage).Observe(took.Seconds())
}

// Waiting says how many tenants have something of a kind (turns, tasks or deliveries) ready that nobody has taken, and how
// long the oldest has waited.
func (m *Metrics) Waiting(kind string, tenants int, oldest time.Duration) {
	if m == nil {
		return
	}
	m.waiting.WithLabelValues(queueLabel(kind)).Set(float64(tenants))
	m.oldest.WithLabelValues(queueLabel(kind)).Set(oldest.Seconds())
}

// ClaimLost counts a claim (on a conversation, a task or a delivery) that ended under its holder.
func (m *Metrics) ClaimLost(kind string) {
	if m == nil {
		return
	}
	m.lost.WithLabelValues(oneOf(kind, "conversation", "task", "delivery")).Inc()
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

// HintLost counts a hint (of turns, tasks or deliveries) that Redis did not take.
func (m *Metrics) HintLost(kind string) {
	if m == nil {
		return
	}
	m.hints.WithLabelValues(queueLabel(kind)).Inc()
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

// ModelCalled counts an attempt to call a model, with what it used and, by the list price, cost. The outcome is one of ok,
// overloaded, refused, truncated, garbage, idle, cancelled and error.
func (m *Metrics) ModelCalled(provider, model, purpose, outcome string, used assistant.Usage, took time.Duration) {
	if m == nil {
		return
	}
	p, name := providerLabel(provider), m.models.label(model)
	purpose = oneOf(purpose,
		"classify", "answer", "requirements", "forks", "plan", "revise", "interpret", "draft", "summary")
	outcome = oneOf(outcome, "ok", "overloaded", "refused", "truncated", "garbage", "idle", "cancelled", "error")
	m.calls.WithLabelValues(p, name, purpose, outcome).Inc()
	m.answered.WithLabelValues(p, name).Observe(took.Seconds())
	for direction, n := range map[string]int{"input": used.Input - used.Cached, "cached": used.Cached, "output": used.Output} {
		if n > 0 {
			m.tokens.WithLabelValues(p, name, direction).Add(float64(n))
		}
	}
	if dollars := Cost(model, used); dollars > 0 {
		m.cost.WithLabelValues(p, name).Add(dollars)
	}
}

// ToolCalled counts a use of a tool. The outcome is one of settled, refused, failed, uncertain, undone and repeated, which
// is a call that was found to be done already.
func (m *Metrics) ToolCalled(tool, outcome string, took time.Duration) {
	if m == nil {
		return
	}
	name := m.toolNames.label(tool)
	m.tools.WithLabelValues(name, oneOf(outcome, "settled", "refused", "failed", "uncertain", "undone", "repeated")).Inc()
	m.toolTimes.WithLabelValues(name).Observe(took.Seconds())
}

// Delivered counts a card that was shown in a place, or was not. The outcome is one of posted, edited, found, later,
// unknown and given_up.
func (m *Metrics) Delivered(s assistant.Surface, outcome string, took time.Duration) {
	if m == nil {
		return
	}
	label := surfaceLabel(s)
	m.deliveries.WithLabelValues(label, oneOf(outcome, "posted", "edited", "found", "later", "unknown", "given_up")).Inc()
	m.delivered.WithLabelValues(label).Observe(took.Seconds())
}

// Acked measures how long a platform waited for the answer to what it sent, over HTTP or over a socket. The route is one of
// events, interactions, commands and gateway (what came over a connection that waits for no answer), the outcome one of
// taken, repeated, ignored, refused, malformed, unavailable and challenge.
func (m *Metrics) Acked(s assistant.Surface, route, outcome string, took time.Duration) {
	if m == nil {
		return
	}
	m.acked.WithLabelValues(
		surfaceLabel(s), oneOf(route, "events", "interactions", "commands", "gateway"),
		oneOf(outcome, "taken", "repeated", "ignored", "refused", "malformed", "unavailable", "challenge"),
	).Observe(took.Seconds())
}

// Throttled counts a 429 of a platform.
func (m *Metrics) Throttled(s assistant.Surface) {
	if m == nil {
		return
	}
	m.throttled.WithLabelValues(surfaceLabel(s)).Inc()
}
