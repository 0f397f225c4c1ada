package approvals

import "github.com/aisteam/aisteam/assistant"

// Lack is what keeps a rule from ever being met by those who are in the team now.
type Lack struct {
	Needed  int
	Could   int  // people whose yes would count, whoever it is of the team that asks: the most there are
	Always  bool // nobody's requests can be approved; else those of AskedBy alone cannot
	AskedBy []assistant.Person
}

// LackOf says whether a rule can be met by a team at all, whoever of it asks. Those who have left are no part of the team, and guests decide
// nothing. Of a rule that names groups of a platform it says nothing: who is in them is known when somebody presses.
func LackOf(rule assistant.ApprovalRule, team []assistant.Person, set assistant.Settings) (Lack, bool) {
	if len(rule.Groups) > 0 {
		return Lack{}, false
	}
	out := Lack{Needed: rule.Count(), Always: true}
	for _, asks := range team {
		if asks.Role == assistant.RoleGuest {
			continue
		}
		could := 0
		on := On{Rule: &rule, Settings: set, RequestedBy: asks.ID}
		for _, p := range team {
			if fits(on, p.ID, assistant.Capacity{Role: p.Role, Late: true}) {
				could++
			}
		}
		out.Could = max(out.Could, could)
		if could < out.Needed {
			out.AskedBy = append(out.AskedBy, asks)
		} else {
			out.Always = false
		}
	}
	if out.Always {
		out.AskedBy = nil
	}
	return out, out.Always || len(out.AskedBy) > 0
}
