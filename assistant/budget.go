package assistant

import "time"

// Budget is what executors may use. It is always taken from what their planner has left.
type Budget struct {
	Steps   int           `json:"steps"`   // calls of a model
	Queries int           `json:"queries"` // calls of tools
	Tokens  int           `json:"tokens"`  // of input and output
	Micros  int64         `json:"micros"`  // millionths of a dollar by list price
	Time    time.Duration `json:"time"`    // at work, without what is waited for others
}

// MostDelegated is how many tasks a planner may delegate in one step.
const MostDelegated = 8

// BudgetOfExecutors is what all executors of one request may use together. A planner has it anew where a person lets it go on.
func BudgetOfExecutors() Budget {
	return Budget{Steps: 48, Queries: 64, Tokens: 160_000, Micros: 400_000, Time: 20 * time.Minute}
}

// mostOfExecutor is the maximum for one executor, however much is left.
func mostOfExecutor() Budget {
	return Budget{Steps: 8, Queries: 12, Tokens: 32_000, Micros: 80_000, Time: 5 * time.Minute}
}

// leastOfExecutor is the minimum with which an executor can succeed: one look, one report, and one correction of that report.
func leastOfExecutor() Budget {
	return Budget{Steps: 3, Queries: 1, Tokens: 6_000, Micros: 1, Time: 30 * time.Second}
}

// Share is what each of n executors may use of what is left. They work at the same time, so each may take as long as is left.
func (b Budget) Share(n int) Budget {
	if n <= 0 {
		return Budget{}
	}
	return b.divided(n).atMost(mostOfExecutor())
}

func (b Budget) divided(n int) Budget {
	return Budget{Steps: b.Steps / n, Queries: b.Queries / n, Tokens: b.Tokens / n, Micros: b.Micros / int64(n), Time: b.Time}
}

func (b Budget) atMost(o Budget) Budget {
	return Budget{
		Steps: min(b.Steps, o.Steps), Queries: min(b.Queries, o.Queries), Tokens: min(b.Tokens, o.Tokens), Micros: min(b.Micros, o.Micros), Time: min(b.Time, o.Time),
	}
}

// Less is what is left once n executors have been given each a share. Nothing is less than nothing.
func (b Budget) Less(share Budget, n int) Budget {
	return Budget{
		Steps: max(0, b.Steps-n*share.Steps), Queries: max(0, b.Queries-n*share.Queries), Tokens: max(0, b.Tokens-n*share.Tokens),
		Micros: max(0, b.Micros-int64(n)*share.Micros), Time: max(0, b.Time-share.Time),
	}
}

// Plus is both together.
func (b Budget) Plus(o Budget) Budget {
	return Budget{Steps: b.Steps + o.Steps, Queries: b.Queries + o.Queries, Tokens: b.Tokens + o.Tokens, Micros: b.Micros + o.Micros, Time: b.Time + o.Time}
}

// Feeds is how many executors can be given a share that comes to anything, of those that are wanted.
func (b Budget) Feeds(wanted int) int {
	for n := min(wanted, MostDelegated); n > 0; n-- {
		if b.Share(n).Holds(leastOfExecutor()) {
			return n
		}
	}
	return 0
}

// Holds tells whether the budget has at least as much of everything.
func (b Budget) Holds(o Budget) bool {
	return b.Steps >= o.Steps && b.Queries >= o.Queries && b.Tokens >= o.Tokens && b.Micros >= o.Micros && b.Time >= o.Time
}

// Left is what a session has left for executors.
func (s Spent) Left() Budget { return BudgetOfExecutors().Less(s.Lent, 1) }

// Lends notes that n executors have been given a share each.
func (s Spent) Lends(share Budget, n int) Spent {
	left := s.Left().Less(share, n)
	s.Lent = BudgetOfExecutors().Less(left, 1)
	return s
}

// Leeway is what an executor's budget still allows.
type Leeway int

// How far.
const (
	LeewayAll    Leeway = iota
	LeewaySteps         // nothing more is looked up
	LeewayReport        // its next step is its last, and may only report
	LeewayNone          // it is over
)

// Leeway says what a session may still do that has spent and cost so much. What its next step takes is foreseen from those before it, so that
// the last one, which reports, fits in as well.
func (b Budget) Leeway(s Spent, c SessionCost) Leeway {
	tokens, micros := c.Tokens(), c.Micros
	if s.Steps >= b.Steps || tokens >= b.Tokens || micros >= b.Micros || c.Took >= b.Time {
		return LeewayNone
	}
	steps := max(1, s.Steps)
	if s.Steps == b.Steps-1 || tokens+2*tokens/steps > b.Tokens || micros+2*micros/int64(steps) > b.Micros || s.Wrong > mostWrong {
		return LeewayReport
	}
	if s.Queries >= b.Queries {
		return LeewaySteps
	}
	return LeewayAll
}

// mostWrong is how many invalid calls an executor may make before it has to report.
const mostWrong = 3
