package click

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// Room is what a platform's form has room for: so many inputs, with so many characters in one and in what it is called by, and so many
// options of a choice.
type Room struct {
	Most, Value, Name, Options int
}

// Input is one input of a platform's form: a field, or the own words that stand in the place of its options.
type Input struct {
	assistant.FormField

	Name string // by which it is sent
	Own  bool
	own  string // the input for free text beside it
}

// Inputs are those that a platform has room for; rest tells that there is more than it has. As many fields as there is room for come
// before own words, which have a field's options to choose from beside them. A choice with too many options is asked in words where no
// other surface is named for what is left out.
func (r Room) Inputs(f assistant.Form) (inputs []Input, rest bool) {
	for i, one := range f.Fields {
		field, ok := r.fits(one, f)
		name, own := called(f.Name, i, field)
		if !ok || len(inputs) == r.Most || len(name) > r.Name {
			rest = true
			continue
		}
		inputs = append(inputs, Input{FormField: field, Name: name, own: own})
	}
	return r.owned(inputs), rest
}

// fits is a field as it can be drawn; false where it cannot.
func (r Room) fits(one assistant.FormField, f assistant.Form) (assistant.FormField, bool) {
	if one.Kind == assistant.FieldYesNo && len(one.Options) == 0 {
		one.Options = assistant.OptionsOf("true", "false")
	}
	many := len(one.Options) > r.Options
	if many && f.Elsewhere.IsZero() {
		one.Kind, one.Options, many = assistant.FieldText, nil, false
	}
	return one, !many && one.Kind != assistant.FieldJSON && bots.Width(one.Value) <= r.Value
}

// owned are the inputs with own words behind the choices that they may take the place of.
func (r Room) owned(inputs []Input) (out []Input) {
	spare := r.Most - len(inputs)
	for _, one := range inputs {
		if len(one.Options) == 0 || !one.Free || spare == 0 {
			out = append(out, one)
			continue
		}
		spare--
		one.Required = false
		out = append(out, one, Input{FormField: assistant.FormField{Key: one.Key, Kind: assistant.FieldText, Label: assistant.Say(view.AskOwn), Long: true, Most: one.Most}, Name: one.own, Own: true})
	}
	return out
}

// called returns the name of a field's input and of the free-text input beside it. Forms opened by an older version send these
// names, and an older version reads them.
func called(form assistant.FormName, i int, f assistant.FormField) (name, own string) {
	switch form {
	case assistant.FormAnswers:
		number := strconv.Itoa(i)
		if own = "own:" + number; len(f.Options) == 0 {
			return own, ""
		}
		return "choice:" + number, own
	case assistant.FormArguments:
		return "arg:" + f.Key, ""
	default:
		return f.Key, "own:" + f.Key
	}
}

// Given returns what was filled in, by field key. Free text wins over a chosen option, which is given by its [OptionID]. A field
// that was not sent, or has no option chosen, keeps the form's value; a field the form had no room for is left out.
func (r Room) Given(f assistant.Form, sent func(name string) (text string, sent bool)) map[string]string {
	inputs, _ := r.Inputs(f)
	out := map[string]string{}
	for _, one := range inputs {
		text, ok := sent(one.Name)
		switch {
		case one.Own && strings.TrimSpace(text) == "": // what was chosen stands
		case !ok:
			out[one.Key] = one.Value
		case len(one.Options) > 0:
			out[one.Key] = one.chosen(text)
		default:
			out[one.Key] = text
		}
	}
	return out
}

// chosen is the value of the option that was chosen; what stands where none was. Some forms of earlier versions sent the value itself.
func (i Input) chosen(id string) string {
	at := Chosen(id)
	if at < 0 {
		at = slices.IndexFunc(i.Options, func(o assistant.Option) bool { return o.Value == id })
	}
	if at < 0 || at >= len(i.Options) {
		return i.Value
	}
	return i.Options[at].Value
}

// Read is the same as it is kept, see [assistant.Form.Texts].
func (r Room) Read(f assistant.Form, sent func(name string) (text string, sent bool)) (map[string]string, error) {
	inputs, _ := r.Inputs(f)
	asked := assistant.Form{Name: f.Name}
	for _, one := range inputs {
		if !one.Own {
			asked.Fields = append(asked.Fields, one.FormField)
		}
	}
	return asked.Texts(r.Given(f, sent))
}

// Named returns the name of a field's input, where an error about it is shown. For an unknown key it is the form's first input, or
// "" if the form has none.
func (r Room) Named(f assistant.Form, key string) string {
	inputs, _ := r.Inputs(f)
	for _, one := range inputs {
		if one.Key == key {
			return one.Name
		}
	}
	if len(inputs) == 0 {
		return ""
	}
	return inputs[0].Name
}
