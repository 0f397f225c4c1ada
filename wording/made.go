package wording

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// mold is a sentence with verbs, by which a text that was made of it is told again.
type mold struct {
	key   string
	words []string // what stands before, between and after the verbs
	verbs []byte   // d or s
}

const (
	moldBegins = 4 // bytes by which molds are found; those that begin with a verb are looked at one by one
	moldLeast  = 8 // letters of ours, without which a text of others would be taken for a sentence of ours
)

// molds are the sentences of a language that texts are made of, by how they begin, the one with the most words of ours first.
type molds map[string][]mold

func newMolds(keys map[string]Entry) molds {
	out := molds{}
	for key := range keys {
		if m, ok := moldOf(key); ok {
			out[m.begins()] = append(out[m.begins()], m)
		}
	}
	for _, all := range out {
		slices.SortFunc(all, func(a, b mold) int { return cmp.Or(cmp.Compare(len(b.key), len(a.key)), strings.Compare(a.key, b.key)) })
	}
	return out
}

// moldOf reads a sentence. One without verbs is none, and neither is one with others than %s and %d, or with few words.
func moldOf(key string) (mold, bool) {
	m, rest := mold{key: key}, key
	var word strings.Builder
	for {
		before, after, found := strings.Cut(rest, "%")
		word.WriteString(before)
		switch {
		case found && strings.HasPrefix(after, "%"):
			word.WriteByte('%')
		case found && (strings.HasPrefix(after, "s") || strings.HasPrefix(after, "d")):
			m.words, m.verbs = append(m.words, word.String()), append(m.verbs, after[0])
			word.Reset()
		case found:
			return m, false
		default:
			m.words = append(m.words, word.String())
			return m, len(m.verbs) > 0 && letters(strings.Join(m.words, "")) >= moldLeast
		}
		rest = after[1:]
	}
}

// letters counts those of a text.
func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

func (m mold) begins() string { return beginning(m.words[0]) }

func beginning(text string) string {
	if len(text) < moldBegins {
		return ""
	}
	return text[:moldBegins]
}

// of finds the sentence that a text was made of, with what it was made with.
func (m molds) of(text string) (key string, with []any, ok bool) {
	for _, begins := range []string{beginning(text), ""} {
		for _, one := range m[begins] {
			if with, ok := one.read(text); ok {
				return one.key, with, true
			}
		}
		if begins == "" {
			break
		}
	}
	return "", nil, false
}

// read gives what stands in a text where the sentence has verbs.
func (m mold) read(text string) (with []any, ok bool) {
	rest, ok := strings.CutPrefix(text, m.words[0])
	if !ok {
		return nil, false
	}
	for i, verb := range m.verbs {
		next := m.words[i+1]
		at := strings.Index(rest, next)
		if i == len(m.verbs)-1 {
			at = len(rest) - len(next)
			if !strings.HasSuffix(rest, next) {
				at = -1
			}
		}
		if at <= 0 {
			return nil, false
		}
		said := rest[:at]
		rest = rest[at+len(next):]
		if verb == 's' {
			with = append(with, said)
			continue
		}
		n, err := strconv.Atoi(said)
		if err != nil {
			return nil, false
		}
		with = append(with, n)
	}
	return with, true
}
