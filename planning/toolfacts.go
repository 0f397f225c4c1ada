package planning

import (
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// What a model is told of one tool at most: whoever writes much of its tool leaves no room for others.
const (
	maxDescription = 600
	maxSaid        = 240 // of a parameter
	maxGiven       = 24  // fields
)

func toolFacts(all []tools.Tool) []llm.ToolFact {
	out := make([]llm.ToolFact, 0, len(all))
	for _, t := range all {
		fields := t.Gives()
		for i := range fields {
			fields[i] = line(fields[i], maxSaid)
		}
		parameters := slices.DeleteFunc(parameterFacts(t), func(p llm.ParameterFact) bool { return t.ByCode(p.Name) })
		out = append(out, llm.ToolFact{
			Type: assistant.TaskType(t.Name), Description: line(t.Description, maxDescription), Effect: t.Effect, Owners: t.Owners,
			Parameters: parameters[:min(len(parameters), maxParameters)], Gives: fields[:min(len(fields), maxGiven)],
		})
	}
	return out
}

func parameterFacts(t tools.Tool) []llm.ParameterFact {
	s := t.Arguments
	out := make([]llm.ParameterFact, 0, len(s.Properties))
	for _, name := range tools.Properties(s) {
		property := s.Properties[name]
		f := llm.ParameterFact{
			Name: name, Type: line(t.Shape(name), maxSaid), Description: line(property.Description, maxSaid),
			Required: slices.Contains(s.Required, name),
		}
		for _, v := range property.Enum {
			if word, ok := v.(string); ok {
				f.Enum = append(f.Enum, word)
			}
		}
		out = append(out, f)
	}
	return out
}

// asWanted is a value as its schema wants it: where that wants no text and one is written that is JSON, it is taken for what it says. Models
// put numbers in quotes. Where the schema wants something else, validation says so.
func asWanted(s *jsonschema.Schema, value json.RawMessage) json.RawMessage {
	text := words(value)
	if types := tools.TypesOf(s); text == "" || len(types) == 0 || slices.Contains(types, "string") || !json.Valid([]byte(text)) {
		return value
	}
	return json.RawMessage(text)
}
