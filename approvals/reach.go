package approvals

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Lack is what keeps a rule from ever being met by those who are in the team now.
type Lack struct {
	Needed  int
	Could   int  // people whose yes would count, for the asker with the most of them
	Always  bool // nobody's requests can be approved; otherwise only those of AskedBy cannot
	AskedBy []assistant.Person
}

// LackOf tells whether a rule can be met by a team at all, whoever asks. People who have left do not belong to the team, and guests
// decide nothing. It says nothing about rules that name a platform's groups: their members are known only when they press.
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
	People []assistant.Person // the team, without people who have left
	Grants []assistant.Grant  // what groups of a platform are given
}

// Reach says how many people could approve something in the end, including those who have, and whether that is enough. Deputies add
// nobody, since theirs is the same yes. If a group decides, or has a role that decides, it is always enough, since its members are
// known only when they press.
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
