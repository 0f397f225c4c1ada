package assistant

import (
	"maps"
	"slices"
	"strings"
)

// FormName tells forms apart where they are sent.
type FormName string

// The forms that more than one surface has.
const (
	FormAnswers   FormName = "answers"   // the questions of a clarification
	FormArguments FormName = "arguments" // what an action is to be done with
	FormChanges   FormName = "changes"   // what shall be different about a plan, or about what a step would do
	FormStanding  FormName = "standing"  // for how long the like of an action is approved
	FormTaskEdit  FormName = "task_edit" // what shall be different about a background task
	FormAbout     FormName = "ask_about" // a question about a message
	FormTenant    FormName = "tenant"    // what an admin sets for everybody
	FormSettings  FormName = "settings"  // which of their own settings people want to change
	FormSetting   FormName = "setting"   // one of them
)

// Form asks people for something, field by field: a plan's questions, an action's arguments, a connection's settings, an admin's
// settings. It is data: a surface draws any fields and knows a form only by its name. A form is immutable; its methods return new
// ones.
type Form struct {
	Name   FormName
	Title  Sentence
	Lead   []Sentence // what stands above the fields, in lines
	Send   Sentence   // what the button that sends it says
	Fields []FormField

	// Elsewhere says where fields are filled in that a surface has no room for. Zero: they are answered in words, and so is a choice
	// with too many options.
	Elsewhere Sentence
}

// Field is the field of a key.
func (f Form) Field(key string) (FormField, bool) {
	i := slices.IndexFunc(f.Fields, func(one FormField) bool { return one.Key == key })
	if i < 0 {
		return FormField{}, false
	}
	return f.Fields[i], true
}

// With is the form with what stands in some of its fields, by their keys. A secret is never put into one.
func (f Form) With(values map[string]string) Form {
	f.Fields = slices.Clone(f.Fields)
	for i := range f.Fields {
		if text, ok := values[f.Fields[i].Key]; ok && f.Fields[i].Kind != FieldSecret {
			f.Fields[i].Value = text
		}
	}
	return f
}

// Texts are what was submitted, by the keys of the fields, as it is kept. What is left out stays out. A [*FieldError] says which field
// cannot be as it was given; what is no field at all is refused.
func (f Form) Texts(given map[string]string) (map[string]string, error) {
	out := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		field, ok := f.Field(key)
		if !ok {
			return nil, &FieldError{key, Say("Nobody has asked for %s.", clipped(key))}
		}
		text, err := field.Text(given[key])
		if err != nil {
			return nil, err
		}
		out[key] = text
	}
	return out, nil
}

// Values are the same as JSON, each of the kind that its field is.
func (f Form) Values(given map[string]string) (Values, error) {
	texts, err := f.Texts(given)
	if err != nil {
		return nil, err
	}
	out := Values{}
	for key, text := range texts {
		field, _ := f.Field(key)
		if out[key], err = field.value(text); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Changed returns the given values that differ from the fields' present ones. A field without a chosen option stays as it is.
func (f Form) Changed(given map[string]string) map[string]string {
	out := map[string]string{}
	for key, text := range given {
		field, known := f.Field(key)
		same := strings.TrimSpace(text) == strings.TrimSpace(field.Value)
		if !known || !same && (field.Kind != FieldChoice || text != "") {
			out[key] = text
		}
	}
	return out
}

// FieldError says which field of a form was filled in wrongly, and why.
type FieldError struct {
	Key     string
	Message Sentence
}

// Error implements error.
func (e *FieldError) Error() string { return e.Message.String() }

// clipped shortens an arbitrary key to what fits into a sentence.
func clipped(key string) string {
	const most = 60
	runes := []rune(strings.ToValidUTF8(key, "�"))
	return string(runes[:min(len(runes), most)])
}
