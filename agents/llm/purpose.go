package llm

import (
	"slices"
	"time"

	"github.com/aisteam/aisteam/metrics"
)

// Purpose says what a request is for: it labels metrics, the rehearsal model plays by it, and what it needs of a model follows
// from it. Those of the team itself stand here; a pack brings its own with the [Need] of each.
type Purpose string

// The purposes of the team itself.
const (
	PurposeClassify     Purpose = "classify"     // simple answer, or work that needs a plan
	PurposeAnswer       Purpose = "answer"       // say something to a person
	PurposeRequirements Purpose = "requirements" // restate the goal, list what is needed
	PurposeForks        Purpose = "forks"        // alternative ways
	PurposePlan         Purpose = "plan"         // draft the steps
	PurposeRevise       Purpose = "revise"       // change a plan as the person asked
	PurposeRework       Purpose = "rework"       // what of a step is to be written anew, as people want it
	PurposeChangeRun    Purpose = "change_run"   // what words change of a run at work
	PurposeInterpret    Purpose = "interpret"    // read a person's free words as answers to open questions
	PurposeSummary      Purpose = "summary"      // the final consolidated answer of a run
	PurposeExecute      Purpose = "execute"      // look something up for a planner
	PurposeValidate     Purpose = "validate"     // compare an answer with the receipts of what was done
	PurposeAdvise       Purpose = "advise"       // tell an executor what it cannot judge
)

// Purposes are the team's own.
func Purposes() []Purpose {
	var out []Purpose
	for _, n := range Needs() {
		out = append(out, n.Purpose)
	}
	return out
}

// Known tells whether it is one of [Purposes]; a [Client] knows those of packs, too.
func (p Purpose) Known() bool { return slices.Contains(Purposes(), p) }

// String implements [fmt.Stringer].
func (p Purpose) String() string { return string(p) }

// Tier is which of the two models of a provider is asked.
type Tier string

// The tiers.
const (
	TierStrong Tier = "strong"
	TierFast   Tier = "fast" // the cheaper one will do
)

// Effort is how long a model that reasons is to reason, where it can be told.
type Effort string

// The efforts.
const (
	EffortLow    Effort = "low"
	EffortMedium Effort = "medium"
	EffortHigh   Effort = "high"
)

// Need is what a purpose needs of a model.
type Need struct {
	Purpose Purpose
	Tier    Tier
	Effort  Effort
	Whole   time.Duration // how long a reply is waited for with all attempts at it
	Silent  time.Duration // how long without any sign of life: a model that reasons says nothing for minutes
}

// NeedToWrite is what writing for people needs: the strong model, and patience.
func NeedToWrite(p Purpose) Need {
	return Need{Purpose: p, Tier: TierStrong, Effort: EffortMedium, Whole: 10 * time.Minute, Silent: 5 * time.Minute}
}

// Needs are those of the team's own purposes. Where somebody only waits to be understood, a model is not given as long.
func Needs() []Need {
	quick := func(p Purpose) Need {
		return Need{Purpose: p, Tier: TierFast, Effort: EffortLow, Whole: 3 * time.Minute, Silent: time.Minute}
	}
	strong := func(n Need) Need {
		n.Tier = TierStrong
		return n
	}
	with := func(e Effort, n Need) Need {
		n.Effort = e
		return n
	}
	return []Need{
		quick(PurposeClassify),
		NeedToWrite(PurposeAnswer),
		NeedToWrite(PurposeRequirements),
		with(EffortLow, NeedToWrite(PurposeForks)),
		with(EffortHigh, NeedToWrite(PurposePlan)),
		NeedToWrite(PurposeRevise),
		quick(PurposeRework),
		quick(PurposeChangeRun),
		quick(PurposeInterpret),
		with(EffortLow, NeedToWrite(PurposeSummary)),
		quick(PurposeExecute),
		strong(quick(PurposeAdvise)),
		quick(PurposeValidate),
	}
}

// need is what a purpose needs; a purpose that nobody has declared needs what writing does.
func (c *Client) need(p Purpose) Need {
	if n, ok := c.needs[p]; ok {
		return n
	}
	return NeedToWrite(p)
}

// Purposes are all that are declared, as labels of metrics, in alphabetical order.
func (c *Client) Purposes() []metrics.Word {
	var out []metrics.Word
	for p := range c.needs {
		out = append(out, c.word(p))
	}
	slices.SortFunc(out, func(a, b metrics.Word) int {
		if a.String() < b.String() {
			return -1
		}
		return 1
	})
	return out
}

// label is a purpose as a label of metrics.
type label struct {
	Purpose

	declared bool
}

// Known tells whether the purpose is declared.
func (l label) Known() bool { return l.declared }

func (c *Client) word(p Purpose) metrics.Word {
	_, declared := c.needs[p]
	return label{p, declared}
}
