package main

import (
	"slices"
	"strings"
)

// Sentence is what a newcomer writes, and what a good answer must hold: of each entry any one of its words.
type Sentence struct {
	Written string
	Holds   [][]string
}

// Read reads the sentences of a file.
func Read(file string) []Sentence {
	var out []Sentence
	for line := range strings.Lines(file) {
		written, holds, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		s := Sentence{Written: written}
		for hold := range strings.SplitSeq(holds, ";") {
			s.Holds = append(s.Holds, strings.Split(strings.TrimSpace(hold), "|"))
		}
		out = append(out, s)
	}
	return out
}

// Answer is what came of a sentence.
type Answer struct {
	Text  string
	Kinds []string // of its messages
	Next  []string // the requests that it offers to be pressed
}

// DeadEnd tells whether the answer leaves a newcomer without a way on.
func (a Answer) DeadEnd() bool {
	return !slices.ContainsFunc([]string{"<next>", "<plan>", "<question>", "<approval>"}, a.has)
}

// has tells whether the answer holds a word, or is what a mark says.
func (a Answer) has(word string) bool {
	switch word {
	case "<plan>":
		return slices.Contains(a.Kinds, "plan_proposed")
	case "<approval>":
		return slices.Contains(a.Kinds, "approval_requested")
	case "<question>":
		return slices.Contains(a.Kinds, "asked")
	case "<next>":
		_, way, told := strings.Cut(a.Text, "\n\n") // a problem says how to go on below what it is
		return len(a.Next) > 0 || told && way != "" && slices.Contains(a.Kinds, "failed")
	default:
		return strings.Contains(strings.ToLower(a.Text+"\n"+strings.Join(a.Next, "\n")), strings.ToLower(word))
	}
}

// Missing lists what a good answer would hold and this one does not.
func (s Sentence) Missing(a Answer) []string {
	var out []string
	for _, either := range s.Holds {
		if !slices.ContainsFunc(either, a.has) {
			out = append(out, strings.Join(either, " or "))
		}
	}
	return out
}
