// Package approvals says who decides on an action. Its functions are pure: they depend on the tenant's rules, on who has said yes
// so far, and on the rights of the person who wants to decide. Surfaces draw by them, the inbox and the supervisor authorise by
// them, storage counts by them, and the gate asks them once more right before the effect.
//
//	policies ── For ──▶ rule ──▶ asked of people ── May ──▶ yes ── Next ──▶ backed … backed ──▶ decided ──▶ Enough ──▶ effect
//	                                              └── No ──▶ no: it ends there
//
// A nil rule is the default: [assistant.MayDecide], and one yes.
package approvals

import (
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// For returns the narrowest rule for a tool's use in a project: one for the tool in the project, else for the tool, for the
// project, or for everything. It is nil if there is none.
func For(ps []assistant.Policy, project assistant.ProjectID, tool assistant.TaskType) *assistant.ApprovalRule {
	var found *assistant.ApprovalRule
	best := -1
	for i, p := range ps {
		if p.Project != "" && p.Project != project || p.Tool != "" && p.Tool != tool {
			continue
		}
		narrow := 0
		if p.Project != "" {
			narrow++
		}
		if p.Tool != "" {
			narrow += 2
		}
		if narrow > best {
			best, found = narrow, &ps[i].Rule
		}
	}
	return found
}

// Who is a person who wants to decide: with their present role, the account they act through, and the people who have named them as
// deputy.
type Who struct {
	Person assistant.Person
	From   assistant.Identity
	For    []assistant.Delegation
}

// On is the subject of a decision.
type On struct {
	Rule        *assistant.ApprovalRule
	Settings    assistant.Settings
	RequestedBy assistant.PersonID
	ExpiresAt   time.Time
	Now         time.Time
}

// May tells whether a person's yes counts, by their own right or by that of a person who has named them.
func May(w Who, on On) bool { return len(rights(w, on)) > 0 }

// No tells whether a person's no counts, and by what right. People who may say yes and the person who asked may say no, since a no
// can only prevent something.
func No(w Who, on On) (assistant.Capacity, bool) {
	own := assistant.Capacity{Role: w.Person.Role}
	if on.Rule != nil && w.Person.ID != "" && w.Person.ID == on.RequestedBy && w.Person.Role != assistant.RoleGuest {
		return own, true
	}
	if all := rights(w, on); len(all) > 0 {
		return all[0], true
	}
	for _, d := range w.For {
		if on.Rule != nil && d.Person == on.RequestedBy && w.inSteadOf(d, on) {
			return assistant.Capacity{Role: d.Role, For: d.Person}, true
		}
	}
	return own, false
}

// CapacityOf is by what right of their own somebody decides under a rule, to be kept with what they decide.
func CapacityOf(w Who, rule *assistant.ApprovalRule) assistant.Capacity {
	as := assistant.Capacity{Role: w.Person.Role}
	if rule == nil {
		return as
	}
	for _, g := range rule.Groups {
		here := g.Surface == w.From.Surface && (g.Space == "" || g.Space == w.From.Space || g.Space == w.From.GroupsIn)
		if here && slices.Contains(w.From.Groups, g.Group) {
			as.Groups = append(as.Groups, g)
		}
	}
	return as
}

// fits tells whether a yes of somebody, who had these capacities, counts under the rule.
func fits(on On, person assistant.PersonID, as assistant.Capacity) bool {
	r := on.Rule
	switch {
	case person == "" || !as.Role.Valid(): // guests and people who have left have no rights
		return false
	case r.NotRequester && person == on.RequestedBy:
		return false
	case slices.Contains(r.People, person):
		return true
	case slices.ContainsFunc(as.Groups, func(g assistant.GroupRef) bool { return slices.Contains(r.Groups, g) }):
		return true
	case slices.ContainsFunc(r.Roles, func(least assistant.Role) bool { return !as.Role.Below(least) }):
		return true
	case r.Escalate != nil && slices.Contains(r.Escalate.To, person) && (as.Late || Escalated(on)):
		return true
	case len(r.Roles)+len(r.People)+len(r.Groups) > 0:
		return false
	default: // the rule says how many, and leaves who to what holds everywhere
		return assistant.MayDecide(assistant.Person{ID: person, Role: as.Role}, on.Settings, on.RequestedBy)
	}
}

// Escalated tells whether an action is so near to its end that more people may decide.
func Escalated(on On) bool {
	if on.Rule == nil || on.Rule.Escalate == nil || on.ExpiresAt.IsZero() {
		return false
	}
	return !on.Now.Before(on.ExpiresAt.Add(-time.Duration(on.Rule.Escalate.Minutes) * time.Minute))
}

// Next is what a yes leads to.
type Next string

// What a yes comes to.
const (
	NextRefused Next = ""        // it does not count
	NextAgain   Next = "again"   // they have said it before
	NextBacks   Next = "backs"   // it counts, and more are needed
	NextDecides Next = "decides" // it is the last that was needed
)

// Yes tells what a person's yes leads to, given those before it, and by what right it counts: their own first, then that of people
// who have named them. A voice that was already counted is not counted again.
func Yes(w Who, on On, before []assistant.Yes) (Next, assistant.Capacity) {
	all := rights(w, on)
	if len(all) == 0 {
		return NextRefused, assistant.Capacity{}
	}
	for _, as := range all {
		said := assistant.Yes{Person: w.Person.ID, As: as}
		switch {
		case slices.ContainsFunc(before, said.Shares):
		case people(before)+1 < on.Rule.Count():
			return NextBacks, as
		default:
			return NextDecides, as
		}
	}
	return NextAgain, assistant.Capacity{}
}

// Enough tells whether those who said yes are who it takes under the rule that holds now, each counted once, by what held of each
// when they said it. Without a rule a decision that was taken is enough.
func Enough(on On, yeses []assistant.Yes) bool {
	if on.Rule == nil {
		return true
	}
	var counted []assistant.Yes
	for _, y := range yeses {
		at := on
		at.Now = y.At
		if counts(at, y) {
			counted = append(counted, y)
		}
	}
	return people(counted) >= on.Rule.Count()
}

// people counts who said yes, each once: a yes counts unless one before it shares a person with it. Storage counts the same way.
func people(yeses []assistant.Yes) (n int) {
	for i, y := range yeses {
		if !slices.ContainsFunc(yeses[:i], y.Shares) {
			n++
		}
	}
	return n
}

// Awaited returns the people whose yes would count and is still missing, once each and in order: those who may decide and those
// whom they have named as deputies.
func Awaited(of []assistant.Person, named []assistant.Delegation, on On, said []assistant.Yes) []assistant.PersonID {
	var out []assistant.PersonID
	for _, p := range of {
		next, _ := Yes(Who{Person: p, For: named}, on, said)
		if (next == NextBacks || next == NextDecides) && !slices.Contains(out, p.ID) {
			out = append(out, p.ID)
		}
	}
	return out
}

// MayStand tells whether an approval can be given for good: one yes decides, and what it does can be undone.
func MayStand(rule *assistant.ApprovalRule, effect assistant.Effect) bool {
	return effect == assistant.EffectReversible && rule.Count() == 1
}

// ByGroupAlone tells whether somebody's right counts only since they were in a group of a platform.
func ByGroupAlone(on On, person assistant.PersonID, as assistant.Capacity) bool {
	in := len(as.Groups) > 0
	as.Groups = nil
	return in && !lets(on, person, as)
}

// Use is an intended use of a tool.
type Use struct {
	Tool       assistant.TaskType
	Definition string // of the tool, where a connection defines it
	Effect     assistant.Effect
	Project    assistant.ProjectID
	Unasked    bool                   // it came of a background task
	Background assistant.BackgroundID // that task, where it comes again
	Target     string                 // what it changes
	Heard      []assistant.Person     // whose words it is based on apart from the request, as they are now; the zero person is unknown
}

// isFor tells whether a standing yes covers such a use. A use that nobody has just asked for, or that strangers' words may have
// caused, needs a yes given to its background task for its target; such a yes covers nothing else.
func (u Use) isFor(s assistant.StandingYes) bool {
	if s.Tool != u.Tool || s.Definition != u.Definition || s.Project != u.Project {
		return false
	}
	if u.Unasked || s.Background != "" {
		return u.MayBeGiven() && u.Unasked && s.Background == u.Background && covers(s, u.Target)
	}
	return true
}

// MayBeGiven tells whether a standing yes can say what it is for.
func (u Use) MayBeGiven() bool { return !u.Unasked || u.Background != "" && u.Target != "" }

// saidBy tells whether a use is based only on the words of the person who asked, of the giver of a standing yes, and of people who
// may decide alone. A standing yes was never meant for what others say later.
func (u Use) saidBy(giver assistant.PersonID, on On) bool {
	return len(u.Others(giver, on)) == 0
}

// Others are those whose words a use stands on though no standing yes of that person is to what they say.
func (u Use) Others(giver assistant.PersonID, on On) (out []assistant.Person) {
	for _, p := range u.Heard {
		own := p.ID != "" && (p.ID == giver || p.ID == on.RequestedBy)
		if !own && !lets(on, p.ID, assistant.Capacity{Role: p.Role}) {
			out = append(out, p)
		}
	}
	return out
}

// Stands returns a standing yes that makes asking unnecessary: its giver may still decide, it covers this use, it is neither used
// up nor over. Irreversible actions have none.
func Stands(all []assistant.StandingYes, use Use, on On) (assistant.StandingYes, bool) {
	if !MayStand(on.Rule, use.Effect) {
		return assistant.StandingYes{}, false
	}
	for _, s := range all {
		if !use.isFor(s) || s.Used >= s.Most || !on.Now.Before(s.Until) {
			continue
		}
		as := s.As
		if s.Now != "" && s.Now.Below(as.Role) {
			as.Role = s.Now // a role that was taken away, or that a group gave then, approves nothing for good
		}
		if as.For == "" && lets(on, s.Person, as) && use.saidBy(s.Person, on) {
			return s, true
		}
	}
	return assistant.StandingYes{}, false
}
