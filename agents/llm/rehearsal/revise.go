package rehearsal

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var (
	groupsForm   = script.Pattern(`(?i)\b(one|two|three|four|five|six|\d+)\s+(?:step\s+)?groups?\b`)
	oneByOneForm = script.Pattern(`(?i)\b(?:one after (?:the other|another)|one by one|sequential(?:ly)?|in sequence|not in parallel)\b`)
	parallelForm = script.Pattern(`(?i)\b(?:in parallel|at (?:the same time|once)|as fast as possible)\b`)
)

// setForm reads a wish that calls a parameter by one of the words.
func setForm(words []string) *regexp.Regexp {
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	return regexp.MustCompile(`(?i)\b(?:change|set|make|switch|use)\s+(?:the\s+)?(` + strings.Join(words, "|") + `)\s+(?:to|as|be|=|:)?\s*(.+?)\s*[.!]?$`)
}

// revise follows the few wishes the rules know, and returns the plan as it is for any other.
func (m *Model) revise(f llm.PlanFacts) llm.PlanReply {
	steps := slices.Clone(f.Steps)
	for i := range steps {
		steps[i].Parameters = slices.Clone(steps[i].Parameters)
	}
	wish := strings.TrimSpace(f.Wish)
	switch name, value, set := m.set(wish); {
	case set:
		script.Set(steps, f.Tools, name, value, m.value)
	case oneByOneForm().MatchString(wish):
		oneByOne(steps)
	case groupsForm().MatchString(wish):
		intoGroups(steps, number(groupsForm().FindStringSubmatch(wish)[1]))
	case parallelForm().MatchString(wish):
		byNeed(steps)
	default:
		for _, s := range m.config.Scripts {
			if s.Revise == nil {
				continue
			}
			if revised, ok := s.Revise(wish, steps, f); ok {
				steps = revised
				break
			}
		}
	}
	return llm.PlanReply{Title: f.Title, Steps: steps}
}

// set reads a wish that gives a parameter a value.
func (m *Model) set(wish string) (name, value string, ok bool) {
	called := map[string]string{}
	for _, s := range m.config.Scripts {
		if s.Sets != nil {
			if name, value, ok := s.Sets(wish); ok {
				return name, value, true
			}
		}
		maps.Copy(called, s.Called)
	}
	if len(called) == 0 {
		return "", "", false
	}
	found := setForm(slices.Sorted(maps.Keys(called))).FindStringSubmatch(wish)
	if found == nil {
		return "", "", false
	}
	return called[strings.ToLower(found[1])], strings.Trim(found[2], `"“”'«»`), true
}

// value is a value as every script has a step take it.
func (m *Model) value(t assistant.TaskType, name, value string, given bool) (string, bool) {
	takes := true
	for _, s := range m.config.Scripts {
		if s.Value != nil {
			v, ok := s.Value(t, name, value, given)
			value, takes = v, takes && ok
		}
	}
	return value, takes
}

func number(word string) int {
	if i := slices.Index([]string{"one", "two", "three", "four", "five", "six"}, strings.ToLower(word)); i >= 0 {
		return i + 1
	}
	n, _ := strconv.Atoi(word)
	return n
}

// needs is the earliest group each step can be in, from 0.
func needs(steps []llm.StepReply) []int {
	out := make([]int, len(steps))
	for range steps {
		for i, s := range steps {
			for _, p := range s.Parameters {
				from := slices.IndexFunc(steps, func(o llm.StepReply) bool { return p.From != "" && o.Key == p.From })
				if from >= 0 {
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
	for i, level := range needs(steps) {
		steps[i].Group = string(rune('A' + level))
	}
}

// intoGroups leaves the plan alone when its steps need each other in more groups than are wanted, or there are too few.
func intoGroups(steps []llm.StepReply, n int) {
	levels := needs(steps)
	least := 0
	for _, l := range levels {
		least = max(least, l+1)
	}
	switch {
	case n == len(steps):
		oneByOne(steps)
	case n == least:
		byNeed(steps)
	}
}
