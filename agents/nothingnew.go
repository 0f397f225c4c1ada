package agents

import "strings"

// nothingNew is what a model answers to a background task that wants to hear of what is new alone, where there is nothing.
const nothingNew = "Nothing new"

// silently is what a model is told whose answer is wanted only where something is new. It stands among the rules: what stands beside
// somebody's words is quoted to people as theirs.
func silently(silent bool) string {
	if !silent {
		return ""
	}
	return "This is asked again and again. If nothing is new compared with your last answer to it, answer with these words alone: " + nothingNew + ".\n"
}

// NothingNew tells whether an answer to such a request has nothing new: it says so, or says what the last one said.
func NothingNew(answer, last string) bool {
	said := unadorned(answer)
	return said == unadorned(nothingNew) || said != "" && said == unadorned(last)
}

// unadorned is text without what does not make it another one.
func unadorned(text string) string {
	return strings.ToLower(strings.Trim(strings.Join(strings.Fields(text), " "), " .!*_“”\"'"))
}
