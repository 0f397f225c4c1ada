package components

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

const (
	inputArgument = "arg:" // with its number
	limitInput    = 4000   // of what Discord takes in one input
)

// ArgumentsForm asks what an action is to be done with instead, of as much of it as a form has room for.
func ArgumentsForm(s Subject, a assistant.Approval, in wording.Words) *Modal {
	m := &Modal{CustomID: CustomID(VerbRewritten, s.ID), Title: in.Say(view.LabelChangeAndDo)}
	for i, one := range argumentsAsked(a) {
		if bots.Width(one.Value) > limitInput {
			continue
		}
		required, style := false, 1
		if one.Long {
			style = 2
		}
		m.Components = append(m.Components, label(in.Label(one.Name), "", Component{
			Type: typeInput, Style: style, CustomID: inputArgument + itoa(i), Required: &required, MaxLength: limitInput, Value: one.Value,
		}))
	}
	return m
}

func argumentsAsked(a assistant.Approval) []assistant.Argument {
	all := assistant.EditableArguments(a.Arguments)
	return all[:min(len(all), formLimit)]
}

// MostArguments is how many of an action's arguments a form has room for.
const MostArguments = formLimit

// Argument is what was written for one of an action's arguments; what the form did not ask for is as it was.
func Argument(fields map[string]string, a assistant.Approval) func(argument int) string {
	all := argumentsAsked(a)
	return func(i int) string {
		if written, asked := fields[inputArgument+itoa(i)]; asked {
			return written
		}
		return all[i].Value
	}
}
