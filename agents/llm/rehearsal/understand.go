package rehearsal

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
)

// request is what somebody asks for, and what is known besides.
type request struct {
	book    *examples.Book
	words   string
	project llm.ProjectFact
	before  []llm.SaidFact // what was said before, oldest first
	several []string       // the projects that it is for, where these are several; the words do not speak of them
}

// asked is a request as its words stand, without what they say of several projects.
func asked(b *examples.Book, words string, p llm.ProjectFact, projects []string, before []llm.SaidFact) request {
	rest, on := several(words, projects)
	return request{book: b, words: rest, project: p, before: before, several: on}
}

// understood are the clauses that are like examples. What was said before, or the project, fills the slots for which that stands; one
// that points at what nobody has said stays empty.
func (r request) understood() []examples.Finding {
	out := r.book.Find(r.words)
	for _, f := range out {
		for _, s := range f.Example.Slots {
			value := r.fact(s, f.Filled)
			if f.Points[s.Name] && s.Kind == examples.Text {
				value = r.subject()
			}
			if f.Filled[s.Name] == nil && value != "" {
				f.Filled[s.Name] = []string{value}
			}
		}
	}
	return out
}

// fact is what a slot takes from elsewhere than the request's words.
func (r request) fact(s examples.Slot, filled map[string][]string) string {
	switch s.Of {
	case "language":
		return s.Said(r.project.Language)
	case "url.page":
		if at, err := url.Parse(strings.Join(filled["url"], "")); err == nil && at.RawQuery == "" {
			return strings.Trim(path.Base(at.Path), "/.")
		}
	}
	return ""
}

// more fills what is no slot.
func (r request) more(found []examples.Finding) map[string]string {
	out := map[string]string{"request": r.words}
	if slices.ContainsFunc(found, func(f examples.Finding) bool { return len(f.Points) > 0 }) {
		out["said"] = quoted(r.people())
	}
	return out
}

// Bounds of what is about what was said, in characters.
const (
	mostTitle  = 80
	mostQuoted = 3000
)

// subject is what people were talking about, in their first words.
func (r request) subject() string {
	for _, f := range r.people() {
		return capital(short(trimmed(f.Text), mostTitle))
	}
	return ""
}

// people are the words of people among what was said, without those that only point at others themselves.
func (r request) people() []llm.SaidFact {
	return slices.DeleteFunc(slices.Clone(r.before), func(f llm.SaidFact) bool {
		return f.By == llm.ByAssistant || trimmed(f.Text) == "" || r.book.OnlyPoints(f.Text)
	})
}

// quoted are words of people, each with who said it, marked as quotations: the first of them, and as many of the newest as fit.
func quoted(said []llm.SaidFact) string {
	var lines []string
	for _, f := range said {
		line := "> " + f.Text
		if f.Name != "" {
			line = "> " + f.Name + ": " + f.Text
		}
		lines = append(lines, line)
	}
	room := mostQuoted
	for i := len(lines) - 1; i > 0; i-- {
		if room -= len([]rune(lines[i])); room < 0 {
			lines = append(lines[:1:1], lines[i+1:]...)
			break
		}
	}
	return strings.Join(lines, "\n")
}
