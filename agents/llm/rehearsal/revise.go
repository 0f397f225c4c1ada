package rehearsal

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// revise follows the few wishes that are known, and returns the plan as it is for any other.
func (m *Model) revise(b *examples.Book, f llm.PlanFacts) llm.ReviseReply {
	steps := slices.Clone(f.Steps)
	wish := strings.TrimSpace(f.Wish)
	if edits := m.edits(wish, f); len(edits) > 0 {
		return llm.ReviseReply{Edits: edits, Steps: []llm.StepReply{}}
	}
	found := m.books.wishes.Find(wish)
	for _, w := range found {
		text := first(w.Filled["text"])
		switch w.Tool {
		case wantsValue:
			set(steps, f.Tools, parameterCalled(first(w.Filled["what"])), text, b)
		case wantsChoice:
			if slot, value := b.Chosen(text); value != "" {
				set(steps, f.Tools, slot.Name, value, b)
			}
		case wantsGroups:
			n, _ := strconv.Atoi(first(w.Filled["n"]))
			intoGroups(steps, n)
		case wantsOne:
			oneByOne(steps)
		case wantsParallel:
			byNeed(steps)
		case wantsMore:
			steps = withMore(b, steps, f, first(w.Filled["what"]))
		}
	}
	if len(found) == 0 {
		steps = withMore(b, steps, f, wish)
	}
	return llm.ReviseReply{Edits: []llm.EditReply{}, Steps: steps}
}

// parameterCalled is what tools call what people call so.
func parameterCalled(word string) string {
	word = strings.ToLower(word)
	if name, ok := map[string]string{"address": "slug", "state": "status", "category": "categories", "name": "title", "heading": "title"}[word]; ok {
		return name
	}
	return word
}

// set gives a parameter a value in every step that has it, or whose type has it and makes something, except where it comes from another
// step. Where a choice is meant, the step takes what stands for it there.
func set(steps []llm.StepReply, tools []llm.ToolFact, name, value string, b *examples.Book) {
	for i, s := range steps {
		t := slices.IndexFunc(tools, func(t llm.ToolFact) bool { return string(t.Type) == s.Type })
		if t < 0 || !slices.ContainsFunc(tools[t].Parameters, func(p llm.ParameterFact) bool { return p.Name == name }) {
			continue
		}
		given := parameters(s)
		before, has := given[name]
		if _, refers := assistant.ReferenceOf(before); has && !refers || !has && tools[t].Effect != assistant.EffectNone {
			given[name] = asJSON(chosen(b, name, value, assistant.TextOf(before)))
			steps[i].Parameters = object(given)
		}
	}
}

// chosen is a value as a step has it that had another: a code where it was one.
func chosen(b *examples.Book, name, value, before string) string {
	for _, s := range b.Slots(name) {
		if said := s.Said(value); said != "" {
			value = said
		}
		for _, code := range s.Codes {
			if code == before {
				return s.Codes[value]
			}
		}
	}
	return value
}

// withMore adds the steps that words ask for besides, behind those that are there.
func withMore(b *examples.Book, steps []llm.StepReply, f llm.PlanFacts, words string) []llm.StepReply {
	found := b.Find(words)
	if len(found) == 0 {
		found = b.Find(words + " it")
	}
	if len(found) == 0 || len(steps) == 0 {
		return steps
	}
	found = worded(found, wording.In(wording.Heard(f.Request)))
	r := request{book: b, words: words, project: f.Project}
	last := steps[0].Group
	for _, s := range steps {
		last = max(last, s.Group)
	}
	for _, c := range examples.Calls(found, r.more(found), hasOf(f.Tools)) {
		if slices.ContainsFunc(steps, func(s llm.StepReply) bool { return s.Type == string(c.Tool) }) {
			continue
		}
		s := step(c, f.Tools)
		s.Group = string(rune(last[0] + 1 + byte(c.Group)))
		for _, before := range steps {
			if x := found[c.Of].Example; x.That != "" && before.Type != s.Type && givesAddress(before, f.Tools) && len(found[c.Of].Points) > 0 {
				s.Parameters = object(map[string]json.RawMessage{"url": asJSON(assistant.Reference{From: before.Key, Field: "url"})})
			}
		}
		steps = append(steps, s)
	}
	return steps
}

// givesAddress tells whether a step changes something and gives where that is.
func givesAddress(s llm.StepReply, tools []llm.ToolFact) bool {
	return slices.ContainsFunc(tools, func(t llm.ToolFact) bool {
		return string(t.Type) == s.Type && t.Effect != assistant.EffectNone && slices.Contains(t.Gives, "url")
	})
}

// levels is the earliest group each step can be in, from 0.
func levels(steps []llm.StepReply) []int {
	out := make([]int, len(steps))
	for range steps {
		for i, s := range steps {
			refers, _ := assistant.References(json.RawMessage(s.Parameters)) // planning says what is wrong with them
			for _, r := range refers {
				if from := slices.IndexFunc(steps, func(o llm.StepReply) bool { return o.Key == r.From }); from >= 0 {
					out[i] = min(max(out[i], out[from]+1), len(steps)-1)
				}
			}
		}
	}
	return out
}

func oneByOne(steps []llm.StepReply) {
	for i := range steps {
		steps[i].Group = string(rune('A' + i))
	}
}

func byNeed(steps []llm.StepReply) {
	for i, level := range levels(steps) {
		steps[i].Group = string(rune('A' + level))
	}
}

// intoGroups leaves the plan alone when its steps need each other in more groups than are wanted, or there are too few.
func intoGroups(steps []llm.StepReply, n int) {
	all := levels(steps)
	least := 0
	for _, l := range all {
		least = max(least, l+1)
	}
	switch {
	case n == len(steps):
		oneByOne(steps)
	case n == least:
		byNeed(steps)
	}
}
