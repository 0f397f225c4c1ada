// Package wording is the catalogue of what the team says to people in its own words: in English, German, French and Spanish,
// plurals included. A sentence stands in the code in English, where it is said; the other languages have it under that very
// text:
//
//	wording.In(l).Say("Expires in %d hours", n)  ──▶  catalogue/de.json  "Expires in %d hours": {"one": …, "other": …}
//
// What others wrote, models, people and outside systems, is never translated.
package wording

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/message"

	"github.com/aisteam/aisteam/assistant"
)

// Words says things in one language. The zero value speaks English.
type Words struct{ language assistant.Language }

// In returns the words of a language; English for one that is not known.
func In(l assistant.Language) Words {
	if !slices.Contains(assistant.Languages(), l) {
		l = assistant.English
	}
	return Words{l}
}

// Language is the language of the words.
func (w Words) Language() assistant.Language {
	if w.language == "" {
		return assistant.English
	}
	return w.language
}

// Say is a sentence of the catalogue, given in English with the verbs of package fmt. A sentence among the arguments is told in these
// words, any other stays as it is, and what is read from right to left keeps that to itself. Where the catalogue does not have it, it is
// said in English: a test finds those.
func (w Words) Say(english string, args ...any) string {
	c := w.catalogue()
	if len(args) == 0 && !strings.Contains(english, "%") { // most of what a page says
		return cmp.Or(c.whole[english], english)
	}
	args = slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case assistant.Sentence:
			args[i] = w.Tell(a)
		case string:
			args[i] = Isolated(a)
		}
	}
	return c.printer.Sprintf(message.Key(english, english), args...)
}

// Tell says a sentence in this language. Verbatim text stays as it is; a sentence that has left the catalogue is said in English.
func (w Words) Tell(s assistant.Sentence) string {
	if s.Key() == "" {
		return s.String()
	}
	return w.Say(s.Key(), s.Args()...)
}

// Label is a word of ours that stands in a variable, such as what a tool is called or the name of a state; see [assistant.Label].
func (w Words) Label(english string) string { return cmp.Or(w.catalogue().whole[english], english) }

// List joins words as people write lists: "a", "a and b", "a, b and c".
func (w Words) List(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return w.Say("%s and %s", strings.Join(words[:n-1], ", "), words[n-1])
	}
}

func (w Words) catalogue() *catalogue {
	switch w.Language() {
	case assistant.German:
		return german()
	case assistant.French:
		return french()
	case assistant.Spanish:
		return spanish()
	default:
		return english()
	}
}
