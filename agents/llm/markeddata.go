package llm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Data quotes what others wrote, or systems gave, for a model: as data with its origin, in marks that nothing quoted can
// write. Every prompt that is not JSON quotes by it; JSON quotes by itself.
//
//	«data» from list_tickets
//	…
//	«end»
func Data(origin, text string) string {
	origin = strings.Join(strings.Fields(Unmarked(origin)), " ")
	return "«data» " + origin + "\n" + Unmarked(text) + "\n«end»"
}

// Said is what somebody says, under the name they give themselves, in a mark that no name and no words can write.
func Said(name, text string) string {
	if name == "" || text == "" {
		return Unmarked(text)
	}
	return "«said by “" + strings.NewReplacer("“", "'", "”", "'").Replace(strings.Join(strings.Fields(Unmarked(name)), " ")) + "”»\n" + Unmarked(text)
}

// Unmarked takes from a text what could write or end a mark, and what people do not see but models read.
func Unmarked(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '«':
			return '‹'
		case r == '»':
			return '›'
		case invisible(r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(text, "�"))
}

// invisible tells of characters that only hide or turn text: those of tags, of direction, and controls. Joiners stay: some
// scripts, and emoji, are written with them.
func invisible(r rune) bool {
	switch r {
	case '\n', '\t', '\r', '\u200c', '\u200d':
		return false
	default:
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
	}
}

// Aside are instructions that stand at the end of a person's message or of results, where a provider has no other place for them.
func Aside(instructions string) string {
	return "«instructions, not from anybody here»\n" + instructions + "\n«end»"
}

// Clip cuts a text to at most n bytes, between characters.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// OneLine is a text on one line, without marks of ours, of at most so many bytes.
func OneLine(text string, most int) string {
	return Clip(strings.Join(strings.Fields(Unmarked(text)), " "), most)
}
