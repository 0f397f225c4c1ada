package blocks

import (
	"encoding/json"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// The names of the forms and their parts.
const (
	CallbackAnswers = "answers"
	CallbackChanges = "changes"
	BlockChanges    = "changes"
	blockChoice     = "choice:" // with the question's number
	blockOwn        = "own:"
	InputID         = "v"

	CallbackAbout = "ask_about" // the message shortcut "Ask about this", and the form that it opens
	BlockAbout    = "about"

	CallbackSite       = "site" // the forms of the home
	CallbackSiteDelete = "site_delete"
	CallbackRole       = "role"
)

// formLimit is how much room a form's questions have, in bytes of 250,000: those left out can be answered in words.
const formLimit = 200_000

// AnswersForm asks all of a clarification's questions.
func AnswersForm(q assistant.Clarification, at Origin, in wording.Words) slackapi.ModalViewRequest {
	v := Form(CallbackAnswers, in.Say(view.LabelAnswer), in.Say("Send"), FormState{Subject: Subject{Ask: q.ID}, Origin: at}, in)
	if q.Intro != "" {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, Section(Escape(q.Intro, LimitSection)))
	}
	room := formLimit
	for i, question := range q.Questions {
		more := inputs(i, question, in)
		raw, err := json.Marshal(more)
		if room -= len(raw); err != nil || room < 0 || len(v.Blocks.BlockSet) > 95 { // of 100
			break
		}
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, more...)
	}
	if len(v.Blocks.BlockSet) == 0 {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, ownWords(blockOwn+"0", in.Say(view.AskAnswer), "", false))
	}
	return v
}

// inputs asks one question: with a choice where there are options, and with own words where those are an answer. What has
// a default may be left empty.
func inputs(i int, q assistant.Question, in wording.Words) []slackapi.Block {
	optional := q.Default != ""
	hint := q.Reason
	if optional {
		hint = hint + " " + view.IfEmpty(in, view.LabelOf(q, q.Default))
	}
	if len(q.Options) == 0 || len(q.Options) > 100 {
		return []slackapi.Block{ownWords(blockOwn+itoa(i), q.Text, hint, optional)}
	}
	options := make([]*slackapi.OptionBlockObject, len(q.Options))
	for j, o := range q.Options {
		var description *slackapi.TextBlockObject
		if o.Description != "" {
			description = PlainText(o.Description, LimitOption)
		}
		options[j] = slackapi.NewOptionBlockObject(click.OptionID(j), PlainText(view.Label(o), LimitOption), description)
	}
	choice := slackapi.NewInputBlock(blockChoice+itoa(i), PlainText(q.Text, 500), HintText(hint),
		slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, nil, InputID, options...))
	choice.Optional = optional || q.Free
	if !q.Free {
		return []slackapi.Block{choice}
	}
	return []slackapi.Block{choice, ownWords(blockOwn+itoa(i), in.Say(view.AskOwn), "", true)}
}

func ownWords(block, label, hint string, optional bool) *slackapi.InputBlock {
	input := slackapi.NewPlainTextInputBlockElement(nil, InputID).WithMultiline(true).WithMaxLength(2000)
	b := slackapi.NewInputBlock(block, PlainText(label, 500), HintText(hint), input)
	b.Optional = optional
	return b
}

// HintText is the grey line below an input; nil where there is nothing to say.
func HintText(hint string) *slackapi.TextBlockObject {
	if bots.OneLine(hint) == "" {
		return nil
	}
	return PlainText(hint, 500)
}

// ChangesForm asks what should be different about a plan.
func ChangesForm(s Subject, at Origin, in wording.Words) slackapi.ModalViewRequest {
	v := Form(CallbackChanges, in.Say(view.LabelChanges), in.Say("Send"), FormState{Subject: s, Origin: at}, in)
	v.Blocks.BlockSet = []slackapi.Block{
		ownWords(BlockChanges, in.Say(view.AskChanges), in.Say(view.AskChangesHint), false),
	}
	return v
}

// Form is a form without inputs yet. What it carries along comes back with what was filled in.
func Form(callback, title, submit string, p FormState, in wording.Words) slackapi.ModalViewRequest {
	raw, err := json.Marshal(p)
	if err != nil {
		raw = []byte("{}")
	}
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, CallbackID: callback, PrivateMetadata: string(raw),
		Title: PlainText(title, 24), Submit: PlainText(submit, 24), Close: PlainText(in.Say("Cancel"), 24),
	}
}

// NoteView tells the person, in the form's place, why it did not take effect.
func NoteView(note string, in wording.Words) *slackapi.ModalViewRequest {
	return Window(in.Say("Not taken"), note, in)
}

// Window tells the person something.
func Window(title, note string, in wording.Words) *slackapi.ModalViewRequest {
	return &slackapi.ModalViewRequest{
		Type: slackapi.VTModal, Title: PlainText(title, 24), Close: PlainText(in.Say("Close"), 24),
		Blocks: slackapi.Blocks{BlockSet: []slackapi.Block{Section(Escape(note, LimitSection))}},
	}
}

// About is the message that a question is about.
type About struct {
	TS   string `json:"ts"`
	Text string `json:"-"`
}

// Origin is where a private word to the person goes.
type Origin struct {
	Channel string `json:"ch,omitempty"`
	Thread  string `json:"th,omitempty"`
}

// FormState is what a form carries along.
type FormState struct {
	Subject Subject `json:"s"`
	Origin  Origin  `json:"o"`
	About   *About  `json:"b,omitempty"`
	Was     string  `json:"w,omitempty"` // what a background task was when words about it were read
	Edit    string  `json:"e,omitempty"` // what they want to be different
}

// AboutForm asks what somebody wants to know about a message. It carries which message it is and not its words, which do not
// fit into what a form may carry.
func AboutForm(of About, at Origin, in wording.Words) slackapi.ModalViewRequest {
	v := Form(CallbackAbout, in.Say("Ask about this"), in.Say("Ask"), FormState{Origin: at, About: &About{TS: of.TS}}, in)
	if of.Text != "" {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, Section(quoted(Spoken(of.Text, ""))))
	}
	v.Blocks.BlockSet = append(v.Blocks.BlockSet,
		ownWords(BlockAbout, in.Say(view.AskAbout), in.Say("I answer in the message's thread, where everybody of the channel can read it."), false))
	return v
}

// quoted is text as a quotation in mrkdwn.
func quoted(text string) string {
	return "> " + strings.ReplaceAll(Escape(text, 1500), "\n", "\n> ")
}
