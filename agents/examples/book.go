package examples

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/assistant"
)

// Of are the examples of one tool.
type Of struct {
	Tool     assistant.TaskType
	Answers  bool // it is used while answering, and nothing is planned
	Direct   bool // an agent calls it by itself, without a plan
	Examples []Example
}

// Book holds examples. It does not change and is safe for concurrent use; nil has none.
type Book struct {
	compiled func() ([]entry, error)
}

type entry struct {
	Of

	example Example
	slots   map[string]Slot
	heads   []line
	tails   []line
}

// New makes a book. It is read when something is first looked up in it: where a real model answers nothing ever is.
func New(all ...Of) *Book {
	return &Book{sync.OnceValues(func() ([]entry, error) {
		var out []entry
		var wrong []error
		for _, of := range all {
			for _, x := range of.Examples {
				e, err := compile(of, x)
				if err != nil {
					wrong = append(wrong, fmt.Errorf("an example of %s: %w", of.Tool, err))
					continue
				}
				out = append(out, e)
			}
		}
		return out, errors.Join(wrong...)
	})}
}

// Wrong tells what is wrong with its examples, of which these are left out.
func (b *Book) Wrong() error {
	_, err := b.compiled()
	return err
}

// entries are the examples that are right.
func (b *Book) entries() []entry {
	if b == nil {
		return nil
	}
	all, _ := b.compiled()
	return all
}

// Slots are all slots of that name.
func (b *Book) Slots(name string) []Slot {
	var out []Slot
	for _, e := range b.entries() {
		if s, ok := e.slots[name]; ok {
			out = append(out, s)
		}
	}
	return out
}

// Chosen is what somebody chooses with some words, of all that can be chosen: the slot, and its value there.
func (b *Book) Chosen(said string) (slot Slot, value string) {
	for _, e := range b.entries() {
		for _, s := range e.example.Slots {
			if value := s.Said(said); s.Kind == Choice && s.As == "" && value != "" {
				return s, value
			}
		}
	}
	return Slot{}, ""
}

func compile(of Of, x Example) (entry, error) {
	e := entry{Of: of, example: x, slots: map[string]Slot{}}
	for _, s := range x.Slots {
		e.slots[s.Name] = s
	}
	for _, arguments := range x.arguments() {
		var object map[string]any
		if err := json.Unmarshal([]byte(arguments), &object); err != nil {
			return e, fmt.Errorf("the arguments %s: %w", arguments, err)
		}
	}
	for _, l := range assistant.Languages() {
		for _, form := range x.Words[l] {
			lines, tail, err := e.read(l, form)
			if err != nil {
				return e, fmt.Errorf("the form %q: %w", form, err)
			}
			if tail {
				e.tails = append(e.tails, lines...)
			} else {
				e.heads = append(e.heads, lines...)
			}
		}
	}
	return e, nil
}

func (x Example) arguments() []string {
	out := []string{orEmpty(x.Arguments)}
	for _, c := range append(append([]Call{}, x.Before...), x.Then...) {
		out = append(out, orEmpty(c.Arguments))
	}
	return out
}

func orEmpty(arguments string) string {
	if arguments == "" {
		return "{}"
	}
	return arguments
}

// Offers are the requests that the examples offer to be pressed, in English.
func Offers(all []Example) []string {
	var out []string
	for _, x := range all {
		if x.Offer != "" {
			out = append(out, x.Offer)
		}
	}
	return out
}

// Wordings are the words of the examples' forms in some languages.
func Wordings(all []Example, in []assistant.Language) string {
	var out []string
	for _, x := range all {
		for _, l := range in {
			for _, form := range x.Words[l] {
				out = append(out, slotless(form)...)
			}
		}
	}
	return strings.Join(out, " ")
}

// Things are the words by which the examples' forms say what is asked for, in every language: those behind the first, which says what is
// to be done with it, of forms that requests begin with.
func Things(all []Example) string {
	var out []string
	for _, x := range all {
		for _, l := range assistant.Languages() {
			for _, form := range x.Words[l] {
				verb, rest, _ := strings.Cut(form, " ")
				if verb == "…" {
					continue
				}
				things := slotless(rest)
				if len(things) == 0 {
					things = slotless(verb)
				}
				out = append(out, things...)
			}
		}
	}
	return strings.Join(out, " ")
}

// slotless are the words of a form, without what fills its slots.
func slotless(form string) []string {
	plain := strings.NewReplacer("[", " ", "]", " ", "|", " ", "…", " ", ":", " ")
	return slices.DeleteFunc(strings.Fields(plain.Replace(form)), func(word string) bool { return strings.HasPrefix(word, "{") })
}
