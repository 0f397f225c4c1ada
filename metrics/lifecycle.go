package metrics

// Strayed is in which way a model is not what was asked for.
type Strayed string

// The ways.
const (
	StrayedGone     Strayed = "gone"     // nobody knows it any more
	StrayedRerouted Strayed = "rerouted" // another one answers in its place
)

// ModelEnds says for how many days more a model answers; known is false where it is not known to end.
func (m *Metrics) ModelEnds(provider, model string, days int, known bool) {
	switch {
	case m == nil:
	case known:
		m.ends.WithLabelValues(providerLabel(provider), m.models.label(model)).Set(float64(days))
	default:
		m.ends.DeleteLabelValues(providerLabel(provider), m.models.label(model))
	}
}

// ModelStrayed counts that a model was found not to be what was asked for, once for each time that this began.
func (m *Metrics) ModelStrayed(provider, model string, how Strayed) {
	if m == nil {
		return
	}
	m.strayed.WithLabelValues(providerLabel(provider), m.models.label(model), oneOf(how, StrayedGone, StrayedRerouted)).Inc()
}
