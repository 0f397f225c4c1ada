package approvals

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

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

// Present is who there is in a team to decide, as it is now.
type Present struct {
	People []assistant.Person // who belongs to it; whoever has left is not among them
	Grants []assistant.Grant  // what groups of a platform are given
}

// Reach says how many people could have approved something in the end, those who have said yes among them, and whether that is enough.
// Whoever is named to decide for others adds nobody: it is the same yes as theirs. Where a group decides, or is given a role that does, it
// can always be reached, since who is in it is known when somebody presses.
func (p Present) Reach(on On, said []assistant.Yes) (could int, reached bool) {
	if on.Rule != nil && len(on.Rule.Groups) > 0 {
		return 0, true
	}
	const anybody = assistant.PersonID("anybody of a group")
	for _, g := range p.Grants {
		if lets(on, anybody, assistant.Capacity{Role: g.Role}) {
			return 0, true
		}
	}
	yeses := slices.Clone(said)
	for _, one := range p.People {
		as := assistant.Capacity{Role: one.Role, Late: true}
		if lets(on, one.ID, as) {
			yeses = append(yeses, assistant.Yes{Person: one.ID, As: as})
		}
	}
	could = people(yeses)
	return could, could >= on.Rule.Count()
}
