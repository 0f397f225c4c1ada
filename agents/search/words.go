package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	mostBytes = 4 << 10 // of a text that are read
	mostRunes = 32      // of a word
)

// termsOf are the words of a text in the form they are looked up in: small letters without accents, parts of joined_names and camelCase on
// their own, without endings and without the words that stand everywhere.
func termsOf(text string, most int) []string {
	var out []string
	add := func(word string) {
		if _, everywhere := common()[word]; word != "" && !everywhere && len(out) < most {
			out = append(out, stem(word))
		}
	}
	var word strings.Builder
	runes, small := 0, false
	end := func() {
		add(word.String())
		word.Reset()
		runes = 0
	}
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(text[:min(len(text), mostBytes)], "")) {
		switch {
		case unicode.IsMark(r):
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			small = false
			continue
		case unicode.IsUpper(r) && small:
			end()
		}
		small = unicode.IsLower(r)
		if runes++; runes > mostRunes {
			continue
		}
		if r == 'ß' {
			word.WriteString("ss")
			continue
		}
		word.WriteRune(unicode.ToLower(r))
	}
	end()
	return out
}

const shortest = 3 // letters that stay of a word

// stem is a word without the longest ending that the languages of most requests hang on their words. Which language it is does not matter: a
// word that loses too much still looks like its kin.
func stem(word string) string {
	for _, ending := range [...]string{"ungen", "iert", "ing", "ung", "ies", "es", "en", "er", "ed", "em", "e", "s", "n"} {
		if rest, cut := strings.CutSuffix(word, ending); cut && utf8.RuneCountInString(rest) >= shortest {
			return rest
		}
	}
	return word
}

// grams are the groups of three letters that a term consists of, its beginning and end marked.
func grams(term string) []string {
	letters := []rune("^" + term + "$")
	out := make([]string, 0, len(letters))
	for i := 0; i+3 <= len(letters); i++ {
		out = append(out, string(letters[i:i+3]))
	}
	return out
}
