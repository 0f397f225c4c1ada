package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/team"
)

// Vocabulary reads what people say by the words of a team, beside the words of everyday.
type Vocabulary struct {
	*team.Team
	words  *team.Words
	names  string // of the agents, as [folded] writes them
	verbs  string // ask for a change where they begin a clause
	things string // what changes are asked of
	made   string // those of them whose words are written before they are made
}

// asking is the words that people ask for one tool with.
type asking = team.Asking

const (
	// changeVerbs ask for a change where they begin a clause.
	changeVerbs = "create make build add update change edit modify publish unpublish delete remove replace fix rename move redirect " +
		"install uninstall upload migrate redesign translate deploy launch configure connect set setup write draft rewrite post put " +
		"register optimize optimise improve insert append swap duplicate archive restore revert schedule " +
		"renew activate deactivate enable disable wipe purge prepare design produce generate"
	// changeables are what lives in outside systems though no tool works on it yet: a request to change it is planned, and
	// planning says that it cannot be done.
	changeables = "post posts article articles blog product " +
		"products dns domain domains record records certificate certificates ssl hosting server plugin plugins theme " +
		"template templates form forms price prices campaign campaigns ads newsletter " +
		"redirect redirects shop store category categories checkout sitemap robots alt seo link links " +
		"integration webhook database backup user account opening hours phone number address"
	// composed are those of them whose words are written before they are made.
	composed = "post posts article articles newsletter campaign campaigns shop store"
)

// Of reads by the words of that team.
func Of(t *team.Team) Vocabulary {
	w := t.Words()
	return Vocabulary{Team: t, words: w, names: folded(w.Names), verbs: changeVerbs + w.Verbs, things: changeables + w.Things, made: composed + w.Composed}
}

// asked tells whether a request asks for a tool in a way that the tool alone knows.
func (v Vocabulary) asked(request string) bool {
	request = request[:min(len(request), maxRead)]
	return slices.ContainsFunc(v.words.Asks, func(asks func(string) bool) bool { return asks(request) })
}

// asksOf tells whether a verb may ask for a change of a thing: everyday verbs of any, those of a tool of its own things.
func (v Vocabulary) asksOf(verb, thing string) bool {
	return oneOf(verb, changeVerbs) || slices.ContainsFunc(v.words.Actions, func(w asking) bool { return oneOf(verb, w.Verbs) && oneOf(thing, w.Nouns) })
}

// aOrAn is a noun with its article.
func aOrAn(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// besides are the things that are asked for with those that a request lists after them: "a ticket and a page".
func (v Vocabulary) besides(things, words []string) []string {
	for i := range words[:max(0, len(words)-2)] {
		if oneOf(words[i], "and ,") && oneOf(words[i+1], "a an another one two three some") {
			things = append(slices.Clone(things), firstOf(subject(words[i+2:]), v.things))
		}
	}
	return things
}

// mostDirect is how many changes a request may ask for that is not planned (seed 001: one or two).
const mostDirect = 2

// directly tells whether an agent may propose a change of each of the things by itself, and a request asks for nothing besides:
// "a ticket about the form and a page" does.
func (v Vocabulary) directly(things, words []string) bool {
	things = v.besides(things, words)
	return !slices.ContainsFunc(things, func(thing string) bool { return thing != "" && !oneOf(thing, v.words.Direct) })
}
