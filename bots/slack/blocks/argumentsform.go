package blocks

import (
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// The names of the form and its parts.
const (
	CallbackArguments = "arguments"
	blockArgument     = "arg:" // with its number

	// BlockArgument is the first one, where a form shows what is wrong.
	BlockArgument = blockArgument + "0"

	// MostArguments is how many of an action's arguments a form has room for.
	MostArguments = 40

	limitInput = 3000 // of what Slack takes in one input
)

// ArgumentsForm asks what an action is to be done with instead. What is longer than Slack takes stays as it is.
func ArgumentsForm(a assistant.Approval, at Origin, in wording.Words) slackapi.ModalViewRequest {
	v := Form(CallbackArguments, in.Say(view.LabelChangeAndDo), in.Say("Approve"), FormState{Subject: Subject{Approval: a.ID}, Origin: at}, in)
	v.Blocks.BlockSet = []slackapi.Block{Section(Escape(bots.OneLine(in.Tell(a.Title))+"\n"+in.Say(view.AskChangeAndDo), LimitSection))}
	for i, one := range argumentsAsked(a) {
		if bots.Width(one.Value) > limitInput {
			continue
		}
		input := slackapi.NewPlainTextInputBlockElement(nil, InputID).WithMultiline(one.Long).WithMaxLength(limitInput)
		input.InitialValue = one.Value
		b := slackapi.NewInputBlock(blockArgument+itoa(i), PlainText(in.Label(one.Name), 500), nil, input)
		b.Optional = true
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, b)
	}
	return v
}

func argumentsAsked(a assistant.Approval) []assistant.Argument {
	all := assistant.EditableArguments(a.Arguments)
	return all[:min(len(all), MostArguments)]
}

// Argument is what was written for one of an action's arguments; what the form did not ask for is as it was.
func (f Fields) Argument(a assistant.Approval) func(argument int) string {
	all := argumentsAsked(a)
	return func(i int) string {
		if _, asked := f[blockArgument+itoa(i)]; !asked {
			return all[i].Value
		}
		return f.Written(blockArgument + itoa(i))
	}
}
