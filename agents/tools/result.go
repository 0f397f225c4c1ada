package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/assistant"
)

// ErrResult: a tool's result does not match its own schema. The error's text says how, for whoever runs the assistant.
var ErrResult = errors.New("its result does not fit")

// checks prepares the tool's schemas. That of the result demands no field: what a tool has done is done, whatever it tells of it.
func (t Tool) checks() (out checked, err error) {
	if out.arguments, err = checkOf(t.Arguments); err != nil {
		return out, fmt.Errorf("its arguments' schema: %w", err)
	}
	if t.Result == nil {
		return out, nil
	}
	fields := *t.Result
	fields.Required = nil
	if out.result, err = checkOf(&fields); err != nil {
		return out, fmt.Errorf("its result's schema: %w", err)
	}
	return out, nil
}

// Fitting is a result with those of its fields that fit the schema of the tool of that name. What does not fit is nothing that later
// steps may build on; everything else of what was done stays. The error is [ErrResult] and names each field that was left out.
func (r *Registry) Fitting(tool string, result assistant.Result) (assistant.Result, error) {
	against := r.checks[tool].result
	if against.schema == nil || against.fits(result.Fields) == nil {
		return result, nil
	}
	kept, wrong := assistant.Values{}, []error{}
	for _, name := range slices.Sorted(maps.Keys(result.Fields)) {
		one := assistant.Values{name: result.Fields[name]}
		if err := against.fits(one); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w: %w", tool, ErrResult, err))
			continue
		}
		kept[name] = one[name]
	}
	result.Fields = kept
	return result, errors.Join(wrong...)
}

// fits tells how fields do not fit.
func (c check) fits(v assistant.Values) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("it is no JSON: %w", err)
	}
	if err := c.bears(raw); err != nil {
		return err
	}
	var fields any
	if err := json.Unmarshal(raw, &fields); err != nil {
		return fmt.Errorf("it is no JSON: %w", err)
	}
	if err := c.schema.Validate(fields); err != nil {
		return errors.New(plainly(err))
	}
	return nil
}

// Within is the schema of what a path leads to; nil where the schema leaves open what is there. Its error says where the path leads
// nowhere, and what there is.
func Within(root *jsonschema.Schema, path assistant.Path) (*jsonschema.Schema, error) {
	at := root
	for i, part := range path {
		if at = followed(root, at); at == nil {
			return nil, nil
		}
		next, err := inside(at, part, path[:i])
		if next == nil || err != nil {
			return nil, err
		}
		at = next
	}
	return followed(root, at), nil
}

// followed is the schema that a reference leads to; nil where several may hold, so that nobody can say which.
func followed(root, s *jsonschema.Schema) *jsonschema.Schema {
	for range maxSchemaDeep {
		if s == nil || s.AllOf != nil || s.AnyOf != nil || s.OneOf != nil || s.If != nil {
			return nil
		}
		if s.Ref == "" {
			return s
		}
		s = Referred(root, s.Ref)
	}
	return nil
}

// inside is the schema of one part of what stands at a place.
func inside(s *jsonschema.Schema, part assistant.Part, at assistant.Path) (*jsonschema.Schema, error) {
	if part.InList() {
		switch {
		case !mayBe(s, "array"):
			return nil, fmt.Errorf("%q is no list", at)
		case part.Index < len(s.PrefixItems):
			return s.PrefixItems[part.Index], nil
		}
		return s.Items, nil
	}
	one, known := s.Properties[part.Name]
	switch {
	case known:
		return one, nil
	case !mayBe(s, "object"):
		return nil, fmt.Errorf("%q has no fields, so there is no %q in it", at, part.Name)
	case len(s.PatternProperties) > 0, len(s.Properties) == 0 && s.AdditionalProperties == nil:
		return nil, nil
	case s.AdditionalProperties != nil && s.AdditionalProperties.Not == nil:
		return s.AdditionalProperties, nil
	}
	return nil, fmt.Errorf("there is no %q%s; there is %s", part.Name, in(at), strings.Join(Properties(s), ", "))
}

func in(at assistant.Path) string {
	if len(at) == 0 {
		return ""
	}
	return " in " + at.String()
}

// TypesOf are the types that a value may have by its schema, null aside; nil where it says none.
func TypesOf(s *jsonschema.Schema) []string {
	if s == nil {
		return nil
	}
	if s.Type != "" {
		return []string{s.Type}
	}
	return slices.DeleteFunc(slices.Clone(s.Types), func(t string) bool { return t == "null" })
}

func mayBe(s *jsonschema.Schema, kind string) bool {
	types := TypesOf(s)
	return len(types) == 0 || slices.Contains(types, kind)
}

// holds tells whether there is an argument at a place, which is written as [assistant.Path.Under] has it.
func (t Tool) holds(place string) bool {
	path, err := assistant.ParsePath(strings.ReplaceAll(place, "[]", "[0]"))
	if err != nil {
		return false
	}
	_, err = Within(t.Arguments, path)
	return err == nil
}
