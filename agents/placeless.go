package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Placeless tells whether a request asks for nothing but what needs nothing of a project, such as a ticket or a reminder: nobody has to
// say which project is meant. It is conservative: what could be about a site, also what a reminder is to look at, is not placeless.
func (v Vocabulary) Placeless(text string) bool {
	text = text[:min(len(text), maxRead)]
	var things []string
	for _, s := range sentences(text) {
		words := v.request(s.words)
		if of, _ := v.changes(words); len(of) > 0 {
			things = append(things, v.besides(of, words)...)
		}
	}
	all := v.Tools().All()
	if len(things) > 0 {
		return !slices.ContainsFunc(things, func(thing string) bool { return thing != "" && !placelessThing(all, thing) })
	}
	asked := false
	meant := meantBy(text)
	for _, t := range all {
		switch asks := t.Asks != nil && t.Asks(text); {
		case !placeless(t) && (asks || meant(t)):
			return false
		case asks:
			asked = true
		}
	}
	return asked
}

// placelessThing tells whether something can be changed, and nothing of a project is needed for it.
func placelessThing(all []tools.Tool, thing string) bool {
	found := false
	for _, t := range all {
		if !slices.Contains(t.Nouns, thing) {
			continue
		}
		if !placeless(t) {
			return false
		}
		found = true
	}
	return found
}

func placeless(t tools.Tool) bool { return t.Needs == "" && t.Class == assistant.ClassAction }

// meantBy tells of a tool whether one of its nouns stands in the words.
func meantBy(text string) func(tools.Tool) bool {
	said := map[string]bool{}
	for _, w := range wordsOf(folded(text)) {
		said[w] = true
	}
	return func(t tools.Tool) bool {
		return slices.ContainsFunc(t.Nouns, func(noun string) bool { return said[strings.ToLower(noun)] })
	}
}
