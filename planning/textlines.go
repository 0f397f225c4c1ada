package planning

import (
	"strings"
	"unicode"
)

// The bounds of what is kept and shown, in characters.
const (
	maxRequest  = 4000
	maxGoal     = 400
	maxTitle    = 80
	maxLine     = 200 // a step's summary, a question's reason
	maxLabel    = 75
	maxAttached = 30_000 // bytes of what people attach, in one request
	maxValue    = 500
	maxText     = 20000 // a parameter's value
)

// line makes one clean bounded line of text from outside: no control or invisible formatting characters, no runs of space.
func line(s string, most int) string {
	return clip(strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case hidden(r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(s, ""))), " "), most)
}

// block is like line, and keeps line breaks and tabs.
func block(s string, most int) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(s, ""))
	s = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && hidden(r) {
			return -1
		}
		return r
	}, s)
	return clip(strings.TrimSpace(s), most)
}

// hidden tells of characters that show nothing, or turn the direction of what is shown.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar
}

// clip cuts text to at most so many characters, and marks the cut.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}

// folded is text as it is compared: lower case words without punctuation around them.
func folded(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}), " ")
}

// mentions tells whether the words of part stand together in text.
func mentions(text, part string) bool {
	p := folded(part)
	return p != "" && strings.Contains(" "+folded(text)+" ", " "+p+" ")
}
