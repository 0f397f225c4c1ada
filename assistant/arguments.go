package assistant

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Argument is one of a call's arguments that a person may change while approving it: a text, a number, a yes or no. Lists and what has
// parts of its own are left as they are.
type Argument struct {
	Name  string
	Value string // as it is written in a form
	Long  bool   // it has several lines, or may need them
	kind  argumentKind
}

type argumentKind int

const (
	textArgument argumentKind = iota
	numberArgument
	boolArgument
)

const longArgument = 80 // characters, from which on a form has several lines for it

// EditableArguments are those arguments that a form can change, by name.
func EditableArguments(raw json.RawMessage) []Argument {
	given := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &given) != nil {
		return nil
	}
	var out []Argument
	for name, value := range given {
		if a, ok := argumentOf(name, value); ok {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b Argument) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func argumentOf(name string, raw json.RawMessage) (Argument, bool) {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return Argument{}, false
	}
	switch v := v.(type) {
	case string:
		return Argument{Name: name, Value: v, Long: strings.Contains(v, "\n") || len(v) > longArgument}, true
	case float64:
		return Argument{Name: name, Value: strings.TrimSpace(string(raw)), kind: numberArgument}, true
	case bool:
		return Argument{Name: name, Value: strconv.FormatBool(v), kind: boolArgument}, true
	default:
		return Argument{}, false
	}
}

var errArgument = errors.New("this argument cannot be changed")

// WithArguments are the arguments with some of the editable ones as a form gives them. What the form leaves out stays; what it gives
// that is no argument is refused.
func WithArguments(raw json.RawMessage, form map[string]string) (json.RawMessage, error) {
	given := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, fmt.Errorf("read the arguments: %w", err)
	}
	editable := EditableArguments(raw)
	for name, value := range form {
		i := slices.IndexFunc(editable, func(a Argument) bool { return a.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%w: %s", errArgument, name)
		}
		text := strings.TrimSpace(value)
		if text == strings.TrimSpace(editable[i].Value) {
			continue
		}
		var written any = value
		switch editable[i].kind {
		case numberArgument:
			written = json.Number(text)
		case boolArgument:
			is, err := strconv.ParseBool(strings.ToLower(text))
			if err != nil {
				return nil, fmt.Errorf("%s is true or false: %w", name, err)
			}
			written = is
		case textArgument:
		}
		one, err := json.Marshal(written)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", name, err)
		}
		given[name] = one
	}
	out, err := json.Marshal(given)
	if err != nil {
		return nil, fmt.Errorf("write the arguments: %w", err)
	}
	return out, nil
}

// ArgumentChanges are the differences between the arguments that were proposed and those that a person wants, by name.
func ArgumentChanges(was, is json.RawMessage) []Field {
	before, after := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if json.Unmarshal(was, &before) != nil || json.Unmarshal(is, &after) != nil {
		return nil
	}
	var out []Field
	for name := range after {
		if _, known := before[name]; !known {
			before[name] = nil
		}
	}
	for name, old := range before {
		f := Field{Name: name, Old: argumentWords(old), New: argumentWords(after[name])}
		if f.Old != f.New {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// argumentWords is an argument as people read it: a text without its quotes.
func argumentWords(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	canonical, err := canonicalJSON(raw)
	if err != nil || string(canonical) == "null" {
		return ""
	}
	return string(canonical)
}
