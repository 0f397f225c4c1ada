package approvals

import "github.com/aisteam/aisteam/assistant"

// rights are by what somebody's yes would count: by what they are themself first, then by whoever has named them. Nobody passes on
// what somebody else has passed to them, nor what they have by a group of a platform, since nobody can look who is in it without
// them there.
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

// inSteadOf tells whether somebody stands for whoever has named them: both belong to the team, and it is not over.
func (w Who) inSteadOf(d assistant.Delegation, on On) bool {
	return d.Delegate == w.Person.ID && d.Holds(on.Now) && d.Role.Valid() && w.Person.Role.Valid()
}

// counts tells whether a yes that was said by a right counts. Whoever asked does not decide in somebody's stead where they are left
// out, whoever it is.
func counts(on On, y assistant.Yes) bool {
	if on.Rule != nil && on.Rule.NotRequester && y.Person == on.RequestedBy {
		return false
	}
	return lets(on, y.Voice(), y.As)
}

// lets tells whether the yes of somebody who had these capacities counts, under a rule or where there is none.
func lets(on On, person assistant.PersonID, as assistant.Capacity) bool {
	if on.Rule == nil {
		return assistant.MayDecide(assistant.Person{ID: person, Role: as.Role}, on.Settings, on.RequestedBy)
	}
	return fits(on, person, as)
}
