package examples

import (
	"slices"
)

// pointed is what words that only point at something said before come to.
type pointed struct {
	filled map[string][]string
	points map[string]bool
}

// pointing reads a clause that only points at what was said, in whatever order: “please log this as an urgent ticket”, “mach daraus ein
// Ticket”. Beside what points and what says nothing it has just the words of a form, and what is chosen.
func (c *clauses) pointing(e *entry, heads []line, from, to int) (pointed, bool) {
	for _, l := range heads {
		slot := ""
		for _, p := range l.parts {
			if p.slot != "" && e.slots[p.slot].Kind == Text {
				slot = p.slot
			}
		}
		if slot == "" {
			continue
		}
		if filled, ok := c.bag(e, l, from, to); ok {
			return pointed{filled, map[string]bool{slot: true}}, true
		}
	}
	return pointed{}, false
}

func (c *clauses) bag(e *entry, l line, from, to int) (filled map[string][]string, ok bool) {
	filled, points, used := map[string][]string{}, false, map[int]bool{}
	r := reader{c.request, c.tokens, to}
	for i := from; i < to; i++ {
		t := c.tokens[i]
		switch t.kind {
		case polite, article, mark, ending:
			continue
		case this:
			if c.followed(l, i) {
				return nil, false
			}
			points = true
			continue
		case plain, joining, quoted:
		}
		at := -1
		for n, p := range l.parts {
			if p.slot == "" && !p.any && !used[n] && t.kind != quoted && hasSame(p.words, meant(t)) {
				at = n
				break
			}
		}
		if at >= 0 {
			used[at] = true
		} else if goesOn(e.of(c.language, e.tails), t) {
			continue
		} else if end := r.chosen(e, i, filled); end > i {
			i = end - 1
		} else {
			return nil, false
		}
	}
	return filled, points && len(used) == l.fixed
}

// followed tells whether what points is followed by the last word of a form: “open this ticket” asks for no new one.
func (c *clauses) followed(l line, i int) bool {
	noun := part{}
	for _, p := range l.parts {
		if p.slot == "" && !p.any {
			noun = p
		}
	}
	return i+1 < len(c.tokens) && c.tokens[i].count == 1 && hasSame(noun.words, meant(c.tokens[i+1]))
}

// goesOn tells whether a word alone is a way in which a form goes on.
func goesOn(tails []line, t token) bool {
	return slices.ContainsFunc(tails, func(l line) bool {
		return len(l.parts) == 1 && l.fixed == 1 && hasSame(l.parts[0].words, meant(t))
	})
}

func hasSame(words []string, said string) bool {
	for _, w := range words {
		if ok, _ := same(said, w); ok {
			return true
		}
	}
	return false
}

// chosen fills a slot of which a value stands there, and says where that ends.
func (r reader) chosen(e *entry, at int, filled map[string][]string) int {
	for _, s := range e.example.Slots {
		if s.Kind != Choice || filled[s.Name] != nil {
			continue
		}
		if found := r.choice(s, at); len(found) > 0 {
			filled[s.Name] = []string{found[len(found)-1].value}
			return found[len(found)-1].to
		}
	}
	return at
}
