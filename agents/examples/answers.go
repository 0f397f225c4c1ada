package examples

import "github.com/aisteam/aisteam/assistant"

// OnlyPoints tells whether a request asks for what was said before it and names nothing itself: “create a ticket about this”.
func (b *Book) OnlyPoints(request string) bool {
	for _, f := range b.Find(request) {
		if len(f.Points) > 0 {
			return true
		}
	}
	return false
}

// Answers reads words as what fills slots in the ways in which requests go on: “English, for families”. Each part of the words may fill
// one slot.
func (b *Book) Answers(words string) map[string]string {
	out := map[string]string{}
	all := spoken(words)
	for _, l := range assistant.Languages() {
		tokens, begin := all[l], 0
		for i := range len(tokens) + 1 {
			if i < len(tokens) && !joins(tokens[i]) {
				continue
			}
			if begin < i {
				b.answers(out, reader{words, tokens, i}, begin, l)
			}
			begin = i + 1
		}
	}
	return out
}

// answers reads one part of the words as one of the ways to go on.
func (b *Book) answers(out map[string]string, r reader, from int, l assistant.Language) {
	all := b.entries()
	for i := range all {
		e := &all[i]
		tails := e.of(l, e.tails)
		if len(tails) == 0 {
			continue
		}
		m := &matching{reader: r, entry: e, heads: tails, known: map[state]step{}}
		var filled map[string][]string
		for at := from; at < r.end && filled == nil; at++ {
			if _, found, _, ok := m.best(at); ok {
				filled = found
			}
		}
		for name, values := range filled {
			if had, ok := out[name]; !ok {
				out[name] = values[0]
			} else if had != values[0] {
				out[name] = "" // one or the other
			}
		}
	}
}

// Names are the names of a list, with commas and “and” between, in any language.
func Names(list string) []string {
	all := spoken(list)
	var best []string
	for _, l := range assistant.Languages() {
		r := reader{list, all[l], len(all[l])}
		if names := r.named(0, len(all[l])); len(names) > len(best) {
			best = names
		}
	}
	return best
}
