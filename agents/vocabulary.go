package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Vocabulary is what classification, routing and prompts know of the team's work: words of everyday, and those that the packs
// bring. It does not change once it is made and is safe for concurrent use.
type Vocabulary struct {
	team, work string                      // what the packs say of themselves, joined
	verbs      string                      // ask for a change where they begin a clause
	things     string                      // what changes are asked of
	direct     string                      // of them, what an agent may propose a change of by itself
	composed   string                      // those of them whose words are written before they are made
	actions    []asking                    // verbs that ask only for nouns of their own
	looks      []asking                    // queries that are planned
	makes      []asking                    // queries that are used while answering
	rules      []rule                      // of routing
	changing   []string                    // requests that people can make for a change
	looking    []string                    // requests that look at something
	offers     []offer                     // all of them, with the words of their tools
	asks       []func(request string) bool // for a tool in ways of its own
}

// asking is the words that people ask for one tool with.
type asking struct{ verbs, nouns string }

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
)

// NewVocabulary returns the words of the team that has the packs.
func NewVocabulary(packs []tools.Pack) *Vocabulary {
	v := &Vocabulary{verbs: changeVerbs, things: changeables, composed: "post posts article articles newsletter campaign campaigns shop store"}
	var briefs, works []string
	var topics []rule
	var changing, looking [][]string // by pack
	for _, p := range packs {
		var does, looks []string
		briefs, works = appendWords(briefs, p.Brief), appendWords(works, p.Work)
		for _, t := range p.Tools {
			own := asking{strings.Join(t.Verbs, " "), strings.Join(t.Nouns, " ")}
			v.learn(t, own)
			for _, request := range t.Examples {
				v.offers = append(v.offers, offer{request, t, telling(request + " " + own.nouns + " " + own.verbs)})
			}
			if t.Topic.About != "" {
				topics = append(topics, rule{t.Topic.Agent, t.Topic.About, strings.Join(t.Topic.Words, " "), ofPacks})
			}
			if t.Class == assistant.ClassAction {
				does = append(does, t.Examples...)
			} else {
				looks = append(looks, t.Examples...)
			}
		}
		changing, looking = append(changing, does), append(looking, looks)
	}
	v.team, v.work = strings.Join(briefs, " and "), strings.Join(works, " or ")
	v.rules = rulesOf(Roster(), topics)
	v.changing, v.looking = inTurn(changing, maxExamples), inTurn(looking, 2)
	return v
}

// maxExamples of changes are named: more than that nobody reads.
const maxExamples = 6

// inTurn takes the first of each list, then the second of each, and so on, most of them in all.
func inTurn(lists [][]string, most int) (out []string) {
	for i, more := 0, true; more; i++ {
		more = false
		for _, l := range lists {
			if i < len(l) && len(out) < most {
				out, more = append(out, l[i]), true
			}
		}
	}
	return out
}

func appendWords(to []string, words string) []string {
	if words == "" {
		return to
	}
	return append(to, words)
}

// learn takes a tool's words over.
func (v *Vocabulary) learn(t tools.Tool, own asking) {
	if t.Asks != nil {
		v.asks = append(v.asks, t.Asks)
	}
	switch {
	case own.nouns == "":
	case t.Class == assistant.ClassAction:
		v.things += " " + own.nouns
		if t.Direct && !t.Drafted {
			v.direct += " " + own.nouns
		}
		if t.Title != "" && len(t.HTML) > 0 {
			v.composed += " " + own.nouns
		}
		if own.verbs != "" {
			v.verbs += " " + own.verbs
			v.actions = append(v.actions, own)
		}
	case t.Answers:
		v.makes = append(v.makes, own)
	default:
		v.looks = append(v.looks, own)
	}
}

// asked tells whether a request asks for a tool in a way that the tool alone knows.
func (v *Vocabulary) asked(request string) bool {
	request = request[:min(len(request), maxRead)]
	return slices.ContainsFunc(v.asks, func(asks func(string) bool) bool { return asks(request) })
}

// asksOf tells whether a verb may ask for a change of a thing: everyday verbs of any, those of a tool of its own things.
func (v *Vocabulary) asksOf(verb, thing string) bool {
	return oneOf(verb, changeVerbs) || slices.ContainsFunc(v.actions, func(w asking) bool { return oneOf(verb, w.verbs) && oneOf(thing, w.nouns) })
}

// Examples are requests that people can make: those that change something, then those that look at something.
func (v *Vocabulary) Examples() []string { return slices.Concat(v.changing, v.looking) }

// Team says in a prompt who the team is: "a team of AI agents that works on websites".
func (v *Vocabulary) Team(of string) string {
	if v == nil || v.team == "" {
		return "a team of " + of
	}
	return "a team of " + of + " that " + v.team
}

// aOrAn is a noun with its article.
func aOrAn(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// mostDirect is how many changes a request may ask for that is not planned (seed 001: one or two).
const mostDirect = 2

// directly tells whether an agent may propose a change of each of the things by itself, and a request asks for nothing besides:
// "a ticket about the form and a page" does.
func (v *Vocabulary) directly(things, words []string) bool {
	for i := range words[:max(0, len(words)-2)] {
		if oneOf(words[i], "and ,") && oneOf(words[i+1], "a an another one two three some") {
			things = append(slices.Clone(things), firstOf(subject(words[i+2:]), v.things))
		}
	}
	return !slices.ContainsFunc(things, func(thing string) bool { return thing != "" && !oneOf(thing, v.direct) })
}
