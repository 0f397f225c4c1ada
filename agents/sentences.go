package agents

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxRead bounds how much of a text the rules read, in bytes; what decides stands at its beginning.
const maxRead = 4096

// sentence is a sentence as lowercase words, in order. Apostrophes stay in words; "can't" is one.
type sentence struct {
	words []string
	asks  bool // it ends in a question mark
}

// sentences splits a text at its full stops, question and exclamation marks, semicolons and line ends.
func sentences(text string) []sentence {
	if len(text) > maxRead {
		text = text[:maxRead]
	}
	var out []sentence
	start := 0
	end := func(upto int, asks bool) {
		if words := wordsOf(text[start:upto]); len(words) > 0 {
			out = append(out, sentence{words: words, asks: asks})
		} else if asks && len(out) > 0 {
			out[len(out)-1].asks = true
		}
	}
	for i, r := range text {
		switch {
		case r == '.' && !endsSentence(text[i+1:]): // 3.5, example.ca
		case strings.ContainsRune(".!;\n", r), isQuestionMark(r) && r != '¿':
			end(i, isQuestionMark(r))
			start = i + utf8.RuneLen(r)
		}
	}
	end(len(text), false)
	return out
}

func endsSentence(rest string) bool {
	return rest == "" || rest[0] == ' ' || rest[0] == '\n' || rest[0] == '\r' || rest[0] == '\t' || rest[0] == ')' || rest[0] == '"'
}

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
