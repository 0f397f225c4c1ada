package agents

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// cited stands where a message cites something in its midst. It is a letter that nobody writes, so that what stands around it is own
// words and no reply: `yes "but later"` is not what is left of it.
const cited = "\ua66e"

// ownWords are what a person says by themself in a message, in one way of writing it. Lines that quote, and what is struck out, are gone;
// quotations and code in the midst of it are cited. Every reader of a decision reads this and nothing else.
func ownWords(text string) string {
	text = strings.Map(func(r rune) rune {
		if isQuestionMark(r) {
			return '?'
		}
		return r
	}, text)
	text = norm.NFKC.String(strings.NewReplacer("´", "'", "ʼ", "'").Replace(text))
	return strings.TrimSpace(unquoted(unstruck(unfenced(ownLines(text)))))
}

// ownLines leaves out the lines that quote. On Slack and Discord ">>>" quotes all that follows.
func ownLines(text string) string {
	var own []string
	for line := range strings.SplitSeq(text, "\n") {
		begun := strings.TrimLeft(line, " \t")
		if strings.HasPrefix(begun, ">>>") {
			break
		}
		if !strings.HasPrefix(begun, ">") && !strings.HasPrefix(begun, "&gt;") {
			own = append(own, line)
		}
	}
	return strings.Join(own, "\n")
}

// unfenced cites code: between backquotes, as many as it begins with, or from a fence without an end to the end.
func unfenced(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '`')
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		ticks := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
		b.WriteString(text[:i] + " " + cited + " ")
		_, rest, closed := strings.Cut(text[i+ticks:], strings.Repeat("`", ticks))
		if !closed && ticks < len("```") {
			rest = text[i+ticks:]
		} else if !closed {
			rest = ""
		}
		text = rest
	}
}

// unstruck leaves out what is struck: "~no~ yes" says yes.
func unstruck(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '~')
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		waves := len(text[i:]) - len(strings.TrimLeft(text[i:], "~"))
		struck, rest, closed := strings.Cut(text[i+waves:], strings.Repeat("~", waves))
		b.WriteString(text[:i] + " ")
		if !closed || strings.TrimSpace(struck) == "" {
			b.WriteString(cited + " ") // who knows what it means
			rest = text[i+waves:]
		}
		text = rest
	}
}

// unquoted cites what stands between quotation marks of whatever script. An apostrophe in a word is none.
func unquoted(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !unicode.Is(unicode.Quotation_Mark, r) {
			b.WriteString(text[i : i+n])
			i += n
			continue
		}
		end := closing(text, i, r)
		if end < 0 && !isApostrophe(r) {
			end = i + n // a mark without its pair
		}
		if end < 0 {
			b.WriteByte('\'')
			i += n
			continue
		}
		b.WriteString(" " + cited + " ")
		i = end
	}
	return b.String()
}

// closing returns where a quotation that begins with mark r at i is over; less than 0 where none begins there.
func closing(text string, i int, r rune) int {
	single := isApostrophe(r)
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	start := i + utf8.RuneLen(r)
	first, _ := utf8.DecodeRuneInString(text[start:])
	if single && (isWordy(before) || !isWordy(first)) {
		return -1
	}
	for j, c := range text[start:] {
		if !unicode.Is(unicode.Quotation_Mark, c) || isApostrophe(c) != single {
			continue
		}
		after := start + j + utf8.RuneLen(c)
		if next, _ := utf8.DecodeRuneInString(text[after:]); !single || !isWordy(next) {
			return after
		}
	}
	return -1
}

func isApostrophe(r rune) bool { return strings.ContainsRune("'‘’‚‛‹›", r) }

func isWordy(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// asks tells whether a message asks: a question is no decision.
func asks(text string) bool {
	said := ownWords(text)
	return strings.Contains(said, "?") || strings.Contains(said, ":question:") || strings.Contains(said, "_question:")
}

// isQuestionMark tells whether a sign asks, in whatever script. A test goes through all that Unicode calls a question mark.
func isQuestionMark(r rune) bool {
	switch r {
	case '?', 0xbf, 0x37e, 0x55e, 0x61f, 0x1367, 0x1945, 0x203d, 0x2047, 0x2048, 0x2049, 0x2753, 0x2754, 0x2cfa, 0x2cfb, 0x2e18, 0x2e2e, 0x2e54,
		0xa60f, 0xa6f7, 0xfe16, 0xfe56, 0xff1f, 0x11143, 0x1e95f, 0x1f679, 0x1f67a, 0x1f67b, 0x1fbc4, 0x2370, 0x2a7b, 0x2a7c, 0xe003f:
		return true
	default:
		return false
	}
}
