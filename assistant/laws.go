package assistant

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Law is one of the four assistant laws (seed 000 §6.4).
type Law string

// The laws.
const (
	LawScope        Law = "allowed scope"
	LawClarity      Law = "clarity"
	LawTransparency Law = "transparency"
	LawNoReturn     Law = "no return"
)

// Finding is a law's verdict on a step.
type Finding struct {
	Law     Law
	Step    string // the step's key
	Message string // for people
	Blocks  bool   // nothing may run while it stands; otherwise it is only to be shown
}

// Rule is what the laws need to know of a task type. It comes from the catalogue of tools.
type Rule struct {
	Required []string   // parameters without which nothing may run
	Needs    Capability // what the project must have, "" for nothing
	Owners   []AgentID  // agents that may own it; none listed means any
}

// CheckScope applies the law of allowed scope: the task type must be known, allowed for the project, find there
// what it needs, and be in the hands of an agent that may do it.
func CheckScope(s Step, p Project, rules map[TaskType]Rule) []Finding {
	rule, known := rules[s.Type]
	if !known {
		return []Finding{{LawScope, s.Key, fmt.Sprintf("nobody here can do %q", s.Type), true}}
	}
	var out []Finding
	if len(p.Allowed) > 0 && !slices.Contains(p.Allowed, s.Type) {
		out = append(out, Finding{LawScope, s.Key, fmt.Sprintf("%s is not allowed for the project %s", s.Type, p.Name), true})
	}
	switch {
	case rule.Needs == "" || p.Has(rule.Needs):
	case p.ID == "":
		out = append(out, Finding{LawScope, s.Key, fmt.Sprintf("%s needs a project with a %s", s.Type, rule.Needs), true})
	default:
		out = append(out, Finding{LawScope, s.Key, fmt.Sprintf("%s needs a %s, and the project %s has none connected", s.Type, rule.Needs, p.Name), true})
	}
	if len(rule.Owners) > 0 && !slices.Contains(rule.Owners, s.Owner) {
		out = append(out, Finding{LawScope, s.Key, fmt.Sprintf("%s may not be done by %s", s.Type, s.Owner), true})
	}
	return out
}

// CheckClarity applies the law of clarity: every critical input is there, or comes from an earlier step.
func CheckClarity(s Step, rules map[TaskType]Rule) []Finding {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(s.Parameters, &given); err != nil {
		return []Finding{{LawClarity, s.Key, "its parameters cannot be read", true}}
	}
	var out []Finding
	for _, name := range rules[s.Type].Required {
		if v, ok := given[name]; !ok || string(v) == `""` || string(v) == "null" {
			out = append(out, Finding{LawClarity, s.Key, fmt.Sprintf("%s is missing", name), true})
		}
	}
	return out
}

// CheckNoReturn applies the law of no return: what cannot be rolled back is marked, and asks again before it runs.
func CheckNoReturn(s Step) []Finding {
	if s.Effect != EffectIrreversible {
		return nil
	}
	return []Finding{{LawNoReturn, s.Key, "this cannot be undone; you will be asked once more before it runs", false}}
}

// CheckTransparency applies the law of transparency: a step that people cannot read, or nobody owns, is not shown as a plan.
func CheckTransparency(s Step) []Finding {
	var out []Finding
	if s.Summary == "" {
		out = append(out, Finding{LawTransparency, s.Key, "it does not say what it does", true})
	}
	if s.Owner == "" {
		out = append(out, Finding{LawTransparency, s.Key, "nobody owns it", true})
	}
	if s.Effect != EffectNone && s.Preview == nil {
		out = append(out, Finding{LawTransparency, s.Key, "it does not show what it would change", true})
	}
	return out
}

// CheckPlan applies all four laws to every step of a plan.
func CheckPlan(p Plan, project Project, rules map[TaskType]Rule) []Finding {
	var out []Finding
	for _, s := range p.Steps {
		out = append(out, CheckScope(s, project, rules)...)
		out = append(out, CheckClarity(s, rules)...)
		out = append(out, CheckTransparency(s)...)
		out = append(out, CheckNoReturn(s)...)
	}
	return out
}

// Blocking returns the findings that forbid a plan or a task to run.
func Blocking(fs []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(fs), func(f Finding) bool { return !f.Blocks })
}

// MostAtOnce is how many steps a plan may have that starts by itself: each is one use of a tool, so what it may cost is bounded.
const MostAtOnce = 6

// SaidAtOnce is shown with a plan that started by itself.
const SaidAtOnce = "It changes nothing, so it started without waiting for a yes. “Stop” ends it."

// MayStartAtOnce tells whether a plan needs nobody's yes: none of its steps changes anything, and they are few. It is the plan's own
// word; the gate looks at each tool again and asks where the tool has an effect after all.
func (p Plan) MayStartAtOnce() bool {
	return len(p.Steps) > 0 && len(p.Steps) <= MostAtOnce &&
		!slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Effect != EffectNone })
}

// Consent is what stands between a task and its effect.
type Consent string

// The consents.
const (
	ConsentNone     Consent = ""         // it may run
	ConsentFirst    Consent = "first"    // nobody has been asked
	ConsentFinished Consent = "finished" // what was open when the plan was approved is written now, and nobody has read it
	ConsentMoved    Consent = "moved"    // it is not what was shown: ask again with the new difference
	ConsentChanged  Consent = "changed"  // the tool's definition was changed since it was shown
	ConsentConfirm  Consent = "confirm"  // it cannot be undone: ask a second time
	ConsentOutward  Consent = "outward"  // it changes nothing and leads outside, to an address that nobody here has written
	ConsentRule     Consent = "rule"     // others have to decide on it than have, or more of them
)

// NeedsConsent decides whether a task must ask a person before its effect, given the tool's definition, the arguments and the
// present state. A task without an effect never asks. Every other one needs an approval of exactly this tool, these arguments, this
// old and this new state, and an irreversible one needs a confirmation on top of the plan's approval (law of no return). A
// reversible one may be approved before it is written, by a person who wants it published unseen: then the rest of what was
// approved must still hold. What a person wrote while approving is theirs: then the old state must hold, and an irreversible action
// is shown to them once more.
func NeedsConsent(t Task, definition string, arguments json.RawMessage, now Preview) (Consent, error) {
	if t.Effect == EffectNone {
		return ConsentNone, nil
	}
	tool := Bound(t.Type, definition)
	hash, err := ConsentHash(tool, arguments, now)
	if err != nil {
		return "", err
	}
	unseen := ""
	if t.Effect == EffectReversible && Unfinished(t.Parameters) {
		if unseen, err = UnseenHash(tool, t.Parameters, now); err != nil {
			return "", err
		}
	}
	changed := ""
	if t.Effect == EffectReversible {
		if changed, err = ChangedHash(tool, arguments, now); err != nil {
			return "", err
		}
	}
	switch {
	case t.ApprovedHash == "" && Unfinished(t.Parameters):
		return ConsentFinished, nil
	case t.ApprovedHash == "":
		return ConsentFirst, nil
	case t.Definition != definition:
		return ConsentChanged, nil
	case t.ApprovedHash != hash && t.ApprovedHash != unseen && t.ApprovedHash != changed:
		return ConsentMoved, nil
	case t.Effect == EffectIrreversible && t.ConfirmedAt.IsZero():
		return ConsentConfirm, nil
	default:
		return ConsentNone, nil
	}
}
