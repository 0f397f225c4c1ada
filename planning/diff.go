package planning

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

const maxShown = 60 // characters of a value in a line of differences

// PlanDiff says what is different in a newer version of a plan, a line each, as people read it. It is empty when the
// person would decide on the same.
func PlanDiff(old, next assistant.Plan, t *team.Team, w wording.Words) []string {
	d := differ{Words: w, old: old, next: next, team: t}
	d.word(d.Say("The title"), old.Title, next.Title)
	d.word(d.Say("The goal"), old.Goal, next.Goal)
	d.word(d.Say("The way"), old.Fork, next.Fork)
	d.word(d.Say("The project"), old.ProjectName, next.ProjectName)
	for i, s := range old.Steps {
		if _, stays := find(next.Steps, s.Key); !stays {
			d.add(d.Say("Step %d is gone: %s", i+1, s.Summary))
		}
	}
	for i, s := range next.Steps {
		was, known := find(old.Steps, s.Key)
		if !known {
			d.add(d.Say("Step %d is new: %s, by %s, in group %s", i+1, s.Summary, d.team.Called(s.Owner), s.Group))
			continue
		}
		d.step(d.Say("Step %d (%s)", i+1, s.Summary), was, s)
	}
	if len(d.lines) == 0 && !slices.EqualFunc(old.Steps, next.Steps, func(a, b assistant.Step) bool { return a.Key == b.Key }) {
		d.add(d.Say("The steps are in another order"))
	}
	return d.lines
}

type differ struct {
	wording.Words

	old, next assistant.Plan
	team      *team.Team
	lines     []string
}

func (d *differ) add(line string) { d.lines = append(d.lines, line) }

func (d *differ) word(what, was, is string) {
	switch {
	case was == is:
	case was == "":
		d.add(d.Say("%s is now %s", what, quoted(clip(is, maxShown))))
	case is == "":
		d.add(d.Say("%s %s is left out", what, quoted(clip(was, maxShown))))
	default:
		d.add(d.Say("%s is now %s instead of %s", what, quoted(clip(is, maxShown)), quoted(clip(was, maxShown))))
	}
}

func (d *differ) step(name string, was, is assistant.Step) {
	if was.Type != is.Type {
		d.add(d.Say("%s does something else: %s instead of %s", name, string(is.Type), string(was.Type)))
	}
	if was.Owner != is.Owner {
		d.add(d.Say("%s is now done by %s instead of %s", name, d.team.Called(is.Owner), d.team.Called(was.Owner)))
	}
	if was.Group != is.Group && d.moved(was, is) {
		d.add(d.Say("%s moves from group %s to group %s", name, was.Group, is.Group))
	}
	if was.Summary != is.Summary {
		d.add(d.Say("%s was described as %s", name, quoted(clip(was.Summary, maxShown))))
	}
	if d.old.ProjectOf(was) != d.next.ProjectOf(is) {
		d.add(d.Say("%s is now for %s instead of %s", name, quoted(d.next.NameOf(is)), quoted(d.old.NameOf(was))))
	}
	d.parameters(name, was, is)
}

// moved tells whether a step's group is another one by its company, not only by its letter after a group before it went.
func (d *differ) moved(was, is assistant.Step) bool {
	together := func(steps []assistant.Step, s assistant.Step, other string) (with, before bool) {
		o, _ := find(steps, other)
		return o.Group == s.Group, o.Group < s.Group
	}
	for _, o := range d.old.Steps {
		if _, stays := find(d.next.Steps, o.Key); !stays {
			continue
		}
		with1, before1 := together(d.old.Steps, was, o.Key)
		with2, before2 := together(d.next.Steps, is, o.Key)
		if with1 != with2 || before1 != before2 {
			return true
		}
	}
	return false
}

func (d *differ) parameters(name string, was, is assistant.Step) {
	before, after := fields(was.Parameters), fields(is.Parameters)
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, k := range slices.Sorted(maps.Keys(all)) {
		if isTold(d.old, words(before[k])) && isTold(d.next, words(after[k])) {
			continue // it is the person's own words
		}
		if words(before[k]) == d.old.Goal && words(after[k]) == d.next.Goal && d.old.Goal != "" {
			continue // it is said of the plan
		}
		if string(before[k]) != string(after[k]) {
			d.word(name+": "+k, shownValue(d.Words, d.old.Steps, before[k]), shownValue(d.Words, d.next.Steps, after[k]))
		}
	}
}

// shownValue is a parameter as people read it: text as it is, a reference by the step it comes from.
func shownValue(w wording.Words, steps []assistant.Step, raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	if text := words(raw); text != "" {
		return text
	}
	if r, ok := assistant.ReferenceOf(raw); ok {
		return w.Say("the %s written in step %s", r.Field, numberOf(steps, r.From))
	}
	return string(raw)
}

func find(steps []assistant.Step, key string) (assistant.Step, bool) {
	i := slices.IndexFunc(steps, func(s assistant.Step) bool { return s.Key == key })
	if i < 0 {
		return assistant.Step{}, false
	}
	return steps[i], true
}
