package script

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// QuoteForm finds quoted words.
var QuoteForm = Pattern(`["“”'«]([^"“”«»\n]{1,300}?)["“”»]|(?:^|\s)'([^'\n]{1,300}?)'(?:\s|[.,;!?]|$)`)

var listBreak = Pattern(`\s*,\s*(?:and\s+)?|\s+and\s+`)

// Listed reads titles; several only where several pages are asked for, because "Terms and Conditions" is one.
func Listed(text string, many bool) []string {
	if q := Quotes(text); len(q) > 0 {
		return q
	}
	parts := []string{text}
	if many {
		parts = listBreak().Split(text, -1)
	} else if before, _, found := strings.Cut(text, ","); found {
		parts = []string{before}
	}
	var out []string
	for _, p := range parts {
		if p = Unquoted(p); p != "" && !slices.Contains(out, p) {
			out = append(out, UpperFirst(p))
		}
	}
	return out
}

// Quotes are the quoted words of a text.
func Quotes(text string) []string {
	var out []string
	for _, m := range QuoteForm().FindAllStringSubmatch(text, -1) {
		if q := strings.TrimSpace(m[1] + m[2]); q != "" {
			out = append(out, q)
		}
	}
	return out
}

// Unquoted is a text without quotes and marks around it.
func Unquoted(text string) string { return strings.Trim(Trim(text), `"“”'«»`) }

// Trim is a text without space and marks around it.
func Trim(text string) string { return strings.Trim(text, " \t\r\n.,;:!") }

// UpperFirst begins a text with a capital.
func UpperFirst(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// StartsUpper tells whether a text begins with a capital, also within quotes.
func StartsUpper(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, `"“'«`))
	return unicode.IsUpper(r)
}

// Cut keeps whole words of a text within a bound.
func Cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	runes := []rune(text)[:most]
	if i := strings.LastIndexByte(string(runes), ' '); i > most/2 {
		return strings.TrimRight(string(runes)[:i], " ,;:|-–")
	}
	return string(runes)
}

// Both joins words as people write lists.
func Both(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Slugged is a name as an address, with the letters it has: the planner knows how to write them in addresses.
func Slugged(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '/'
	}), "-")
}

// First is the first text that is not empty.
func First(words ...string) string { return cmp.Or(words...) }

// LowerFirst is for words in the middle of a sentence; names and abbreviations keep their capitals.
func LowerFirst(text string) string {
	if len(text) > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z' {
		return strings.ToLower(text[:1]) + text[1:]
	}
	return text
}
