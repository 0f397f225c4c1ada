package assistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Values are the fields of a result, each of them JSON: a text, a number, a list, an object.
type Values map[string]json.RawMessage

// ValuesOf are the fields of a struct by their names in JSON. What JSON has no object for has none.
func ValuesOf(v any) Values {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var out Values
	if json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}

// Text returns a field as people read it, see [TextOf], or "".
func (v Values) Text(name string) string { return TextOf(v[name]) }

// At returns the value at a path. Its error continues the name of the owner of the values: "the step has no … in …".
func (v Values) At(path string) (json.RawMessage, error) {
	if whole, ok := v[path]; ok {
		return whole, nil // a tool that says nothing of its result may call a field anything
	}
	p, err := ParsePath(path)
	if err != nil {
		return nil, err
	}
	at, ok := v[p[0].Name]
	if !ok {
		return nil, fmt.Errorf("has no %q among its results", p[:1])
	}
	for i, part := range p[1:] {
		if at, err = part.in(at, p[:i+1]); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// in is the part of a value; at is where the value stands, for the error.
func (p Part) in(value json.RawMessage, at Path) (json.RawMessage, error) {
	if p.Name != "" {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil {
			return nil, fmt.Errorf("has no %q in %q, which has no fields", p.Name, at)
		}
		if one, ok := object[p.Name]; ok {
			return one, nil
		}
		return nil, fmt.Errorf("has no %q in %q", p.Name, at)
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		return nil, fmt.Errorf("has no list in %q", at)
	}
	if p.Index < len(list) {
		return list[p.Index], nil
	}
	return nil, fmt.Errorf("has %d entries in %q, counted from 0, and none at %d", len(list), at, p.Index)
}

// Texts are all texts and numbers among the values, at any depth, in a fixed order.
func (v Values) Texts() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		_, _ = Walk(v[name], Path{{Name: name}}, func(one json.RawMessage, _ Path) (json.RawMessage, bool, error) {
			plain := !begins(one, '{') && !begins(one, '[')
			if plain {
				out = append(out, TextOf(one))
			}
			return one, plain, nil
		}) // what stands too deep is no text that anybody says
	}
	return out
}

// TextOf is a value as people read it: a text without its quotes, a list with an entry a line, nothing for null.
func TextOf(value json.RawMessage) string {
	var text string
	if begins(value, '"') && json.Unmarshal(value, &text) == nil {
		return text
	}
	var list []json.RawMessage
	if begins(value, '[') && json.Unmarshal(value, &list) == nil {
		lines := make([]string, len(list))
		for i, one := range list {
			lines[i] = line(one)
		}
		return strings.Join(lines, "\n")
	}
	return line(value)
}

// line is a value on a line of its own.
func line(value json.RawMessage) string {
	var text string
	if begins(value, '"') && json.Unmarshal(value, &text) == nil {
		return text
	}
	canonical, err := canonicalJSON(value)
	if err != nil {
		return string(value) // nobody can calculate with it, but it can be read
	}
	if string(canonical) == "null" {
		return ""
	}
	return string(canonical)
}

func begins(raw json.RawMessage, with byte) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return len(raw) > 0 && raw[0] == with
}

// maxNested is how deep lists and objects may stand in each other, where somebody goes through them.
const maxNested = 16

var errNested = fmt.Errorf("lists and objects stand in each other more than %d deep", maxNested)

// Walk visits a value at a path and everything in it. If visit accepts a value, its result replaces the value and nothing inside is
// visited. Unchanged values keep their bytes.
func Walk(value json.RawMessage, at Path, visit func(one json.RawMessage, at Path) (now json.RawMessage, taken bool, err error)) (json.RawMessage, error) {
	if now, taken, err := visit(value, at); taken || err != nil {
		return now, err
	}
	object, list := begins(value, '{'), begins(value, '[')
	switch {
	case (object || list) && len(at) > maxNested:
		return nil, fmt.Errorf("%s: %w", at[:1], errNested)
	case object:
		var all map[string]json.RawMessage
		if err := json.Unmarshal(value, &all); err != nil {
			return nil, fmt.Errorf("read %s: %w", at, err)
		}
		changed := false
		for _, name := range slices.Sorted(maps.Keys(all)) {
			now, err := Walk(all[name], at.To(Part{Name: name}), visit)
			if err != nil {
				return nil, err
			}
			changed, all[name] = changed || !bytes.Equal(now, all[name]), now
		}
		return walked(value, all, changed)
	case list:
		var all []json.RawMessage
		if err := json.Unmarshal(value, &all); err != nil {
			return nil, fmt.Errorf("read %s: %w", at, err)
		}
		changed := false
		for i, one := range all {
			now, err := Walk(one, at.To(Part{Index: i}), visit)
			if err != nil {
				return nil, err
			}
			changed, all[i] = changed || !bytes.Equal(now, one), now
		}
		return walked(value, all, changed)
	}
	return value, nil
}

func walked(was json.RawMessage, is any, changed bool) (json.RawMessage, error) {
	if !changed {
		return was, nil
	}
	raw, err := json.Marshal(is)
	if err != nil {
		return nil, fmt.Errorf("write a value: %w", err)
	}
	return raw, nil
}

// apart parts the texts from everything else: versions before values read nothing but texts.
func (v Values) apart() (texts, others Values) {
	for name, value := range v {
		to := &texts
		if !begins(value, '"') {
			to = &others
		}
		if *to == nil {
			*to = Values{}
		}
		(*to)[name] = value
	}
	return texts, others
}
