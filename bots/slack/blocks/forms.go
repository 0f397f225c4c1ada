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

// The names of the home's forms.
const (
	CallbackSite       = "site"
	CallbackSiteDelete = "site_delete"
	CallbackRole       = "role"
)

// What forms are made of.
const (
	FieldAbout = "about" // of the form that the message shortcut "Ask about this" opens
	InputID    = "v"     // of each block's input

	formLimit  = 200_000 // bytes of the 250,000 that a form may have
	limitInput = 3000    // of what Slack takes in one input
)

// Room is what a form has room for: Slack allows 100 blocks, some of which are explanations.
func Room() click.Room { return click.Room{Most: 95, Value: limitInput, Name: 255, Options: 100} }

// Modal draws a form. carried comes back with the submission.
func Modal(f assistant.Form, carried FormState, in wording.Words) slackapi.ModalViewRequest {
	raw, err := json.Marshal(carried)
	if err != nil {
		raw = []byte("{}")
	}
	v := slackapi.ModalViewRequest{
		Type: slackapi.VTModal, CallbackID: string(f.Name), PrivateMetadata: string(raw),
		Title: PlainText(in.Tell(f.Title), 24), Submit: PlainText(in.Tell(f.Send), 24), Close: PlainText(in.Say("Cancel"), 24),
	}
	inputs, rest := Room().Inputs(f)
	if lead := lead(f, rest, in); lead != "" {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, Section(Escape(lead, LimitSection)))
	}
	room := formLimit
	for _, one := range inputs {
		block := input(one, in)
		raw, err := json.Marshal(block)
		if room -= len(raw); err != nil || room < 0 {
			break
		}
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, block)
	}
	return v
}

// lead is what stands above the inputs, "" for nothing.
func lead(f assistant.Form, rest bool, in wording.Words) string {
	var lines []string
	for _, one := range f.Lead {
		lines = append(lines, in.Tell(one))
	}
	if rest {
		lines = append(lines, in.Tell(f.Elsewhere))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func input(one click.Input, in wording.Words) *slackapi.InputBlock {
	hint := in.Tell(one.Hint) + " " + view.IfEmpty(one.FormField, in)
	label := in.Tell(one.Label)
	if one.Kept {
		label += " " + in.Say("(kept; write a new one to replace it)")
	}
	b := slackapi.NewInputBlock(one.Name, PlainText(label, 500), HintText(hint), element(one))
	b.Optional = !one.Required
	return b
}

func element(one click.Input) slackapi.BlockElement {
	if len(one.Options) == 0 {
		most := limitInput
		if one.Most > 0 {
			most = min(most, one.Most)
		}
		text := slackapi.NewPlainTextInputBlockElement(nil, InputID).WithMultiline(one.Long).WithMaxLength(most)
		text.InitialValue = bots.Clip(one.Value, most)
		return text
	}
	options := make([]*slackapi.OptionBlockObject, len(one.Options))
	choose := slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, nil, InputID, options...)
	for i, o := range one.Options {
		var description *slackapi.TextBlockObject
		if o.Description != "" {
			description = PlainText(o.Description, LimitOption)
		}
		choose.Options[i] = slackapi.NewOptionBlockObject(click.OptionID(i), PlainText(o.Called(), LimitOption), description)
		if o.Value == one.Value {
			choose.InitialOption = choose.Options[i]
		}
	}
	return choose
}

// HintText is the grey line below an input; nil if there is nothing to say.
func HintText(hint string) *slackapi.TextBlockObject {
	if bots.OneLine(hint) == "" {
		return nil
	}
	return PlainText(hint, 500)
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
	Setting string  `json:"g,omitempty"` // the person's own setting that is changed
}

// AboutForm asks what the person wants to know about a message. It carries the message's id, since its words would not fit.
func AboutForm(of About, at Origin, in wording.Words) slackapi.ModalViewRequest {
	f := view.AboutForm(FieldAbout, assistant.Say("Ask about this"), assistant.Say("I answer in the message's thread, where everybody of the channel can read it."))
	v := Modal(f, FormState{Origin: at, About: &About{TS: of.TS}}, in)
	if of.Text != "" {
		v.Blocks.BlockSet = append([]slackapi.Block{Section(quoted(Spoken(of.Text, "")))}, v.Blocks.BlockSet...)
	}
	return v
}

// quoted is text as a quotation in mrkdwn.
func quoted(text string) string {
	return "> " + strings.ReplaceAll(Escape(text, 1500), "\n", "\n> ")
}
