package store

import (
	"github.com/aisteam/aisteam/assistant"
)

// pauses says why a task cannot go on; "" where it can.
func (s *firing) pauses() string {
	switch {
	case s.burst != nil && s.burst.itself:
		return assistant.WhyItself
	case s.task.Failures >= assistant.BackgroundFailures:
		return assistant.WhyFailed
	case s.owner.Left:
		return assistant.WhyLeft
	case s.owner.ID == "" || s.owner.Role == assistant.RoleGuest:
		return assistant.WhyRole
	case s.deleted:
		return assistant.WhyProject
	case s.lost:
		return assistant.WhyPlace
	default:
		return ""
	}
}

// skips says why a due time is left out, "" where it is not, and whether it takes the place of what the last one put up. What is
// due once is never left out.
func (s *firing) skips() (why string, replaces bool, err error) {
	if s.burst != nil && s.burst.atWork >= assistant.HookAtWork {
		return assistant.NoteManyAtWork, false, nil
	}
	waits := s.last.gathers || s.last.plan != ""
	if (s.last.working || waits) && s.task.Overlap != assistant.OverlapQueue {
		if s.task.Overlap != assistant.OverlapReplace || s.last.gathers {
			return assistant.NoteBusy, false, nil
		}
		replaces = true
	}
	if s.task.Kind == assistant.BackgroundOnce {
		return "", replaces, nil
	}
	bounds, err := assistant.ReadSettings(s.settings)
	if err != nil {
		return "", false, err
	}
	bounds.DailyTokens, bounds.DailyCents = assistant.Share(bounds.DailyTokens), assistant.Share(bounds.DailyCents)
	if spent := (assistant.Spending{Tokens: s.tokens + s.last.tokens, Micros: s.cost + s.last.micros, Bounds: bounds}); spent.Bounded() && spent.Over() {
		return assistant.NoteBudget, false, nil
	}
	return "", replaces, nil
}
