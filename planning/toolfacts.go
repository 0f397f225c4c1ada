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
		fields, _ := t.Gives()
		parameters := slices.DeleteFunc(parameterFacts(t.Arguments), func(p llm.ParameterFact) bool { return t.ByCode(p.Name) })
		out = append(out, llm.ToolFact{
			Type: assistant.TaskType(t.Name), Description: line(t.Description, maxDescription), Effect: t.Effect, Owners: t.Owners,
			Parameters: parameters[:min(len(parameters), maxParameters)], Gives: fields[:min(len(fields), maxGiven)],
		})
	}
	return out
}

func parameterFacts(s *jsonschema.Schema) []llm.ParameterFact {
	out := make([]llm.ParameterFact, 0, len(s.Properties))
	for _, name := range tools.Properties(s) {
		property := s.Properties[name]
		f := llm.ParameterFact{
			Name: name, Type: typeOf(property), Description: line(property.Description, maxSaid),
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

// typeOf is the type of a property, without the null that an optional one may also be.
func typeOf(s *jsonschema.Schema) string {
	if s.Type != "" {
		return s.Type
	}
	for _, t := range s.Types {
		if t != "null" {
			return t
		}
	}
	return ""
}

// value turns a parameter's words into what its schema wants: text as it is, everything else as JSON.
func value(s *jsonschema.Schema, text string) (json.RawMessage, error) {
	kind := ""
	if s != nil {
		kind = typeOf(s)
	}
	if kind == "" || kind == "string" || !json.Valid([]byte(text)) {
		return json.Marshal(text) // where the schema wants something else, validation says so
	}
	return json.RawMessage(text), nil
}
