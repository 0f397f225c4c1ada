package examples

import "strings"

// matching is one attempt to read a clause as an example, in one language.
type matching struct {
	reader

	entry *entry
	heads []line // of the language
	tails []line
	known map[state]step
}

// state is where an attempt stands: in which line, before which of its parts, before which word.
type state struct{ line, part, at int }

// step is what is best to do there, and what that and all that follows costs.
type step struct {
	cost  int
	next  state
	slot  string // that is filled
	value string
	from  int
	that  bool // it points at what the request makes itself
	whole bool // it ends here
}

// never is the cost of what cannot be.
const never = 1 << 30

// best reads the clause by the line that costs least; ok is false where none fits.
func (m *matching) best(from int) (cost int, filled map[string][]string, points map[string]bool, ok bool) {
	var begin state
	cost = never
	for i := range m.heads {
		s := state{i, 0, from}
		c := m.from(s).cost - m.heads[i].fixed // of two that fit, the one with more words of its own
		if c < cost {
			cost, begin = c, s
		}
	}
	if cost >= never/2 {
		return 0, nil, nil, false
	}
	filled, points = m.fill(begin)
	return cost, filled, points, true
}

// fill gathers what fills the slots, and which of them is only pointed at.
func (m *matching) fill(s state) (filled map[string][]string, points map[string]bool) {
	filled, points = map[string][]string{}, map[string]bool{}
	for {
		now := m.from(s)
		if now.that {
			points[That] = true
		}
		if now.slot != "" {
			values := []string{now.value}
			switch m.entry.slots[now.slot].Kind {
			case List:
				values = m.named(now.from, now.next.at)
			case Tags:
				values = []string{strings.Join(m.named(now.from, now.next.at), ", ")}
			case Name, Text, Whole, Number, When, URL, File, Proper, Choice:
			}
			if slot := m.entry.slots[now.slot]; m.points(now.from, now.next.at) {
				points[slot.name()] = true
			} else if _, had := filled[slot.name()]; !had {
				filled[slot.name()] = slot.written(values)
			}
		}
		if now.whole {
			m.also(filled)
			return filled, points
		}
		s = now.next
	}
}

// also fills slots with what fills others, where nothing else does.
func (m *matching) also(filled map[string][]string) {
	for _, s := range m.entry.example.Slots {
		if values := filled[s.Name]; s.Also != "" && values != nil && filled[s.Also] == nil {
			filled[s.Also] = m.entry.slots[s.Also].written(values)
		}
	}
}

func (m *matching) lineOf(i int) line {
	if i < len(m.heads) {
		return m.heads[i]
	}
	return m.tails[i-len(m.heads)]
}

// from is the best step from a state.
func (m *matching) from(s state) step {
	if known, ok := m.known[s]; ok {
		return known
	}
	m.known[s] = step{cost: never}
	best := step{cost: never}
	try := func(cost int, one step) {
		if rest := m.from(one.next).cost; rest < never && cost+rest < best.cost {
			one.cost = cost + rest
			best = one
		}
	}
	l := m.lineOf(s.line)
	switch {
	case s.part == len(l.parts) && s.at == m.end:
		best = step{whole: true}
	case s.part == len(l.parts):
		m.skip(s, Name, try)
		for i := range m.tails {
			try(0, step{next: state{len(m.heads) + i, 0, s.at}})
		}
	case s.at < m.end:
		m.part(s, l.parts[s.part], try)
	}
	m.known[s] = best
	return best
}

// part takes the next word for the next part of the line, or leaves the word out.
func (m *matching) part(s state, p part, try func(int, step)) {
	t := m.tokens[s.at]
	if p.any {
		for to := s.at + 1; to <= m.end; to++ {
			try(to-s.at, step{next: state{s.line, s.part + 1, to}})
		}
		return
	}
	if p.slot != "" {
		slot := m.entry.slots[p.slot]
		m.skip(s, slot.Kind, try)
		for _, f := range m.spans(slot, s.at, p.last) {
			try(f.cost, step{next: state{s.line, s.part + 1, f.to}, slot: p.slot, value: f.value, from: s.at})
		}
		return
	}
	m.skip(s, Name, try)
	if t.kind == quoted || t.kind == ending {
		return
	}
	said := meant(t)
	for _, w := range p.words {
		if ok, exact := same(said, w); exact {
			try(0, step{next: state{s.line, s.part + 1, s.at + 1}, that: w == ""})
		} else if ok && t.kind == plain && !t.known {
			try(costSlip, step{next: state{s.line, s.part + 1, s.at + 1}})
		}
	}
}

// skip leaves out a word that says nothing.
func (m *matching) skip(s state, before Kind, try func(int, step)) {
	t, next := m.tokens[s.at], step{next: state{s.line, s.part, s.at + 1}}
	switch {
	case t.kind == polite, t.kind == mark && t.word != ":", t.kind == ending:
		try(0, next)
	case t.kind == mark:
		try(1, next)
	case t.kind == article && before == Text:
		try(costKept, next)
	case t.kind == article:
		try(costArticle, next)
	}
}

// points tells whether some words only point at what was said.
func (m *matching) points(from, to int) bool {
	points := false
	for _, t := range m.tokens[from:to] {
		if t.kind != this && t.kind != polite {
			return false
		}
		points = points || t.kind == this
	}
	return points
}
