package examples

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// clause reads some of the words as one example.
func (c *clauses) clause(from, to int) (Finding, int, bool) {
	var out Finding
	least := never
	starts := []int{from}
	if from+2 < to && c.tokens[from].kind == plain && c.tokens[from+1].kind == mark {
		starts = append(starts, from+2) // “Dana, …”
	}
	for i := from + 2; c.tokens[from].word == handing && i < min(from+5, to); i++ {
		starts = append(starts, i) // “ask Dana to …”
	}
	for i := range c.entries {
		e := &c.entries[i]
		heads := c.possible(e)
		if len(heads) == 0 {
			continue
		}
		for _, start := range starts {
			m := &matching{reader: reader{c.request, c.tokens, to}, entry: e, heads: heads, tails: e.of(c.language, e.tails), known: map[state]step{}}
			cost, filled, points, ok := m.best(start)
			if ok && cost < least {
				least, out = cost, Finding{Tool: e.Tool, Answers: e.Answers, Direct: e.Direct, Example: e.example, Filled: filled, Points: points, Language: c.language}
			}
		}
		if points, ok := c.pointing(e, heads, from, to); ok && -heads[0].fixed < least {
			least, out = -heads[0].fixed, Finding{Tool: e.Tool, Answers: e.Answers, Direct: e.Direct, Example: e.example, Filled: points.filled, Points: points.points, Language: c.language}
		}
	}
	return out, least, least < never
}

func (e *entry) of(l assistant.Language, lines []line) []line {
	var out []line
	for _, one := range lines {
		if one.language == l {
			out = append(out, one)
		}
	}
	return out
}

// possible are the forms of an example in the language, all of whose words the request has.
func (c *clauses) possible(e *entry) []line {
	var out []line
	for _, l := range e.heads {
		if l.language == c.language && c.hasAll(l) {
			out = append(out, l)
		}
	}
	return out
}

func (c *clauses) hasAll(l line) bool {
	for _, p := range l.parts {
		if p.slot != "" || p.any {
			continue
		}
		if !slices.ContainsFunc(p.words, c.hasWord) {
			return false
		}
	}
	return true
}

func (c *clauses) hasWord(w string) bool {
	has, known := c.has[w]
	if !known {
		for _, t := range c.tokens {
			if ok, exact := same(meant(t), w); ok && (exact || !t.known) && t.kind != quoted && t.kind != ending {
				has = true
				break
			}
		}
		c.has[w] = has
	}
	return has
}
