package tools

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Held is what somebody has set with a tool of [assistant.ClassOwn].
type Held struct {
	Values map[string]string    // by argument: those have a field, "" where nothing is set. Nil: all arguments have one
	Asked  map[string]Asked     // how the arguments are asked for
	Says   []assistant.Sentence // what holds, where the values do not say it

	// Emptied names, by argument, the yes or no that stands for a field that somebody has emptied: whoever empties "until" wants "over".
	Emptied map[string]string
}

// Asked is how a form asks for an argument. The zero value says what the schema says.
type Asked struct {
	Label, Hint assistant.Sentence
	Options     []assistant.Option // called in the words of whoever fills in the form
	Required    bool
}

const mostSettingText = 200 // characters of a field

// SettingForm is the form by which somebody sets by hand what the tool sets, with what holds now. Its fields are the arguments of the
// schema; a list or an object has none, and is asked for in words.
func (t Tool) SettingForm(h Held, w wording.Words) assistant.Form {
	f := assistant.Form{
		Name: assistant.FormSetting, Title: assistant.Say("Your settings"), Send: assistant.Say("Save"),
		Lead: append([]assistant.Sentence{assistant.Label(t.Label)}, h.Says...), Elsewhere: assistant.Say("The rest is on the panel, under Settings."),
	}
	for _, name := range Properties(t.Arguments) {
		if _, asked := h.Values[name]; h.Values != nil && !asked {
			continue
		}
		if field, ok := t.settingField(name, h, w); ok {
			f.Fields = append(f.Fields, field)
		}
	}
	return f
}

// settingField is the field of an argument; false for one that has several parts.
func (t Tool) settingField(name string, h Held, w wording.Words) (assistant.FormField, bool) {
	s, asked := followed(t.Arguments, t.Arguments.Properties[name]), h.Asked[name]
	out := assistant.FormField{
		Key: name, Kind: assistant.FieldText, Label: asked.Label, Hint: asked.Hint, Value: h.Values[name], Options: asked.Options,
		Required: asked.Required || slices.Contains(t.Arguments.Required, name), Most: mostSettingText,
	}
	if out.Label.IsZero() {
		out.Label = assistant.Verbatim(spelledOut(name))
	}
	switch types := TypesOf(s); {
	case len(types) != 1:
		return out, false
	case types[0] == "boolean":
		out.Kind, out.Value = assistant.FieldYesNo, cmp.Or(out.Value, "false")
		out.Most = 0
		return out, true
	case types[0] != "string":
		return out, false
	}
	if out.Options == nil {
		for _, one := range s.Enum {
			if text, ok := one.(string); ok {
				out.Options = append(out.Options, assistant.Option{Value: text})
			}
		}
	}
	if len(out.Options) == 0 {
		return out, true
	}
	out.Kind = assistant.FieldChoice
	if out.Value == "" && !out.Required { // a browser would choose the first
		out.Options = append([]assistant.Option{{Label: w.Say("Leave it as it is")}}, out.Options...)
	}
	return out, true
}

// spelledOut is an argument's name as people read it: "time_zone" is "Time zone".
func spelledOut(name string) string {
	name = strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(name[:min(1, len(name))]) + name[min(1, len(name)):]
}

// SettingArguments are what the tool is called with for a form that was filled in: every field that has something in it. Nil where nothing
// differs from what holds.
func (h Held) SettingArguments(f assistant.Form, given map[string]string) (json.RawMessage, error) {
	texts, err := f.Texts(given)
	if err != nil {
		return nil, err
	}
	if len(f.Fields) > 0 && len(f.Changed(texts)) == 0 {
		return nil, nil
	}
	var emptied []string
	for key, text := range texts {
		field, _ := f.Field(key)
		if text == "" && field.Value != "" && h.Emptied[key] != "" {
			emptied = append(emptied, h.Emptied[key])
		}
		if text == "" || field.Kind == assistant.FieldYesNo && text == "false" {
			delete(texts, key)
		}
	}
	values, err := f.Values(texts)
	if err != nil {
		return nil, err
	}
	for _, name := range emptied {
		values[name] = json.RawMessage("true")
	}
	return json.Marshal(values)
}
