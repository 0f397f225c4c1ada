package examples

import (
	"unicode"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

// clauses are those of a request in a language.
type clauses struct {
	entries  []entry
	request  string
	language assistant.Language
	tokens   []token
	begins   []int // where clauses can begin
	known    map[int]*cutting
	has      map[string]bool // words of forms, by whether the request has them
}

// handing is what words stand for that have somebody else do what follows.
const handing = "hand on"

// mostClauses bounds the places at which a request is cut.
const mostClauses = 12

func newClauses(b *Book, request string, l assistant.Language, tokens []token) *clauses {
	c := &clauses{entries: b.entries(), request: request, language: l, tokens: tokens, known: map[int]*cutting{}, has: map[string]bool{}}
	for i := range tokens {
		if c.begin(i) && len(c.begins) < mostClauses {
			c.begins = append(c.begins, i)
		}
	}
	return c
}

func joins(t token) bool {
	return t.kind == joining || t.kind == mark && t.word == "," || t.kind == ending
}

// begin tells whether a clause can begin with a word: behind what joins, but not with a name, as in “Design and Build”.
func (c *clauses) begin(i int) bool {
	if i == 0 {
		return !joins(c.tokens[0])
	}
	if !joins(c.tokens[i-1]) || joins(c.tokens[i]) {
		return i > 0 && c.first(i)
	}
	for j := i - 1; j >= 0 && joins(c.tokens[j]); j-- {
		if c.tokens[j].kind == ending {
			return true
		}
	}
	r, n := utf8.DecodeRuneInString(c.request[c.tokens[i].from:])
	next, _ := utf8.DecodeRuneInString(c.request[c.tokens[i].from+n:])
	return !unicode.IsUpper(r) || r == 'I' && !unicode.IsLetter(next)
}

// first tells whether a word is the first that says something of a request that begins with what joins.
func (c *clauses) first(i int) bool {
	for j := range i {
		if !joins(c.tokens[j]) {
			return false
		}
	}
	return !joins(c.tokens[i])
}

// best is the best way to cut the whole request.
func (c *clauses) best() cutting {
	if len(c.begins) == 0 {
		return cutting{}
	}
	return *c.from(0)
}

// from is the best way to cut what begins with one of the places.
func (c *clauses) from(n int) *cutting {
	if n == len(c.begins) {
		return &cutting{}
	}
	if known := c.known[n]; known != nil {
		return known
	}
	best := cutting{passed: never}
	for next := n + 1; next <= len(c.begins); next++ {
		rest := c.from(next)
		if rest.passed >= never {
			continue
		}
		from, to := c.begins[n], c.until(next)
		one := cutting{passed: rest.passed, beside: rest.beside, found: rest.found, cost: rest.cost}
		f, cost, ok := c.clause(from, to)
		switch {
		case ok:
			one.found, one.cost = append([]Finding{f}, rest.found...), rest.cost+cost
		case c.silent(from, to):
			one.cost++
		case c.sentence(from, next):
			one.passed += to - from
			one.beside = append([]string{c.request[c.tokens[from].from:c.tokens[to-1].to]}, rest.beside...)
		default:
			continue
		}
		if one.better(best) {
			best = one
		}
	}
	c.known[n] = &best
	return &best
}

// until is where a clause ends before the place where another begins.
func (c *clauses) until(next int) int {
	to := len(c.tokens)
	if next < len(c.begins) {
		to = c.begins[next]
	}
	for to > 0 && joins(c.tokens[to-1]) {
		to--
	}
	return to
}

// silent tells whether a clause asks for nothing of its own: only politeness, or to be told what came of it.
func (c *clauses) silent(from, to int) bool {
	for i := from; i < to; i++ {
		switch t := c.tokens[i]; {
		case t.kind == plain && t.word == "show" && from > 0:
			return true
		case t.kind != polite && t.kind != mark && t.kind != article && t.kind != ending:
			return false
		}
	}
	return true
}

// sentence tells whether a clause is a sentence of its own.
func (c *clauses) sentence(from, next int) bool {
	before, after := from == 0, next == len(c.begins)
	for i := from - 1; i >= 0 && joins(c.tokens[i]); i-- {
		before = before || c.tokens[i].kind == ending
	}
	if !after {
		for i := c.begins[next] - 1; i >= 0 && joins(c.tokens[i]); i-- {
			after = after || c.tokens[i].kind == ending
		}
	}
	return before && after
}
