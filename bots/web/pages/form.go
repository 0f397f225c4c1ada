package pages

import (
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// own is the prefix of the names of free-text inputs that replace an option.
const own = "own."

// prefix is what the names of a form's inputs begin with, as pages that are open since before this version send them.
func prefix(f assistant.FormName) string {
	switch f {
	case assistant.FormAnswers:
		return "q."
	case assistant.FormArguments:
		return "arg."
	default:
		return ""
	}
}

// Input is a field of a form as the template "input" draws it.
type Input struct {
	assistant.FormField

	In     wording.Words
	ID     string // of the form, and the number of the field in it
	Number int
	Name   string // by which it is sent
	Asked  bool   // it is a question, which has a frame of its own and says why it is asked
}

// Inputs are the fields of a form, whose elements are called by an id of it.
func Inputs(f assistant.Form, id string, in wording.Words) []Input {
	var out []Input
	for i, one := range f.Fields {
		out = append(out, Input{FormField: one, In: in, ID: id, Number: i, Name: prefix(f.Name) + one.Key, Asked: f.Name == assistant.FormAnswers})
	}
	return out
}

// Own is what own words are sent by.
func (i Input) Own() string { return own + i.Key }

// Type is how a browser takes it.
func (i Input) Type() string {
	switch i.Kind { //nolint:exhaustive // the others are texts
	case assistant.FieldAddress:
		return "url"
	case assistant.FieldSecret:
		return "password"
	case assistant.FieldDate:
		return "date"
	case assistant.FieldNumber:
		if i.Most > 0 {
			return "number"
		}
	}
	return "text"
}

// Ticked tells whether it is a box to be ticked: a yes or no that is not chosen among words for it.
func (i Input) Ticked() bool { return i.Kind == assistant.FieldYesNo && len(i.Options) == 0 }

// Blank is the input's placeholder.
func (i Input) Blank() string {
	switch {
	case i.Kept:
		return i.In.Say("kept; write a new one to replace it")
	case i.Kind == assistant.FieldSecret:
		return i.In.Say("none yet")
	case i.Asked:
		return cardview.IfEmpty(i.FormField, i.In)
	default:
		return i.In.Tell(i.Placeholder)
	}
}

// Given returns what a form gave, by field key, if only its reader knows the fields. Free text wins over a chosen option. A
// question that was asked and left empty is present without a value, since browsers send nothing for options if none is chosen.
func Given(r *http.Request, f assistant.FormName) map[string]string {
	out := map[string]string{}
	for _, key := range r.PostForm["asked"] {
		out[key] = ""
	}
	for _, begins := range []string{prefix(f), own} {
		for name, given := range r.PostForm {
			if key, ok := strings.CutPrefix(name, begins); ok && len(given) > 0 && (begins != own || strings.TrimSpace(given[0]) != "") {
				out[key] = ended(given[0])
			}
		}
	}
	return out
}

// Filled is what a page gives of a form that it has whole. A box that is not ticked is not sent.
func Filled(r *http.Request, f assistant.Form) map[string]string {
	out := map[string]string{}
	for _, i := range Inputs(f, "", wording.Words{}) {
		switch {
		case r.PostForm.Has(i.Name):
			out[i.Key] = ended(r.PostFormValue(i.Name))
		case i.Ticked():
			out[i.Key] = "no"
		}
	}
	return out
}

// ended is a text whose lines end as they do everywhere but in what browsers send.
func ended(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
