package rehearsal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

type language struct{ name, own, code string }

// languages are those the rules know by name, and their codes.
func languages() []language {
	return []language{
		{"English", "English", "en"},
		{"French", "Français", "fr"},
		{"German", "Deutsch", "de"},
		{"Spanish", "Español", "es"},
		{"Italian", "Italiano", "it"},
		{"Dutch", "Nederlands", "nl"},
		{"Portuguese", "Português", "pt"},
		{"Polish", "Polski", "pl"},
	}
}

// languageName is the English name of a language given by any of its names or its code, "" for an unknown one.
func languageName(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "-")
	for _, l := range languages() {
		if strings.EqualFold(text, l.name) || strings.EqualFold(text, l.own) || strings.EqualFold(text, l.code) {
			return l.name
		}
	}
	return ""
}

func languageCode(text string) string {
	for _, l := range languages() {
		if l.name == languageName(text) {
			return l.code
		}
	}
	return ""
}

var listBreak = pattern(`\s*,\s*(?:and\s+)?|\s+and\s+`)

// listed reads titles; several only where several pages are asked for, because "Terms and Conditions" is one.
func listed(text string, many bool) []string {
	if q := quotes(text); len(q) > 0 {
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
		if p = unquoted(p); p != "" && !slices.Contains(out, p) {
			out = append(out, upperFirst(p))
		}
	}
	return out
}

// quotes are the quoted words of a text.
func quotes(text string) []string {
	var out []string
	for _, m := range quoteForm().FindAllStringSubmatch(text, -1) {
		if q := strings.TrimSpace(m[1] + m[2]); q != "" {
			out = append(out, q)
		}
	}
	return out
}

func unquoted(text string) string { return strings.Trim(trim(text), `"“”'«»`) }

func trim(text string) string { return strings.Trim(text, " \t\r\n.,;:!") }

func upperFirst(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

func startsUpper(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, `"“'«`))
	return unicode.IsUpper(r)
}

// cut keeps whole words of a text within a bound.
func cut(text string, most int) string {
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

// slugged is a name as an address, with the letters it has: the planner knows how to write them in addresses.
func slugged(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '/'
	}), "-")
}
