package examples

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// line is a form of an example in a language, with what may be missing either there or not.
type line struct {
	language assistant.Language
	parts    []part
	fixed    int // how many of them are words
}

// part is a word of a form, any of several, or what fills a slot.
type part struct {
	words []string // "" for what points at something said before
	slot  string
	any   bool // any words, but some
	last  bool // nothing comes after it
}

// read reads a form. A language whose verbs may stand last has it with its verb there, too.
func (e *entry) read(l assistant.Language, form string) (lines []line, tail bool, err error) {
	form, tail = strings.CutPrefix(strings.TrimSpace(form), "…")
	alternatives, err := unfold(form)
	if err != nil {
		return nil, false, err
	}
	v := vocabularies()[l]
	for _, words := range alternatives {
		one := line{language: l}
		if one.parts, err = e.parts(v, words); err != nil {
			return nil, false, err
		}
		one = one.counted()
		if len(one.parts) == 0 || !tail && !e.says(one) {
			return nil, false, errors.New("it has no word that says anything")
		}
		lines = append(lines, one)
		if v.verbsLast && !tail && len(one.parts) > 1 && one.parts[0].slot == "" && !one.parts[0].any {
			lines = append(lines, line{language: l, parts: append(append([]part{}, one.parts[1:]...), one.parts[0])}.counted())
		}
	}
	return lines, tail, nil
}

// says tells whether a form has a word of its own, or something that only some words can fill.
func (e *entry) says(l line) bool {
	return l.fixed > 0 || slices.ContainsFunc(l.parts, func(p part) bool {
		k := e.slots[p.slot].Kind
		return p.slot != "" && k != Name && k != Text && k != List && k != Tags
	})
}

func (l line) counted() line {
	parts := make([]part, len(l.parts))
	copy(parts, l.parts)
	for i := range parts {
		parts[i].last = i == len(parts)-1
		if parts[i].slot == "" && !parts[i].any {
			l.fixed++
		}
	}
	l.parts = parts
	return l
}

// unfold are the texts that a form with [what may be missing] stands for.
func unfold(form string) ([]string, error) {
	before, rest, found := strings.Cut(form, "[")
	if !found {
		return []string{form}, nil
	}
	inner, after, closed := strings.Cut(rest, "]")
	if !closed {
		return nil, errors.New("a bracket is not closed")
	}
	ends, err := unfold(after)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, end := range ends {
		out = append(out, before+inner+end, before+end)
	}
	return out, nil
}

// parts are those of a form without what says nothing.
func (e *entry) parts(v vocabulary, form string) ([]part, error) {
	var out []part
	var pending []string
	flush := func() {
		for _, t := range v.said(cut(strings.Join(pending, " "))) {
			if p, ok := worded(t); ok {
				out = append(out, p)
			}
		}
		pending = nil
	}
	for f := range strings.FieldsSeq(form) {
		name, isSlot := strings.CutPrefix(strings.TrimRight(f, ",.?!:"), "{")
		switch {
		case isSlot:
			flush()
			name = strings.TrimSuffix(name, "}")
			if _, known := e.slots[name]; !known {
				return nil, fmt.Errorf("there is no slot %q", name)
			}
			out = append(out, part{slot: name})
			if strings.HasSuffix(f, ":") {
				out = append(out, part{words: []string{":"}})
			}
		case f == "*":
			flush()
			out = append(out, part{any: true})
		case strings.Contains(f, "|"):
			flush()
			p := part{}
			for w := range strings.SplitSeq(f, "|") {
				for _, t := range v.said(cut(w)) {
					p.words = append(p.words, meant(t))
				}
			}
			out = append(out, p)
		default:
			pending = append(pending, f)
		}
	}
	flush()
	return out, nil
}

// worded is a word of a form; none for what says nothing.
func worded(t token) (part, bool) {
	switch t.kind {
	case plain, this, joining:
		return part{words: []string{meant(t)}}, true
	case mark:
		return part{words: []string{t.word}}, t.word == ":" || t.word == ","
	case polite, article, ending, quoted:
	}
	return part{}, false
}

// meant is what a word is compared by: all that points is one.
func meant(t token) string {
	switch t.kind {
	case this:
		return ""
	case joining:
		return "&"
	case plain, polite, article, mark, ending, quoted:
	}
	return t.word
}
