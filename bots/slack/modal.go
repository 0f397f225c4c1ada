package slack

import (
	"encoding/json"
	"fmt"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// The names of the forms and their parts.
const (
	callbackAnswers = "answers"
	callbackChanges = "changes"
	blockChanges    = "changes"
	blockChoice     = "choice:" // with the question's number
	blockOwn        = "own:"
	inputID         = "v"
)

// formLimit is how much room a form's questions have, in bytes of 250,000: those left out can be answered in words.
const formLimit = 200_000

// answersForm asks all of a clarification's questions.
func answersForm(q assistant.Clarification, at origin) slackapi.ModalViewRequest {
	v := form(callbackAnswers, "Answer", "Send", private{Subject: subject{Ask: q.ID}, Origin: at})
	if q.Intro != "" {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, section(mrk(q.Intro, limitSection)))
	}
	room := formLimit
	for i, question := range q.Questions {
		more := inputs(i, question)
		raw, err := json.Marshal(more)
		if room -= len(raw); err != nil || room < 0 || len(v.Blocks.BlockSet) > 95 { // of 100
			break
		}
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, more...)
	}
	if len(v.Blocks.BlockSet) == 0 {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, ownWords(blockOwn+"0", "Your answer", "", false))
	}
	return v
}

// inputs asks one question: with a choice where there are options, and with own words where those are an answer. What has
// a default may be left empty.
func inputs(i int, q assistant.Question) []slackapi.Block {
	optional := q.Default != ""
	hint := q.Reason
	if optional {
		hint = fmt.Sprintf("%s If you leave it empty: %s", hint, labelOf(q, q.Default))
	}
	if len(q.Options) == 0 || len(q.Options) > 100 {
		return []slackapi.Block{ownWords(blockOwn+itoa(i), q.Text, hint, optional)}
	}
	options := make([]*slackapi.OptionBlockObject, len(q.Options))
	for j, o := range q.Options {
		var description *slackapi.TextBlockObject
		if o.Description != "" {
			description = plainText(o.Description, limitOption)
		}
		options[j] = slackapi.NewOptionBlockObject(optionID(j), plainText(labelText(o), limitOption), description)
	}
	choice := slackapi.NewInputBlock(blockChoice+itoa(i), plainText(q.Text, 500), hintText(hint),
		slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, nil, inputID, options...))
	choice.Optional = optional || q.Free
	if !q.Free {
		return []slackapi.Block{choice}
	}
	return []slackapi.Block{choice, ownWords(blockOwn+itoa(i), "Or in your own words", "", true)}
}

func ownWords(block, label, hint string, optional bool) *slackapi.InputBlock {
	input := slackapi.NewPlainTextInputBlockElement(nil, inputID).WithMultiline(true).WithMaxLength(2000)
	b := slackapi.NewInputBlock(block, plainText(label, 500), hintText(hint), input)
	b.Optional = optional
	return b
}

func hintText(hint string) *slackapi.TextBlockObject {
	if bots.OneLine(hint) == "" {
		return nil
	}
	return plainText(hint, 500)
}

// changesForm asks what should be different about a plan.
func changesForm(s subject, at origin) slackapi.ModalViewRequest {
	v := form(callbackChanges, "Request changes", "Send", private{Subject: s, Origin: at})
	v.Blocks.BlockSet = []slackapi.Block{
		ownWords(blockChanges, "What should be different?", "For example: drop step 3, give the layout to Dana.", false),
	}
	return v
}

func form(callback, title, submit string, p private) slackapi.ModalViewRequest {
	raw, err := json.Marshal(p)
	if err != nil {
		raw = []byte("{}")
	}
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, CallbackID: callback, PrivateMetadata: string(raw),
		Title: plainText(title, 24), Submit: plainText(submit, 24), Close: plainText("Cancel", 24),
	}
}

// noteView tells the person, in the form's place, why it did not take effect.
func noteView(note string) *slackapi.ModalViewRequest {
	return &slackapi.ModalViewRequest{
		Type: slackapi.VTModal, Title: plainText("Not taken", 24), Close: plainText("Close", 24),
		Blocks: slackapi.Blocks{BlockSet: []slackapi.Block{section(mrk(note, limitSection))}},
	}
}
