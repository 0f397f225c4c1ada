package planning

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

// restate keeps a plan's goal to what its steps do. Where the goal names a step that is gone, it is made anew from the steps
// that are left: people must not read that something will be done which they have dropped, and nor must a model that is
// asked about the plan later.
func restate(was assistant.Plan, p *assistant.Plan) {
	var stay []string
	for _, s := range p.Steps {
		stay = append(stay, contentWords(s.Summary)...)
	}
	named := false
	goal := contentWords(p.Goal)
	for _, s := range was.Steps {
		if slices.ContainsFunc(p.Steps, func(t assistant.Step) bool { return t.Key == s.Key }) {
			continue
		}
		named = named || slices.ContainsFunc(contentWords(s.Summary), func(w string) bool {
			return slices.Contains(goal, w) && !slices.Contains(stay, w)
		})
	}
	if !named {
		return
	}
	p.Goal = goalOf(*p)
	for i := range p.Steps { // who writes is told the goal, too
		given := fields(p.Steps[i].Parameters)
		for name, raw := range given {
			if words(raw) == was.Goal {
				given[name], _ = json.Marshal(p.Goal)
			}
		}
		if raw, err := json.Marshal(given); err == nil {
			p.Steps[i].Parameters = raw
		}
	}
}

// contentWords are the words of a text that may tell one step from another.
func contentWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(folded(text)), func(w string) bool { return utf8.RuneCountInString(w) < 4 })
}

// goalOf says what a plan is for by its steps: those that change something, or all where none does.
func goalOf(p assistant.Plan) string {
	var changing, all []string
	for _, s := range p.Steps {
		what := line(s.Summary, maxLine)
		if len(all) > 0 {
			what = lowerFirst(what)
		}
		all = append(all, what)
		if s.Effect != assistant.EffectNone {
			if len(changing) == 0 {
				what = line(s.Summary, maxLine)
			}
			changing = append(changing, what)
		}
	}
	if len(changing) == 0 {
		changing = all
	}
	out := strings.TrimRight(listed(changing), ".")
	if p.ProjectName != "" && !mentions(out, p.ProjectName) {
		out += ", on " + p.ProjectName
	}
	return clip(out+".", maxGoal)
}

// lowerFirst writes a sentence's first word as within another one, unless it is all capitals.
func lowerFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[size:])
	if size == 0 || unicode.IsUpper(second) {
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}
