package agents

import (
	"slices"
	"strings"
)

const (
	fileNouns = "csv csvs spreadsheet spreadsheets file files"
	// fileVerbs bring a file about, whatever of it they are said of.
	fileVerbs = "export save give send put turn download get list pack"
	// fileMakers bring about what stands first after them: "write a CSV of the tickets", but not "create a page as a file".
	fileMakers = "write make create prepare generate produce compile build draft a an another one"
)

// asksForFile tells whether a request is for a file that somebody here writes, and for nothing besides.
func asksForFile(words []string) bool {
	if n, _ := changes(words[1:]); n > 0 || asksForAudit(words) {
		return false
	}
	at := slices.IndexFunc(words, isFileNoun)
	if at < 1 {
		return false
	}
	if oneOf(words[0], fileVerbs) {
		return slices.ContainsFunc(subject(words[1:]), isFileNoun) || shaped(words, at)
	}
	return oneOf(words[0], fileMakers) && slices.ContainsFunc(subject(words[1:]), isFileNoun) && firstOf(words[1:at], changeables) == ""
}

// isFileNoun tells whether a word names a file, by its kind or as itself: "csv", "tickets.csv".
func isFileNoun(word string) bool {
	if oneOf(word, fileNouns) {
		return true
	}
	return slices.ContainsFunc([]string{".csv", ".md", ".txt", ".json", ".html"}, func(ending string) bool {
		return len(word) > len(ending) && strings.HasSuffix(word, ending)
	})
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
