package approvals

import "github.com/aisteam/aisteam/assistant"

// rights returns by what rights a person's yes would count: their own first, then those of people who have named them. Delegated
// rights are not passed on again. Neither are rights through a platform's group, since its members can only be looked up when they
// press.
func rights(w Who, on On) (out []assistant.Capacity) {
	late := Escalated(on)
	if as := CapacityOf(w, on.Rule); lets(on, w.Person.ID, as) {
		as.Late = late
		out = append(out, as)
	}
	for _, d := range w.For {
		as := assistant.Capacity{Role: d.Role, Late: late, For: d.Person}
		if w.inSteadOf(d, on) && counts(on, assistant.Yes{Person: w.Person.ID, As: as}) {
			out = append(out, as)
		}
	}
	return out
}

// inSteadOf tells whether the person may act for the one who has named them: both belong to the team, and the delegation is not
// over.
func (w Who) inSteadOf(d assistant.Delegation, on On) bool {
	return d.Delegate == w.Person.ID && d.Holds(on.Now) && d.Role.Valid() && w.Person.Role.Valid()
}

// counts tells whether a yes said by some right counts. If a rule excludes the person who asked, they do not decide for somebody
// else either.
func counts(on On, y assistant.Yes) bool {
	if on.Rule != nil && on.Rule.NotRequester && y.Person == on.RequestedBy {
		return false
	}
	return lets(on, y.Voice(), y.As)
}

// lets tells whether the yes of a person with these capacities counts, by the rule or by the default.
func lets(on On, person assistant.PersonID, as assistant.Capacity) bool {
	if on.Rule == nil {
		return assistant.MayDecide(assistant.Person{ID: person, Role: as.Role}, on.Settings, on.RequestedBy)
	}
	return fits(on, person, as)
}
