package tools

import (
	"encoding/json"
	"math"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/assistant"
)

// sampler makes up a value of a schema.
type sampler struct {
	root  *jsonschema.Schema
	words string // where a text is wanted
	left  int    // how many values may be made: what recurs may demand any number
}

const maxSample = 200 // values within each other

// Stand stands for a value that is not there yet, at a place among the tool's arguments: it is of a type that the place takes, and
// where that is a text, it is the words.
func (t Tool) Stand(at assistant.Path, words string) json.RawMessage {
	s, err := Within(t.Arguments, at)
	if err != nil {
		s = nil // whoever checks the arguments says what is wrong with them
	}
	of := sampler{t.Arguments, words, maxSample}
	return of.value(s)
}

func (m *sampler) value(s *jsonschema.Schema) json.RawMessage {
	m.left--
	types := TypesOf(s)
	if len(types) == 0 || types[0] == "string" && s.Enum == nil && s.Const == nil || m.left < 0 {
		return written(m.words)
	}
	switch {
	case s.Const != nil:
		return written(*s.Const)
	case len(s.Enum) > 0:
		return written(s.Enum[0])
	}
	switch types[0] {
	case "object":
		return m.object(s)
	case "array":
		items := []json.RawMessage{}
		for s.MinItems != nil && len(items) < *s.MinItems && m.left > 0 {
			items = append(items, m.value(followed(m.root, s.Items)))
		}
		return written(items)
	case "boolean":
		return written(false)
	case "integer", "number":
		return written(least(s))
	}
	return written(m.words)
}

func (m *sampler) object(s *jsonschema.Schema) json.RawMessage {
	fields := map[string]json.RawMessage{}
	for _, name := range s.Required {
		fields[name] = m.value(followed(m.root, s.Properties[name]))
	}
	return written(fields)
}

// least is the whole number nearest to nothing that a schema lets pass.
func least(s *jsonschema.Schema) int64 {
	n := 0.0
	if s.Minimum != nil {
		n = max(n, math.Ceil(*s.Minimum))
	}
	if s.ExclusiveMinimum != nil {
		n = max(n, math.Floor(*s.ExclusiveMinimum)+1)
	}
	if s.Maximum != nil {
		n = min(n, math.Floor(*s.Maximum))
	}
	if s.ExclusiveMaximum != nil {
		n = min(n, math.Ceil(*s.ExclusiveMaximum)-1)
	}
	return int64(min(max(n, -1<<53), 1<<53))
}

// written is a value as JSON. Everything in a schema was read from JSON, or can be written.
func written(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return raw
}
