package workspace

import "strings"

// around is how many characters of a text are told before and after what was found in it.
const around = 120

// excerpt is the part of a text in which the first of the words stands that is found in it; how it begins where none is.
func excerpt(text, words string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	lower := []rune(strings.ToLower(string(runes)))
	at := 0
	if len(lower) == len(runes) { // a few letters have more of them in the other case
		for word := range strings.FieldsSeq(strings.ToLower(words)) {
			if i := strings.Index(string(lower), word); i >= 0 {
				at = len([]rune(string(lower)[:i]))
				break
			}
		}
	}
	from, to := max(0, at-around), min(len(runes), at+around)
	out := string(runes[from:to])
	if from > 0 {
		out = "…" + out
	}
	if to < len(runes) {
		out += "…"
	}
	return out
}
