package planning

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// restate keeps a plan's title and goal to what its steps do. Where one names a step that is gone, it is made anew from the
// steps that are left: people must not read that something will be done which they have dropped, and nor must a model that
// is asked about the plan later.
func restate(was assistant.Plan, p *assistant.Plan, w wording.Words) {
	gone := wordsGone(was, *p)
	if p.Title == was.Title && speaksOf(p.Title, gone) {
		p.Title = titleOf(*p, w)
	}
	if !speaksOf(p.Goal, gone) {
		return
	}
	p.Goal = goalOf(*p, w)
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

// wordsGone are the words that only steps had which a plan has no more.
func wordsGone(was, is assistant.Plan) []string {
	var stay, gone []string
	for _, s := range is.Steps {
		stay = append(stay, contentWords(s.Summary)...)
	}
	for _, s := range was.Steps {
		if !slices.ContainsFunc(is.Steps, func(t assistant.Step) bool { return t.Key == s.Key }) {
			gone = append(gone, contentWords(s.Summary)...)
		}
	}
	return slices.DeleteFunc(gone, func(w string) bool { return slices.Contains(stay, w) })
}

func speaksOf(text string, these []string) bool {
	return slices.ContainsFunc(contentWords(text), func(w string) bool { return slices.Contains(these, w) })
}

// contentWords are the words of a text that may tell one step from another.
func contentWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(folded(text)), func(w string) bool { return utf8.RuneCountInString(w) < 4 })
}

// goalOf says what a plan is for by its steps.
func goalOf(p assistant.Plan, w wording.Words) string {
	all := telling(p)
	for i := range all[1:] {
		all[i+1] = lowerFirst(all[i+1])
	}
	out := strings.TrimRight(w.List(all), ".")
	if names := slices.DeleteFunc(p.ProjectNames(), func(n string) bool { return mentions(out, n) }); len(names) > 0 {
		out = w.Say("%s, on %s", out, w.List(names))
	}
	return clip(out+".", maxGoal)
}

// titleOf names a plan by the first of those steps.
func titleOf(p assistant.Plan, w wording.Words) string {
	all := telling(p)
	more := ""
	if n := len(all) - 1; n > 0 {
		more = ", " + w.Say("and %d more", n)
	}
	return clip(strings.TrimRight(all[0], "."), maxTitle-len(more)) + more
}

// telling are the summaries of the steps that change something, or of all where none does; never none.
func telling(p assistant.Plan) []string {
	var changing, all []string
	for _, s := range p.Steps {
		what := line(s.Summary, maxLine)
		all = append(all, what)
		if s.Effect != assistant.EffectNone {
			changing = append(changing, what)
		}
	}
	switch {
	case len(changing) > 0:
		return changing
	case len(all) > 0:
		return all
	default:
		return []string{p.Goal}
	}
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
