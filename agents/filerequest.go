package agents

import (
	"slices"
	"strings"
)

// makers bring about what stands first after them: "write a CSV of the tickets", but not "create a page as a file".
const makers = "write make create prepare generate produce compile build draft a an another one"

// asksToMake names what a request wants somebody here to make while answering, and nothing besides: "a file"; "" for nothing.
func (v Vocabulary) asksToMake(words []string) string {
	for _, made := range v.words.Makes {
		if v.asksFor(made, words) {
			noun, _, _ := strings.Cut(made.Nouns, " ")
			return aOrAn(noun)
		}
	}
	return ""
}

// asksFor tells whether a request is for what one tool makes, by its verbs whatever of it they are said of, and for nothing
// besides.
func (v Vocabulary) asksFor(made asking, words []string) bool {
	if things, _ := v.changes(words[1:]); len(things) > 0 || v.asksToLook(words) != "" {
		return false
	}
	is := func(w string) bool { return named(made.Nouns, w) }
	at := slices.IndexFunc(words, is)
	if at < 1 {
		return false
	}
	if oneOf(words[0], made.Verbs) {
		return slices.ContainsFunc(subject(words[1:]), is) || shaped(words, at)
	}
	return oneOf(words[0], makers) && slices.ContainsFunc(subject(words[1:]), is) && firstOf(words[1:at], v.things) == ""
}

// named tells whether a word is one of the nouns, or ends in one that is an ending: "csv", "tickets.csv".
func named(nouns, word string) bool {
	if oneOf(word, nouns) {
		return true
	}
	for n := range strings.FieldsSeq(nouns) {
		if n[0] == '.' && len(word) > len(n) && strings.HasSuffix(word, n) {
			return true
		}
	}
	return false
}

// shaped tells whether the noun says what something is turned into: "as a file", "into a CSV", "to tickets.csv".
func shaped(words []string, noun int) bool {
	for _, w := range slices.Backward(words[:noun]) {
		if oneOf(w, "as into to in") {
			return true
		}
		if !oneOf(w, "a an the one markdown json html text csv new plain") {
			return false
		}
	}
	return false
}
