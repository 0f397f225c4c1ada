package script

import (
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Set gives a parameter a value in every step whose task type has it, except where it comes from another step. The value is
// what [Script.Value] makes of it.
func Set(steps []llm.StepReply, tools []llm.ToolFact, name, value string, as func(assistant.TaskType, string, string, bool) (string, bool)) {
	for i, s := range steps {
		t := slices.IndexFunc(tools, func(t llm.ToolFact) bool { return string(t.Type) == s.Type })
		if t < 0 || !slices.ContainsFunc(tools[t].Parameters, func(p llm.ParameterFact) bool { return p.Name == name }) {
			continue
		}
		at := slices.IndexFunc(s.Parameters, func(p llm.ParameterReply) bool { return p.Name == name })
		v, ok := as(assistant.TaskType(s.Type), name, value, at >= 0)
		switch {
		case at < 0 && ok:
			steps[i].Parameters = append(steps[i].Parameters, Text(name, v))
		case at >= 0 && s.Parameters[at].From == "":
			steps[i].Parameters[at].Value = v
		}
	}
}
