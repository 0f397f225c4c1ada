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

// inputs leaves keys and values unescaped, since they identify and make up the answer.
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

// form leaves the keys and values of its fields as they are.
func (s safe) form(f assistant.Form) assistant.Form {
	safely := func(says assistant.Sentence) assistant.Sentence { return assistant.Verbatim(s.words(says.String())) }
	f.Title, f.Send, f.Elsewhere, f.Fields = safely(f.Title), safely(f.Send), safely(f.Elsewhere), s.inputs(f.Fields)
	f.Lead = slices.Clone(f.Lead)
	for i := range f.Lead {
		f.Lead[i] = safely(f.Lead[i])
	}
	return f
}

// read returns a form in the reader's language, each text on one line.
func read(f assistant.Form, w wording.Words) assistant.Form {
	line := func(s assistant.Sentence) assistant.Sentence { return assistant.Verbatim(bots.OneLine(w.Tell(s))) }
	f.Title, f.Send, f.Elsewhere = line(f.Title), line(f.Send), line(f.Elsewhere)
	f.Lead, f.Fields = slices.Clone(f.Lead), slices.Clone(f.Fields)
	for i := range f.Lead {
		f.Lead[i] = line(f.Lead[i])
	}
	for i := range f.Fields {
		f.Fields[i] = readField(f.Fields[i], line)
	}
	return f
}

func readField(f assistant.FormField, line func(assistant.Sentence) assistant.Sentence) assistant.FormField {
	f.Label, f.Hint, f.Placeholder = line(f.Label), line(f.Hint), line(f.Placeholder)
	f.Options = slices.Clone(f.Options)
	for i, o := range f.Options {
		f.Options[i].Label, f.Options[i].Description = bots.OneLine(o.Called()), bots.OneLine(o.Description)
	}
	if f.Called(f.Default) == f.Default {
		f.Default = bots.OneLine(f.Default)
	}
	return f
}

// LeftToMe says what is taken where a field is not answered; "" if nothing is.
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
