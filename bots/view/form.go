package view

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Form is what is asked and still open.
type Form struct {
	In     wording.Words
	Fields []assistant.FormField
}

func (f Form) says() bool { return len(f.Fields) > 0 }

func (f Form) safe(s safe) Section {
	f.Fields = s.inputs(f.Fields)
	return f
}

// inputs leaves keys and values as they are: they are what an answer is told by, and what it says.
func (s safe) inputs(all []assistant.FormField) []assistant.FormField {
	out := slices.Clone(all)
	for i := range out {
		f := &out[i]
		f.Label, f.Hint = assistant.Verbatim(s.words(f.Label.String())), assistant.Verbatim(s.words(f.Hint.String()))
		f.Placeholder = assistant.Verbatim(s.words(f.Placeholder.String()))
		f.Known = slices.Clone(f.Known)
		for j, known := range f.Known {
			f.Known[j] = s.words(known)
		}
		if f.Options = s.options(f.Options); f.Called(f.Default) == f.Default {
			f.Default = s.words(f.Default) // it is no option, and is only read
		}
	}
	return out
}

func (s safe) options(all []assistant.Option) []assistant.Option {
	out := slices.Clone(all)
	for i := range out {
		out[i].Label, out[i].Description = s.words(out[i].Label), s.words(out[i].Description)
	}
	return out
}

// read are the fields of a form in the words in which they are read, each on one line.
func read(f assistant.Form, w wording.Words) []assistant.FormField {
	line := func(s assistant.Sentence) assistant.Sentence { return assistant.Verbatim(bots.OneLine(w.Tell(s))) }
	out := slices.Clone(f.Fields)
	for i := range out {
		out[i].Label, out[i].Hint, out[i].Placeholder = line(out[i].Label), line(out[i].Hint), line(out[i].Placeholder)
		out[i].Options = slices.Clone(out[i].Options)
		for j, o := range out[i].Options {
			out[i].Options[j].Label, out[i].Options[j].Description = bots.OneLine(o.Called()), bots.OneLine(o.Description)
		}
		if out[i].Called(out[i].Default) == out[i].Default {
			out[i].Default = bots.OneLine(out[i].Default)
		}
	}
	return out
}

// LeftToMe says what is taken where a field is not answered; "" where nothing is.
func LeftToMe(f assistant.FormField, w wording.Words) string {
	if f.Default == "" {
		return ""
	}
	return w.Say("If you leave it to me: %s", f.Called(f.Default))
}

// IfEmpty says the same of an input in a form.
func IfEmpty(f assistant.FormField, w wording.Words) string {
	if f.Default == "" {
		return ""
	}
	return w.Say("If you leave it empty: %s", f.Called(f.Default))
}
