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

// Language is what the words are in.
func (w Words) Language() assistant.Language {
	if w.language == "" {
		return assistant.English
	}
	return w.language
}

// Say is a sentence of the catalogue, given in English with the verbs of package fmt. Where the catalogue does not have it, it
// is said in English: a test finds those.
func (w Words) Say(english string, args ...any) string {
	c := w.catalogue()
	if len(args) == 0 && !strings.Contains(english, "%") { // most of what a page says
		return cmp.Or(c.whole[english], english)
	}
	return c.printer.Sprintf(message.Key(english, english), args...)
}

// Tell is a sentence in these words. What it was said with stays as it is, but for the sentences among it. Words of others stay as
// they are, and so does, in English, what the catalogue does not have any more.
func (w Words) Tell(s assistant.Sentence) string {
	if s.Key() == "" {
		return s.String()
	}
	args := s.Args()
	for i, a := range args {
		if inner, ok := a.(assistant.Sentence); ok {
			args[i] = w.Tell(inner)
		}
	}
	return w.Say(s.Key(), args...)
}

// Known is a text that was written in English elsewhere, such as what a tool is called, or a refusal: in these words where the catalogue
// has the whole of it or the sentence that it was made of, as it is where not. What the sentence was made with stays as it is, but for
// what the catalogue has the whole of. The title of a call is told by what its tool is called: “Create a ticket: “The form””.
// Two such texts may stand together, with a space between them.
func (w Words) Known(text string) string {
	c := w.catalogue()
	if said, ok := c.known(text); ok {
		return said
	}
	for at := range min(len(text), knownMost) {
		if text[at] != ' ' || !strings.ContainsRune(".?!", rune(text[max(0, at-1)])) {
			continue
		}
		if first, ok := c.known(text[:at]); ok {
			if second, ok := c.known(text[at+1:]); ok {
				return first + " " + second
			}
		}
	}
	return text
}

// knownMost is up to where a text is looked through for the end of a sentence.
const knownMost = 600

// known tells a text again, where it is one of the catalogue's, made of one, or the title of a call.
func (c *catalogue) known(text string) (string, bool) {
	if said, ok := c.whole[text]; ok {
		return said, true
	}
	key, with, ok := c.made.of(text)
	if !ok {
		return c.titled(text)
	}
	for i, one := range with {
		said, ok := one.(string)
		if !ok {
			continue
		}
		if known, ok := c.whole[said]; ok {
			with[i] = known
		} else if known, ok := c.titled(said); ok {
			with[i] = known
		}
	}
	return c.printer.Sprintf(message.Key(key, key), with...), true
}

// titleOf is how a call is titled: what its tool is called, and what it is about.
const titleOf = "%s: %s"

// titled tells a call's title again: what its tool is called is ours, what it is about is not. What has few letters of ours before its
// colon is nobody's title but theirs.
func (c *catalogue) titled(text string) (string, bool) {
	name, about, found := strings.Cut(text, ": ")
	said, ours := c.whole[name]
	if !found || !ours || letters(name) < moldLeast {
		return "", false
	}
	return c.printer.Sprintf(message.Key(titleOf, titleOf), said, about), true
}

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
