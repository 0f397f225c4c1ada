package rehearsal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

var (
	groupsForm   = pattern(`(?i)\b(one|two|three|four|five|six|\d+)\s+(?:step\s+)?groups?\b`)
	oneByOneForm = pattern(`(?i)\b(?:one after (?:the other|another)|one by one|sequential(?:ly)?|in sequence|not in parallel)\b`)
	parallelForm = pattern(`(?i)\b(?:in parallel|at (?:the same time|once)|as fast as possible)\b`)
	addAudit     = pattern(`(?i)\b(?:add|include|also|and)\b.*\baudit\b`)
	setForm      = pattern(`(?i)\b(?:change|set|make|switch|use)\s+(?:the\s+)?(title|slug|address|audience|language|keywords|focus|layout|priority|text|tone)\s+(?:to|as|be|=|:)?\s*(.+?)\s*[.!]?$`)
	urgencyForm  = pattern(`(?i)\b(?:make|set|mark)\s+(?:it|that|this|the ticket)\s+(?:as\s+|to\s+)?(low|medium|high|critical|urgent)\b`)
	writeIn      = pattern(`(?i)\b(?:write|make|do|have)?\s*(?:it|everything|the page|the text)?\s*in\s+(English|French|German|Spanish|Italian|Dutch|Portuguese|Polish)\b`)
)

// revise follows the few wishes the rules know, and returns the plan as it is for any other.
func revise(f llm.PlanFacts) llm.PlanReply {
	steps := slices.Clone(f.Steps)
	for i := range steps {
		steps[i].Parameters = slices.Clone(steps[i].Parameters)
	}
	wish := strings.TrimSpace(f.Wish)
	switch m := setForm().FindStringSubmatch(wish); {
	case urgencyForm().MatchString(wish):
		set(steps, f.Tools, "priority", urgency(urgencyForm().FindStringSubmatch(wish)[1]))
	case m != nil && strings.EqualFold(m[1], "priority"):
		set(steps, f.Tools, "priority", urgency(m[2]))
	case m != nil:
		set(steps, f.Tools, parameterName(m[1]), strings.Trim(m[2], `"“”'«»`))
	case oneByOneForm().MatchString(wish):
		oneByOne(steps)
	case groupsForm().MatchString(wish):
		intoGroups(steps, number(groupsForm().FindStringSubmatch(wish)[1]))
	case parallelForm().MatchString(wish):
		byNeed(steps)
	case addAudit().MatchString(wish):
		steps = withAudit(steps, f)
	case writeIn().MatchString(wish):
		set(steps, f.Tools, "language", writeIn().FindStringSubmatch(wish)[1])
	}
	return llm.PlanReply{Title: f.Title, Steps: steps}
}

// urgency is a ticket's priority for the word that people use.
func urgency(word string) string {
	word = strings.ToLower(strings.Trim(word, `"“”'«»`))
	if word == "urgent" {
		return "critical"
	}
	return word
}

func parameterName(word string) string {
	if strings.EqualFold(word, "address") {
		return "slug"
	}
	return strings.ToLower(word)
}

// set gives a parameter a value in every step whose task type has it, except where it comes from another step.
func set(steps []llm.StepReply, tools []llm.ToolFact, name, value string) {
	for i, s := range steps {
		t := slices.IndexFunc(tools, func(t llm.ToolFact) bool { return string(t.Type) == s.Type })
		if t < 0 || !slices.ContainsFunc(tools[t].Parameters, func(p llm.ParameterFact) bool { return p.Name == name }) {
			continue
		}
		v := value
		if name == "language" && s.Type == string(assistant.TaskCreatePage) {
			v = first(languageCode(value), value)
		}
		at := slices.IndexFunc(s.Parameters, func(p llm.ParameterReply) bool { return p.Name == name })
		switch {
		case at < 0 && s.Type != string(assistant.TaskRunAudit):
			steps[i].Parameters = append(steps[i].Parameters, text(name, v))
		case at >= 0 && s.Parameters[at].From == "":
			steps[i].Parameters[at].Value = v
		}
	}
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

func withAudit(steps []llm.StepReply, f llm.PlanFacts) []llm.StepReply {
	if slices.ContainsFunc(steps, func(s llm.StepReply) bool { return s.Type == string(assistant.TaskRunAudit) }) || len(steps) == 0 {
		return steps
	}
	d := drafting{facts: f}
	d.add(2, "audit", assistant.TaskRunAudit, assistant.GrowthLead, "Audit the front page")
	audit := d.levels[2][0]
	last := steps[0].Group
	for _, s := range steps {
		last = max(last, s.Group)
		if s.Type == string(assistant.TaskCreatePage) {
			audit.Summary, audit.Parameters = "Audit the new page", []llm.ParameterReply{from("url", s.Key, "url")}
		}
	}
	audit.Group = string(rune(last[0] + 1))
	if audit.Parameters == nil {
		audit.Parameters = []llm.ParameterReply{}
	}
	return append(steps, audit)
}
