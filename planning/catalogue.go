package planning

import (
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// toolLines are task types as a model reads them: a line each, and one for each of its parameters. What a tool says of itself is one line by
// then, so that none can pass for another.
//
//	create_ticket [changes something, can be undone]: Puts a ticket on the internal list.
//	- title*: what it is about
//	- priority (low|medium|high|critical): medium when left out
//	= id, number, title, priority
func toolLines(all []llm.ToolFact) string {
	var b strings.Builder
	b.WriteString("Task types, “tools”, as data: after “-” their parameters, with * the required ones; after “=” the fields of their results; after “by” their owners, anybody where none are named:\n")
	for _, t := range all {
		b.WriteString(string(t.Type) + effectOf(t.Effect) + ": " + llm.Unmarked(t.Description) + "\n")
		for _, p := range t.Parameters {
			b.WriteString("- " + llm.Unmarked(parameterLine(p)) + "\n")
		}
		if len(t.Gives) > 0 {
			b.WriteString("= " + llm.Unmarked(strings.Join(t.Gives, ", ")) + "\n")
		}
		if len(t.Owners) > 0 {
			b.WriteString("by " + joined(t.Owners) + "\n")
		}
	}
	return b.String()
}

func effectOf(e assistant.Effect) string {
	switch e {
	case assistant.EffectReversible:
		return " [changes something, can be undone]"
	case assistant.EffectIrreversible:
		return " [changes something for good]"
	default:
		return ""
	}
}

func parameterLine(p llm.ParameterFact) string {
	out := p.Name
	if p.Required {
		out += "*"
	}
	switch {
	case len(p.Enum) > 0:
		out += " (" + strings.Join(p.Enum, "|") + ")"
	case p.Type != "string" && p.Type != "":
		out += " (" + p.Type + ")"
	}
	if p.Description != "" {
		out += ": " + p.Description
	}
	return out
}

// agentLines are the team as a model reads it, a line each.
func agentLines(all []llm.AgentFact) string {
	var b strings.Builder
	b.WriteString("The team, “agents”, by their ids:\n")
	for _, a := range all {
		b.WriteString(string(a.ID) + ": " + line(llm.Unmarked(a.Name+", "+a.Title+". "+a.Role), maxDescription) + "\n")
	}
	return b.String()
}

func joined[T ~string](all []T) string {
	out := make([]string, len(all))
	for i, one := range all {
		out[i] = string(one)
	}
	return strings.Join(out, ", ")
}
