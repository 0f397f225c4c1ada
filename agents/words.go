package agents

import (
	"strings"
	"unicode"
)

// maxRead bounds how much of a text the rules read, in bytes; what decides stands at its beginning.
const maxRead = 4096

// wordsOf splits a text into lowercase words. A comma and a colon are words of their own: they separate clauses.
func wordsOf(text string) []string {
	text = strings.NewReplacer("’", "'", "‘", "'").Replace(strings.ToLower(text))
	var out []string
	var word strings.Builder
	flush := func() {
		if w := strings.Trim(word.String(), "'-."); w != "" && w != "@" {
			out = append(out, w)
		}
		word.Reset()
	}
	for _, r := range text {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '\'', r == '-', r == '@', r == '.':
			word.WriteRune(r)
		case r == ',', r == ':':
			flush()
			out = append(out, string(r))
		default:
			flush()
		}
	}
	flush()
	return out
}

// bare drops a possessive: client's, clients'.
func bare(word string) string {
	return strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "'")
}

// trimStart drops the phrases that the words begin with, again and again, and commas between them.
func trimStart(words []string, phrases string) []string {
	for {
		n := begins(words, phrases)
		if n == 0 && len(words) > 0 && (words[0] == "," || words[0] == ":") {
			n = 1
		}
		if n == 0 {
			return words
		}
		words = words[n:]
	}
}

// begins returns how many words the longest of the phrases that the words begin with has; phrases are separated by "|".
func begins(words []string, phrases string) int {
	most := 0
	for phrase := range strings.SplitSeq(phrases, "|") {
		n := 0
		for w := range strings.FieldsSeq(phrase) {
			if n >= len(words) || words[n] != w {
				n = 0
				break
			}
			n++
		}
		most = max(most, n)
	}
	return most
}

// oneOf tells whether a word is in a list of words separated by spaces.
func oneOf(word, list string) bool {
	if word == "" {
		return false
	}
	for from := 0; ; from++ {
		i := strings.Index(list[from:], word)
		if i < 0 {
			return false
		}
		from += i
		end := from + len(word)
		if (from == 0 || list[from-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
	}
}
