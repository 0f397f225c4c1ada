package assistant

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Reference stands in a step's parameters for what an earlier step of the run brings about: {"$from":"draft","field":"html"}. Its
// field is a [Path] into that step's result: {"$from":"list","field":"items[0].url"}. It may stand wherever a value may, also within
// lists and objects. In the middle of a text it is a part of {"$text":["See ",{"$from":"list","field":"items[0].url"},"."]}.
type Reference struct {
	From  string `json:"$from"` // the earlier step's key
	Field string `json:"field"` // of its result
}

// Placed is a reference, and where it stands among the parameters.
type Placed struct {
	Reference
	At     Path
	InText bool // it is a part of a text
}

// mixed is a text that is put together.
type mixed struct {
	Parts []json.RawMessage `json:"$text"`
}

var errMixed = errors.New("$text is a list of texts and references")

// References lists the references among a step's parameters, in the order of their places.
func References(parameters json.RawMessage) ([]Placed, error) {
	var out []Placed
	_, err := Resolve(parameters, func(r Placed) (json.RawMessage, error) {
		out = append(out, r)
		return json.RawMessage("null"), nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Unfinished tells whether parameters hang on what earlier steps have yet to bring about.
func Unfinished(parameters json.RawMessage) bool {
	open, err := References(parameters)
	return err == nil && len(open) > 0
}

// Renamed is a step's parameters that refer to other steps, by the keys of those that they referred to.
func Renamed(parameters json.RawMessage, keys map[string]string) (json.RawMessage, error) {
	given := map[string]json.RawMessage{}
	if err := json.Unmarshal(parameters, &given); err != nil {
		return nil, fmt.Errorf("read parameters: %w", err)
	}
	rename := func(raw json.RawMessage) (json.RawMessage, bool, error) {
		r, refers := ReferenceOf(raw)
		to, known := keys[r.From]
		if !refers || !known {
			return raw, refers, nil
		}
		r.From = to
		now, err := json.Marshal(r)
		return now, true, err
	}
	for name, value := range given {
		now, err := Walk(value, nil, func(one json.RawMessage, _ Path) (json.RawMessage, bool, error) { return rename(one) })
		if err != nil {
			return nil, err
		}
		given[name] = now
	}
	return json.Marshal(given)
}

// Resolve puts a value in the place of every reference among a step's parameters: as it is where the reference stands alone, as its
// [TextOf] in the middle of a text. What value refuses is returned.
func Resolve(parameters json.RawMessage, value func(Placed) (json.RawMessage, error)) (json.RawMessage, error) {
	given := map[string]json.RawMessage{}
	if len(parameters) > 0 {
		if err := json.Unmarshal(parameters, &given); err != nil {
			return nil, fmt.Errorf("read parameters: %w", err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		now, err := Walk(given[name], Path{{Name: name}}, func(one json.RawMessage, at Path) (json.RawMessage, bool, error) {
			return resolve(one, at, value)
		})
		if err != nil {
			return nil, err
		}
		given[name] = now
	}
	raw, err := json.Marshal(given)
	if err != nil {
		return nil, fmt.Errorf("write parameters: %w", err)
	}
	return raw, nil
}

// resolve puts something in the place of a reference, and of a text with references in it.
func resolve(raw json.RawMessage, at Path, value func(Placed) (json.RawMessage, error)) (_ json.RawMessage, refers bool, err error) {
	if r, ok := ReferenceOf(raw); ok {
		out, err := resolved(Placed{Reference: r, At: at}, value)
		return out, true, err
	}
	var m mixed
	if isMixed := begins(raw, '{') && json.Unmarshal(raw, &m) == nil && m.Parts != nil; !isMixed {
		return nil, false, nil
	}
	out, err := m.resolve(at, value)
	return out, true, err
}

func resolved(r Placed, value func(Placed) (json.RawMessage, error)) (json.RawMessage, error) {
	out, err := value(r)
	if err != nil {
		return nil, fmt.Errorf("parameter %s: %w", r.At, err)
	}
	return out, nil
}

// resolve puts the text together.
func (m mixed) resolve(at Path, value func(Placed) (json.RawMessage, error)) (json.RawMessage, error) {
	var out strings.Builder
	for _, part := range m.Parts {
		r, refers := ReferenceOf(part)
		if !refers && !begins(part, '"') {
			return nil, fmt.Errorf("parameter %s: %w", at, errMixed)
		}
		if refers {
			var err error
			if part, err = resolved(Placed{Reference: r, At: at, InText: true}, value); err != nil {
				return nil, err
			}
		}
		out.WriteString(TextOf(part))
	}
	return json.Marshal(out.String())
}

// ReferenceOf reads a value that stands for an earlier step's result.
func ReferenceOf(value json.RawMessage) (Reference, bool) {
	var r Reference
	if !begins(value, '{') {
		return r, false
	}
	err := json.Unmarshal(value, &r)
	return r, err == nil && r.From != ""
}
