package tools

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/assistant"
)

// The bounds of a form. What goes beyond them is one field, as JSON.
const (
	maxFields     = 40 // of a form
	maxFieldsDeep = 4  // objects and lists within each other
	maxEntries    = 10 // of a list whose entries have fields of their own
	maxOptions    = 100
	maxFieldJSON  = 20_000 // bytes
)

// FormOf are the fields of a form by which people change the arguments of a call: those that it has, as the tool's schema says what they
// are. Objects and lists are gone into; what cannot be written in fields of its own is one field, as JSON. Nothing is nil, so that it can
// be told from a form that nobody made.
func (t Tool) FormOf(arguments json.RawMessage) []assistant.FormField {
	out := []assistant.FormField{}
	var given map[string]json.RawMessage
	if json.Unmarshal(arguments, &given) != nil {
		return out
	}
	f := forming{t.Arguments}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		at := assistant.Path{{Name: name}}
		s, err := Within(t.Arguments, at)
		if err != nil {
			continue // no such argument is let pass
		}
		fields := f.fields(s, given[name], at)
		if len(out)+len(fields) > maxFields {
			fields = asJSON(given[name], at)
		}
		if len(out)+len(fields) <= maxFields {
			out = append(out, fields...)
		}
	}
	return out
}

// forming makes fields of values.
type forming struct{ root *jsonschema.Schema }

// fields are those of one value.
func (f forming) fields(s *jsonschema.Schema, value json.RawMessage, at assistant.Path) []assistant.FormField {
	if field, ok := f.field(s, value); ok {
		field.Key = at.String()
		return []assistant.FormField{field}
	}
	parts, ok := f.parts(s, value)
	if !ok || len(at) >= maxFieldsDeep {
		return asJSON(value, at)
	}
	var out []assistant.FormField
	for _, p := range parts {
		if out = append(out, f.fields(p.schema, p.value, at.To(p.at))...); len(out) > maxFields {
			return asJSON(value, at)
		}
	}
	return out
}

// part is what stands within a value, with its schema.
type part struct {
	at     assistant.Part
	schema *jsonschema.Schema
	value  json.RawMessage
}

// parts are what stands within an object, or within a list that is short enough.
func (f forming) parts(s *jsonschema.Schema, value json.RawMessage) (out []part, ok bool) {
	var object map[string]json.RawMessage
	var list []json.RawMessage
	switch {
	case json.Unmarshal(value, &object) == nil && object != nil:
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if name == "" {
				return nil, false
			}
			out = append(out, part{at: assistant.Part{Name: name}, value: object[name]})
		}
	case json.Unmarshal(value, &list) == nil && list != nil:
		for i := range list {
			out = append(out, part{at: assistant.Part{Index: i}, value: list[i]})
		}
		if len(list) > maxEntries {
			return nil, false
		}
	}
	for i := range out {
		if s == nil {
			continue
		}
		inside, err := inside(s, out[i].at, nil)
		if err != nil {
			return nil, false
		}
		out[i].schema = followed(f.root, inside)
	}
	return out, len(out) > 0
}

// field is the one field that a value is written in, where it has no parts that are fields themselves.
func (f forming) field(s *jsonschema.Schema, value json.RawMessage) (assistant.FormField, bool) {
	var out assistant.FormField
	kind, plain := assistant.PlainField(value)
	if !plain {
		return f.lines(s, value)
	}
	out.Kind = kind
	if kind != assistant.FieldText || s == nil {
		return out, true
	}
	if out.Options = assistant.OptionsOf(optionsOf(s, assistant.TextOf(value))...); out.Options != nil {
		out.Kind = assistant.FieldChoice
	} else if s.Format == "date" {
		out.Kind = assistant.FieldDate
	}
	return out, true
}

// optionsOf are the texts that a schema lets be chosen; nil where they are no choice that a form could offer.
func optionsOf(s *jsonschema.Schema, chosen string) []string {
	var out []string
	for _, one := range s.Enum {
		text, ok := one.(string)
		if !ok || strings.TrimSpace(text) != text || text == "" {
			return nil
		}
		out = append(out, text)
	}
	if len(out) > maxOptions || !slices.Contains(out, chosen) {
		return nil
	}
	return out
}

// lines is the field of a list of texts or numbers, an entry a line.
func (f forming) lines(s *jsonschema.Schema, value json.RawMessage) (assistant.FormField, bool) {
	var list []json.RawMessage
	if s == nil || json.Unmarshal(value, &list) != nil || list == nil {
		return assistant.FormField{}, false
	}
	out := assistant.FormField{Kind: assistant.FieldLines, Entries: assistant.FieldText}
	types := TypesOf(followed(f.root, s.Items))
	switch {
	case len(types) != 1 || len(s.PrefixItems) > 0:
		return out, false
	case types[0] == "integer" || types[0] == "number":
		out.Entries = assistant.FieldNumber
	case types[0] != "string":
		return out, false
	}
	for _, one := range list {
		text := assistant.TextOf(one)
		kind, plain := assistant.PlainField(one)
		if !plain || kind != out.Entries || strings.TrimSpace(text) != text || text == "" || strings.ContainsAny(text, "\n\r") {
			return out, false
		}
	}
	return out, true
}

// asJSON is the one field of a value that is written as JSON; none where it is longer than anybody would write, or nothing.
func asJSON(value json.RawMessage, at assistant.Path) []assistant.FormField {
	if len(value) > maxFieldJSON || string(value) == "null" {
		return nil
	}
	return []assistant.FormField{{Key: at.String(), Kind: assistant.FieldJSON}}
}
