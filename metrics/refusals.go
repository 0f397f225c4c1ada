package metrics

// Rule names a bound that somebody has met.
type Rule string

// The rules that refuse.
const (
	RuleRate      Rule = "rate"       // what a person asks in a minute
	RuleBudget    Rule = "budget"     // what a tenant spends on models in a day
	RuleReaders   Rule = "readers"    // the files that are read at the same time
	RuleReading   Rule = "reading"    // how long the files of one message are read
	RuleFilesRoom Rule = "files_room" // what a tenant's files take up
)

// Refused counts something that a rule forbade, and that the person was told of.
func (m *Metrics) Refused(r Rule) {
	if m == nil {
		return
	}
	m.refused.WithLabelValues(oneOf(r, RuleRate, RuleBudget, RuleReaders, RuleReading, RuleFilesRoom)).Inc()
}
