package rehearsal

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// trimmed is a text without space and marks around it.
func trimmed(text string) string { return strings.Trim(text, " \t\r\n.,;:!") }

// capital begins a text with a capital.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// short keeps whole words of a text within a bound.
func short(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	runes := []rune(text)[:most]
	if i := strings.LastIndexByte(string(runes), ' '); i > most/2 {
		return strings.TrimRight(string(runes)[:i], " ,;:|-–")
	}
	return string(runes)
}

// both joins words as people write lists.
func both(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
