package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/assistant"
)

// The bounds of a schema, and of what is checked against it. Schemas come from outside: none may cost more than it is worth, nor go
// in circles.
const (
	maxSchema      = 64 << 10   // bytes
	maxSchemaParts = 4_000      // schemas within it
	maxSchemaDeep  = 48         // of them within each other
	maxDeep        = 16         // lists and objects within each other, in what is checked
	maxWork        = 20_000_000 // schemas that are held against values, in one check
)

var (
	errSchemaSize   = fmt.Errorf("it is longer than %d kB; say less in it, or offer the tool in parts", maxSchema>>10)
	errSchemaParts  = errors.New("it has too many parts, or goes in circles; write what repeats once, under $defs, and refer to it")
	errSchemaCircle = errors.New("it refers back to itself without going into a value, so nothing could ever be checked against it; take that reference out")
	errDeep         = fmt.Errorf("lists and objects stand in each other more than %d deep; put them flatter", maxDeep)
	errWork         = errors.New("there is too much of it for so manifold a schema; give less at once")

	errSchemaDynamic = errors.New("it has anchors, or references that hang on them; refer by place instead, like #/$defs/name")
)

// check is a schema that values can be held against.
type check struct {
	schema *jsonschema.Resolved
	work   [maxDeep + 1]int // how many schemas one value may be held against, by how deep values stand in it; saturated
}

// checkOf prepares a schema. Its error says what is wrong with it, and how it would be right.
func checkOf(s *jsonschema.Schema) (check, error) {
	parts := 0
	if !bounded(s, maxSchemaDeep, &parts) {
		return check{}, errSchemaParts
	}
	if raw, err := json.Marshal(s); err != nil {
		return check{}, fmt.Errorf("it cannot be written as JSON: %w", err)
	} else if len(raw) > maxSchema {
		return check{}, errSchemaSize
	}
	s = s.CloneSchemas()
	var out check
	w := worker{root: s, known: map[workOf]int{}}
	for deep := range out.work {
		out.work[deep] = w.work(s, deep)
	}
	if w.wrong != nil {
		return check{}, w.wrong
	}
	var err error
	if out.schema, err = s.Resolve(nil); err != nil {
		return check{}, err
	}
	return out, nil
}

// bears tells whether a value can be held against the schema in a moment.
func (c check) bears(value json.RawMessage) error {
	deep, n := 0, 0
	_, err := assistant.Walk(value, nil, func(_ json.RawMessage, at assistant.Path) (json.RawMessage, bool, error) {
		deep, n = max(deep, len(at)), n+1
		return nil, false, nil
	})
	if err != nil || deep > maxDeep {
		return errDeep
	}
	if n > maxWork/c.work[deep] {
		return errWork
	}
	return nil
}

// bounded tells whether a schema ends. One that was made in Go may lead back to itself.
func bounded(s *jsonschema.Schema, deep int, parts *int) bool {
	if *parts++; *parts > maxSchemaParts || deep == 0 {
		return false
	}
	for _, one := range within(s) {
		if !bounded(one, deep-1, parts) {
			return false
		}
	}
	return true
}

// within are all schemas that stand right in a schema.
func within(s *jsonschema.Schema) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	add := func(one *jsonschema.Schema) {
		if one != nil {
			out = append(out, one)
		}
	}
	for _, field := range reflect.ValueOf(s).Elem().Fields() {
		switch v := field.Interface().(type) {
		case *jsonschema.Schema:
			add(v)
		case []*jsonschema.Schema:
			for _, one := range v {
				add(one)
			}
		case map[string]*jsonschema.Schema:
			for _, one := range v {
				add(one)
			}
		}
	}
	return out
}

type workOf struct {
	schema *jsonschema.Schema
	deep   int
}

// worker counts how many schemas a value may be held against: references and alternatives multiply.
type worker struct {
	root  *jsonschema.Schema
	known map[workOf]int // -1 for one that is being counted
	wrong error
}

func (w *worker) work(s *jsonschema.Schema, deep int) int {
	if s == nil || w.wrong != nil {
		return 0
	}
	key := workOf{s, deep}
	if n, ok := w.known[key]; ok {
		if n < 0 {
			w.wrong = errSchemaCircle
		}
		return n
	}
	w.known[key] = -1
	n := 1
	for _, one := range w.beside(s) {
		n = min(n+w.work(one, deep), maxWork+1)
	}
	if deep > 0 {
		n = min(n+w.below(s, deep-1), maxWork+1)
	}
	w.known[key] = n
	return n
}

// beside are the schemas that the same value is held against.
func (w *worker) beside(s *jsonschema.Schema) []*jsonschema.Schema {
	if s.ID != "" && s != w.root || s.Anchor != "" || s.DynamicAnchor != "" || s.DynamicRef != "" {
		w.wrong = errSchemaDynamic
	}
	out := append(append(append([]*jsonschema.Schema{s.Not, s.If, s.Then, s.Else}, s.AllOf...), s.AnyOf...), s.OneOf...)
	for _, all := range []map[string]*jsonschema.Schema{s.DependentSchemas, s.DependencySchemas} {
		for _, one := range all {
			out = append(out, one)
		}
	}
	if s.Ref != "" {
		to := Referred(w.root, s.Ref)
		switch {
		case to == nil && strings.HasPrefix(s.Ref, "#") && !strings.HasPrefix(s.Ref, "#/"):
			w.wrong = errSchemaDynamic // whichever of the anchor and the reference is met first
		case to == nil:
			w.wrong = fmt.Errorf("it refers to %.80q, which is no place within it that can be followed; put what is meant under $defs", s.Ref)
		}
		out = append(out, to)
	}
	return out
}

// below counts what one value within a value may be held against.
func (w *worker) below(s *jsonschema.Schema, deep int) int {
	n, most := 0, 0
	for _, one := range []*jsonschema.Schema{
		s.Items, s.AdditionalItems, s.Contains, s.UnevaluatedItems, s.AdditionalProperties, s.PropertyNames, s.UnevaluatedProperties,
	} {
		n += w.work(one, deep)
	}
	for _, one := range s.PatternProperties {
		n = min(n+w.work(one, deep), maxWork+1)
	}
	for _, one := range s.Properties {
		most = max(most, w.work(one, deep))
	}
	for _, one := range append(append([]*jsonschema.Schema{}, s.PrefixItems...), s.ItemsArray...) {
		most = max(most, w.work(one, deep))
	}
	return n + most
}

// Referred is the schema at a place within another, written like #/$defs/name; nil where there is none.
func Referred(root *jsonschema.Schema, ref string) *jsonschema.Schema {
	at, rest := root, strings.TrimPrefix(ref, "#")
	if rest == ref || strings.Contains(ref, "%") {
		return nil
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for rest != "" && at != nil {
		var kind, name string
		kind, rest, _ = strings.Cut(strings.TrimPrefix(rest, "/"), "/")
		switch kind {
		case "items":
			at = at.Items
			continue
		case "additionalProperties":
			at = at.AdditionalProperties
			continue
		}
		name, rest, _ = strings.Cut(rest, "/")
		name = unescape.Replace(name)
		switch kind {
		case "$defs":
			at = at.Defs[name]
		case "definitions":
			at = at.Definitions[name]
		case "properties":
			at = at.Properties[name]
		default:
			return nil
		}
	}
	return at
}
