package assistant

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Further kinds of field, beside those of connections.
const (
	FieldNumber FieldKind = "number" // in digits
	FieldYesNo  FieldKind = "yes_no" // true or false
	FieldChoice FieldKind = "choice" // one of its options
	FieldDate   FieldKind = "date"   // 2026-12-31
	FieldLines  FieldKind = "lines"  // a list, an entry a line
	FieldJSON   FieldKind = "json"   // anything, as JSON; for where there is room for it
)

// FormField is one field of a form: where among the arguments its value stands, and what may be written into it.
type FormField struct {
	At      string    `json:"at"` // a [Path]
	Kind    FieldKind `json:"kind"`
	Entries FieldKind `json:"entries,omitempty"` // what each entry of lines is: a text or a number
	Options []string  `json:"options,omitempty"` // of a choice
	Value   string    `json:"-"`                 // as it is written in the form
	Long    bool      `json:"-"`                 // it has several lines, or may need them
}

const longField = 80 // characters, from which on a form has several lines for it

// FormFields are the fields of a form that changes what the action would be done with, as it stands.
func (a Approval) FormFields() []FormField {
	of := a.Form
	if of == nil {
		of = plainFields(a.Arguments)
	}
	var out []FormField
	for _, f := range of {
		value, err := argumentAt(a.Arguments, f.At)
		if err != nil {
			continue
		}
		f.Value = fieldText(f, value)
		f.Long = f.Kind == FieldLines || f.Kind == FieldJSON || f.Kind == FieldText && (strings.Contains(f.Value, "\n") || len(f.Value) > longField)
		out = append(out, f)
	}
	return out
}

// plainFields are those of arguments whose schema was not looked at, as earlier versions kept them: texts, numbers, a yes or no.
func plainFields(raw json.RawMessage) []FormField {
	given := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &given) != nil {
		return nil
	}
	var out []FormField
	for name, value := range given {
		if kind, ok := PlainField(value); ok {
			out = append(out, FormField{At: Path{{Name: name}}.String(), Kind: kind})
		}
	}
	slices.SortFunc(out, func(a, b FormField) int { return strings.Compare(a.At, b.At) })
	return out
}

// PlainField is the kind of field a value has by itself: a text, a number, a yes or no has one.
func PlainField(value json.RawMessage) (FieldKind, bool) {
	var v any
	if json.Unmarshal(value, &v) != nil {
		return "", false
	}
	switch v.(type) {
	case string:
		return FieldText, true
	case float64:
		return FieldNumber, true
	case bool:
		return FieldYesNo, true
	default:
		return "", false
	}
}

func argumentAt(arguments json.RawMessage, at string) (json.RawMessage, error) {
	var given Values
	if err := json.Unmarshal(arguments, &given); err != nil {
		return nil, fmt.Errorf("read the arguments: %w", err)
	}
	return given.At(at)
}

// fieldText is a value as it is written in its field.
func fieldText(f FormField, value json.RawMessage) string {
	if f.Kind == FieldJSON {
		return string(value)
	}
	if f.Kind == FieldNumber {
		return strings.TrimSpace(string(value))
	}
	return TextOf(value)
}

// FieldError is what is wrong with what is written into a field of a form.
type FieldError struct {
	At  string // the field's place
	err error
}

// Error implements error. It is for operators.
func (e *FieldError) Error() string { return e.At + ": " + e.err.Error() }

// Unwrap is what is wrong, without the place.
func (e *FieldError) Unwrap() error { return e.err }

// Filled are the arguments of the action with what a form gives for some of its fields, by their places. What the form leaves out, or
// gives as it stands, stays as it is; what it gives that is no field is refused.
func (a Approval) Filled(form map[string]string) (json.RawMessage, error) {
	fields, written := a.FormFields(), map[string]json.RawMessage{}
	for at, text := range form {
		i := slices.IndexFunc(fields, func(f FormField) bool { return f.At == at })
		if i < 0 {
			return nil, &FieldError{at, errField}
		}
		if strings.TrimSpace(text) == strings.TrimSpace(fields[i].Value) {
			continue
		}
		value, err := fields[i].read(text)
		if err != nil {
			return nil, &FieldError{at, err}
		}
		written[at] = value
	}
	out, err := Walk(a.Arguments, nil, func(_ json.RawMessage, at Path) (json.RawMessage, bool, error) {
		now, ok := written[at.String()]
		return now, ok && len(at) > 0, nil
	})
	if err != nil {
		return nil, fmt.Errorf("write the arguments: %w", err)
	}
	return out, nil
}

var (
	errField  = errors.New("the form has no such field")
	errDigits = errors.New("a number is written in digits")
	errYesNo  = errors.New("it is true or false")
	errOption = errors.New("it is none of the options")
	errJSON   = errors.New("it is not valid JSON")
)

// read is what is written into a field, as a value.
func (f FormField) read(text string) (json.RawMessage, error) {
	bare := strings.TrimSpace(text)
	switch f.Kind {
	case FieldNumber:
		if kind, plain := PlainField(json.RawMessage(bare)); !plain || kind != FieldNumber {
			return nil, errDigits
		}
		return json.RawMessage(bare), nil
	case FieldYesNo:
		is, err := strconv.ParseBool(strings.ToLower(bare))
		if err != nil {
			return nil, errYesNo
		}
		return json.Marshal(is)
	case FieldChoice:
		if !slices.Contains(f.Options, bare) {
			return nil, errOption
		}
		return json.Marshal(bare)
	case FieldLines:
		return f.lines(text)
	case FieldJSON:
		if !json.Valid([]byte(bare)) {
			return nil, errJSON
		}
		return json.RawMessage(bare), nil
	case FieldDate:
		return json.Marshal(bare)
	case FieldText, FieldAddress, FieldSecret:
	}
	return json.Marshal(text)
}

func (f FormField) lines(text string) (json.RawMessage, error) {
	all := []json.RawMessage{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		one, err := FormField{Kind: f.Entries}.read(line)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return json.Marshal(all)
}
