package tools

import (
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// The bounds of a shape: a longer one is no help to whoever reads it.
const (
	maxShape      = 200 // bytes
	maxShapeParts = 60  // schemas
	maxShapeDeep  = 4   // of them within each other
)

// Shape is what an argument takes, on a line that a model reads: integer, string[], {url*, size: integer}[]. A name without a type is that
// of a text, one with * has to be there. Where the whole would be too long, only the type is said; "" stands for anything.
func (t Tool) Shape(argument string) string {
	return shapeOf(t.Arguments, t.Arguments.Properties[argument], true)
}

// Gives lists the fields of its result that later steps may refer to, with the shape of those that are no texts: items: {url}[]. A tool
// that does not say them may be referred to by any.
func (t Tool) Gives() []string {
	if t.Result == nil {
		return nil
	}
	out := Properties(t.Result)
	for i, name := range out {
		out[i] = shaped(name, shapeOf(t.Result, t.Result.Properties[name], false))
	}
	return out
}

func shapeOf(root, s *jsonschema.Schema, demands bool) string {
	f := &shaping{root: root, demands: demands}
	if out := f.shape(s, 0); len(out) <= maxShape && f.parts <= maxShapeParts {
		return out
	}
	return typeOf(followed(root, s))
}

// shaping writes a shape.
type shaping struct {
	root    *jsonschema.Schema
	demands bool // it says what has to be there
	parts   int  // what it has gone through
}

func (f *shaping) shape(s *jsonschema.Schema, deep int) string {
	f.parts++
	s = followed(f.root, s)
	kind := typeOf(s)
	switch {
	case deep == maxShapeDeep || f.parts > maxShapeParts:
		return kind
	case kind == "array" && s.Items != nil:
		if entry := f.shape(s.Items, deep+1); entry != "" {
			return entry + "[]"
		}
	case kind == "object" && len(s.Properties) > 0:
		return f.fields(s, deep)
	case kind == "string" && len(s.Enum) > 0 && deep > 0:
		return choice(s)
	}
	return kind
}

// fields are the properties of an object, each with its shape.
func (f *shaping) fields(s *jsonschema.Schema, deep int) string {
	var out []string
	for _, name := range Properties(s) {
		if f.parts > maxShapeParts {
			break
		}
		shape := f.shape(s.Properties[name], deep+1)
		if f.demands && slices.Contains(s.Required, name) {
			name += "*"
		}
		out = append(out, shaped(name, shape))
	}
	return "{" + strings.Join(out, ", ") + "}"
}

func shaped(name, shape string) string {
	if shape == "" || shape == "string" {
		return name
	}
	return name + ": " + shape
}

// choice are the texts that may stand there.
func choice(s *jsonschema.Schema) string {
	var out []string
	for _, one := range s.Enum {
		if text, ok := one.(string); ok {
			out = append(out, text)
		}
	}
	return strings.Join(out, "|")
}

// typeOf is the one type that a value may have, null aside; "" where there are several, or none is said.
func typeOf(s *jsonschema.Schema) string {
	if types := TypesOf(s); len(types) == 1 {
		return types[0]
	}
	return ""
}
