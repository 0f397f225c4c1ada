package blocks

import (
	"slices"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// The names of the form and its parts.
const (
	CallbackArguments = "arguments"
	blockArgument     = "arg:" // with its place among the arguments

	limitInput = 3000 // of what Slack takes in one input
)

// room is what a form has room for.
func room() click.Room { return click.Room{Fields: 40, Value: limitInput, Place: 200, Options: 100} }

// ArgumentsForm asks what an action is to be done with instead. What there is no room for stays as it is.
func ArgumentsForm(a assistant.Approval, at Origin, in wording.Words) slackapi.ModalViewRequest {
	v := Form(CallbackArguments, in.Say(view.LabelChangeAndDo), in.Say("Approve"), FormState{Subject: Subject{Approval: a.ID}, Origin: at}, in)
	drawn, rest := room().Drawn(a)
	lead := bots.OneLine(in.Tell(a.Title)) + "\n" + in.Say(view.AskChangeAndDo)
	if rest {
		lead += "\n" + in.Say(view.RestOnPanel)
	}
	v.Blocks.BlockSet = []slackapi.Block{Section(Escape(lead, LimitSection))}
	for _, one := range drawn {
		b := slackapi.NewInputBlock(BlockArgument(one.At), PlainText(in.Label(one.At), 500), nil, inputOf(one))
		b.Optional = true
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, b)
	}
	return v
}

// BlockArgument is the block of one of the form's fields, where the form shows what is wrong with it.
func BlockArgument(at string) string { return blockArgument + at }

func inputOf(f assistant.FormField) slackapi.BlockElement {
	if len(f.Options) == 0 {
		input := slackapi.NewPlainTextInputBlockElement(nil, InputID).WithMultiline(f.Long).WithMaxLength(limitInput)
		input.InitialValue = f.Value
		return input
	}
	options := make([]*slackapi.OptionBlockObject, len(f.Options))
	for i, o := range f.Options {
		options[i] = slackapi.NewOptionBlockObject(click.OptionID(i), PlainText(o, LimitOption), nil)
	}
	choose := slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, nil, InputID, options...)
	if i := slices.Index(f.Options, f.Value); i >= 0 {
		choose.InitialOption = options[i]
	}
	return choose
}

// Arguments are what was written for an action's arguments, by their places; what the form did not ask for is not among it.
func (f Fields) Arguments(a assistant.Approval) map[string]string {
	return room().Given(a, func(at string) (string, bool) {
		inputs, asked := f[BlockArgument(at)]
		given := inputs[InputID]
		if given.Selected.Value != "" {
			return given.Selected.Value, asked
		}
		return given.Value, asked
	})
}
