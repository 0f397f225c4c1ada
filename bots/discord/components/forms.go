package components

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// FieldPrompt is the field of the form of "Ask about this".
const FieldPrompt = "prompt"

const (
	limitInput = 4000 // of what Discord takes in one input
	limitLead  = 600  // of a line above the inputs, of which there are few
	limitName  = 100  // of what an input is called by
)

// Room is how much a form has room for.
func Room() click.Room {
	return click.Room{Most: 5, Value: limitInput, Name: limitName, Options: selectLimit}
}

// Modal is a form.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Form draws a form, with the id by which it comes back.
func Form(id string, f assistant.Form, in wording.Words) *Modal {
	m := &Modal{CustomID: id, Title: in.Tell(f.Title)}
	inputs, rest := Room().Inputs(f)
	if lead := lead(f, in); lead != "" && len(inputs) < Room().Most {
		m.Components = append(m.Components, Text(lead))
	}
	for i, one := range inputs {
		hint := hint(one, in)
		if rest && i == len(inputs)-1 {
			hint = in.Tell(f.Elsewhere)
		}
		m.Components = append(m.Components, label(in.Tell(one.Label), hint, input(one, in)))
	}
	return m
}

// lead is what stands above the inputs where there is room for it, safe; "" for nothing.
func lead(f assistant.Form, in wording.Words) string {
	var lines []string
	for _, one := range f.Lead {
		if says := Escape(bots.OneLine(in.Tell(one)), limitLead); says != "" {
			lines = append(lines, says)
		}
	}
	return strings.Join(lines, "\n")
}

// hint is what stands below the label: what is taken where it is left empty, why it is asked, and a label that is cut.
func hint(one click.Input, in wording.Words) string {
	says := in.Tell(one.Hint)
	if taken := view.IfEmpty(one.FormField, in); taken != "" {
		says = taken + ". " + says
	}
	if label := in.Tell(one.Label); bots.Width(bots.OneLine(label)) > limitLabel {
		return label
	}
	return says
}

func input(one click.Input, in wording.Words) Component {
	if len(one.Options) == 0 {
		c := Component{Type: typeInput, Style: 1, CustomID: one.Name, Required: &one.Required, MaxLength: limitInput, Value: one.Value}
		if one.Long {
			c.Style = 2
		}
		if one.Most > 0 {
			c.MaxLength = min(one.Most, limitInput)
		}
		return c
	}
	c := Component{Type: typeSelect, CustomID: one.Name, Required: &one.Required, Placeholder: in.Say(view.LabelChoose)}
	if !one.Required {
		c.MinValues = new(int)
	}
	for i, o := range one.Options {
		c.Options = append(c.Options, option{
			Label: Label(o.Called(), LimitOption), Value: click.OptionID(i), Description: bots.Clip(bots.OneLine(o.Description), LimitOption), Default: one.Value != "" && o.Value == one.Value,
		})
	}
	return c
}

// ChangesForm asks what should be different about a plan, or about a step of one.
func ChangesForm(s Subject, in wording.Words) *Modal {
	id := CustomID(VerbPlanChanges, s.ID, s.Numbers[0])
	if s.Verb == verbSendBack {
		id = CustomID(VerbSentBack, s.ID)
	}
	return Form(id, view.ChangesForm(), in)
}

// AboutForm asks what the person wants to know about a message.
func AboutForm(message string, in wording.Words) *Modal {
	return Form(CustomID(VerbAbout, message), view.AboutForm(FieldPrompt, assistant.Say("Ask about this message"), assistant.Sentence{}), in)
}

func label(title, hint string, c Component) Component {
	return Component{Type: typeLabel, Label: Label(title, limitLabel), Description: bots.Clip(bots.OneLine(hint), 100), Component: &c}
}
