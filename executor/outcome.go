package executor

import "slices"

// Outcome is how a use of a tool ended, for metrics. The set is closed.
type Outcome string

// The outcomes.
const (
	OutcomeSettled   Outcome = "settled"
	OutcomeReused    Outcome = "reused"    // its receipt was in the log already
	OutcomeRecovered Outcome = "recovered" // found out what had become of a call whose answer was lost
	OutcomeRefused   Outcome = "refused"   // by the tool, or by what it works on
	OutcomeUncertain Outcome = "uncertain" // whether it happened is not known
	OutcomeDenied    Outcome = "denied"    // by the gate
	OutcomeWaiting   Outcome = "waiting"   // for a person
	OutcomeStopped   Outcome = "stopped"   // the run ended before it
)

// Outcomes are all of them.
func Outcomes() []Outcome {
	return []Outcome{
		OutcomeSettled, OutcomeReused, OutcomeRecovered, OutcomeRefused, OutcomeUncertain, OutcomeDenied, OutcomeWaiting, OutcomeStopped,
	}
}

// Known tells whether the word is one of them.
func (o Outcome) Known() bool { return slices.Contains(Outcomes(), o) }

// String implements [fmt.Stringer].
func (o Outcome) String() string { return string(o) }
