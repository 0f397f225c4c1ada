package rehearsal

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
)

// Everyday verbs that begin a clause of a request, and those of them that ask for something wherever they stand.
const (
	everydayVerbs = "create|make|build|add|write|publish|set up|prepare|change|update|replace|edit|rewrite|set|i need|we need|i want|i would like|i'd like"
	everydayAsks  = "create|make|build|add|write|publish|set up|change|update|replace|rewrite"
)

// clauseForms find where clauses of a request begin, by the everyday verbs and those of the scripts.
type clauseForms struct{ clause, verb func() *regexp.Regexp }

func newClauseForms(scripts []script.Script) clauseForms {
	all, anywhere := []string{everydayVerbs}, []string{everydayAsks}
	for _, s := range scripts {
		all, anywhere = append(all, s.Verbs...), append(anywhere, s.Anywhere...)
	}
	verbs, asks := strings.Join(all, "|"), strings.Join(anywhere, "|")
	return clauseForms{
		clause: sync.OnceValue(func() *regexp.Regexp {
			return regexp.MustCompile(`(?i)(?:^\s*|[.;!?,]\s+|\n\s*|\band\s+|\bthen\s+)(?:(?:please|then|also|and|afterwards|um+|uh+|so|well|ok|okay|just|yo|maybe|can you|could you|would you|` +
				`i want you to|i need you to|i want to|i would like to|i'd like to|let us|let's|hans|hey|hi|hello)[\s,]+)*(` + verbs + `)\b`)
		}),
		verb: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(` + asks + `)\b`) }),
	}
}

// understand reads a request, before which that was said, and where it understands nothing, the request with its misspelt words put right.
func (m *Model) understand(request string, p llm.ProjectFact, before []llm.SaidFact) []script.Wish {
	request = m.original(request)
	if wishes := m.wishes(request, p, before); len(wishes) > 0 {
		return wishes
	}
	right := corrected(request)
	if right == request {
		return nil
	}
	return m.wishes(right, p, before)
}

// wishes reads a request clause by clause. What changes something comes before what looks at something.
func (m *Model) wishes(request string, p llm.ProjectFact, before []llm.SaidFact) []script.Wish {
	var parts []script.Part
	for _, s := range m.config.Scripts {
		if s.Begin != nil {
			parts = append(parts, s.Begin())
		}
	}
	for _, part := range parts {
		if h, ok := part.(hearer); ok {
			h.Hear(before)
		}
	}
	for _, part := range parts {
		if w, ok := part.(whole); ok && w.Whole(request) {
			part.Take(request)
			return part.Wishes(request, p)
		}
	}
	for _, clause := range m.clauses(request) {
		var of script.Part
		first := -1
		for _, part := range parts {
			if at := part.Find(clause); at >= 0 && (of == nil || at < first) {
				of, first = part, at
			}
		}
		if of != nil {
			of.Take(clause)
		}
	}
	var changes, looks []script.Wish
	for _, part := range parts {
		for _, w := range part.Wishes(request, p) {
			if w.Looks {
				looks = append(looks, w)
			} else {
				changes = append(changes, w)
			}
		}
	}
	return append(changes, looks...)
}

// whole is a part that may read a request as one: what is to be done at another time is nothing to be done now.
type whole interface {
	// Whole tells whether no clause of the request asks for something of its own.
	Whole(request string) bool
}

// clauses cuts a request before each verb that begins something of its own, but not inside quotes.
func (m *Model) clauses(request string) []string {
	hidden := script.QuoteForm().ReplaceAllStringFunc(request, func(q string) string { return strings.Repeat("q", len(q)) })
	marks := slices.DeleteFunc(m.forms.clause().FindAllStringSubmatchIndex(hidden, -1), func(m []int) bool {
		lead := strings.ToLower(strings.TrimSpace(hidden[m[0]:m[2]]))
		joined := strings.HasPrefix(lead, ",") || strings.HasPrefix(lead, "and") || strings.HasPrefix(lead, "then")
		return joined && script.StartsUpper(hidden[m[2]:]) && !strings.HasPrefix(hidden[m[2]:], "I ") // a title: Design and Build
	})
	if at := m.forms.verb().FindStringSubmatchIndex(hidden); at != nil && (len(marks) == 0 || at[2] < marks[0][2]) {
		marks = slices.Insert(marks, 0, at) // "We should create …"
	}
	var out []string
	for i, at := range marks {
		end := len(request)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		out = append(out, script.Trim(request[at[2]:end]))
	}
	return out
}

// hearer is a [script.Part] whose request may be about what was said before it: "a ticket about this".
type hearer interface {
	// Hear is told it before the request is read, oldest first.
	Hear(before []llm.SaidFact)
}
