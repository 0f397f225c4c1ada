package assistant

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

const longField = 80 // characters, from which on a form has several lines for a text

// ArgumentsForm are the fields of a form that changes what the action would be done with, as it stands.
func (a Approval) ArgumentsForm() Form {
	out := Form{Name: FormArguments}
	var given Values
	if json.Unmarshal(a.Arguments, &given) != nil {
		return out
	}
	of := a.Form
	if of == nil {
		of = plainFields(given)
	}
	for _, f := range of {
		value, err := given.At(f.Key)
		if err != nil {
			continue
		}
		f.Label, f.Value = Label(a.ArgumentName(f.Key)), fieldText(f, value)
		f.Long = f.Kind == FieldLines || f.Kind == FieldJSON || f.Kind == FieldText && (strings.Contains(f.Value, "\n") || len(f.Value) > longField)
		if f.Kind == FieldYesNo {
			f.Options = OptionsOf("true", "false")
		}
		out.Fields = append(out.Fields, f)
	}
	return out
}

// ArgumentName is what an argument is called, in the form as on the card: as the preview calls the field of that key, or by its own name where
// the card does not show it.
func (a Approval) ArgumentName(key string) string {
	if i := slices.IndexFunc(a.Preview.Fields, func(f Field) bool { return f.Key == key && f.Name != "" }); i >= 0 {
		return a.Preview.Fields[i].Name
	}
	return key
}

// plainFields are those of arguments whose schema was not looked at, as earlier versions kept them: texts, numbers, a yes or no.
func plainFields(given Values) []FormField {
	var out []FormField
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if kind, ok := PlainField(given[name]); ok {
			out = append(out, FormField{Key: Path{{Name: name}}.String(), Kind: kind})
		}
	}
	return out
}

// fieldText is a value as it is written in its field.
func fieldText(f FormField, value json.RawMessage) string {
	switch f.Kind {
	case FieldJSON:
		return string(value)
	case FieldNumber:
		return strings.TrimSpace(string(value))
	default:
		return TextOf(value)
	}
}

// Filled are the arguments of the action with what a form gives for some of its fields, by their keys. What the form leaves out, or
// gives as it stands, stays as it is; what it gives that is no field is refused.
func (a Approval) Filled(given map[string]string) (json.RawMessage, error) {
	form := a.ArgumentsForm()
	written, err := form.Values(form.Changed(given))
	if err != nil {
		return nil, err
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
