package components

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

const (
	inputArgument = "arg:" // with its place among the arguments
	limitInput    = 4000   // of what Discord takes in one input
	limitName     = 100    // of what an input is called by
)

// argumentsRoom is what a form has room for.
func argumentsRoom() click.Room {
	return click.Room{Fields: formLimit, Value: limitInput, Place: limitName - len(inputArgument), Options: selectLimit}
}

// ArgumentsForm asks what an action is to be done with instead, of as much of it as a form has room for.
func ArgumentsForm(s Subject, a assistant.Approval, in wording.Words) *Modal {
	m := &Modal{CustomID: CustomID(VerbRewritten, s.ID), Title: in.Say(view.LabelChangeAndDo)}
	drawn, rest := argumentsRoom().Drawn(a)
	for i, one := range drawn {
		hint := ""
		if rest && i == len(drawn)-1 {
			hint = in.Say(view.RestOnPanel)
		}
		m.Components = append(m.Components, label(in.Label(one.At), hint, inputOf(one)))
	}
	return m
}

func inputOf(f assistant.FormField) Component {
	required, none := false, 0
	if len(f.Options) == 0 {
		style := 1
		if f.Long {
			style = 2
		}
		return Component{Type: typeInput, Style: style, CustomID: inputArgument + f.At, Required: &required, MaxLength: limitInput, Value: f.Value}
	}
	choose := Component{Type: typeSelect, CustomID: inputArgument + f.At, Required: &required, MinValues: &none}
	for i, o := range f.Options {
		choose.Options = append(choose.Options, option{Label: Label(o, LimitOption), Value: click.OptionID(i), Default: o == f.Value})
	}
	return choose
}

// Arguments are what was written for an action's arguments, by their places; what the form did not ask for is not among it.
func Arguments(fields map[string]string, a assistant.Approval) map[string]string {
	return argumentsRoom().Given(a, func(at string) (string, bool) {
		text, asked := fields[inputArgument+at]
		return text, asked
	})
}
