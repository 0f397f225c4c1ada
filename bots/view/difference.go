package view

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Difference is what fields were and what they become, each on a line.
type Difference struct {
	In     wording.Words
	Title  string
	Fields []assistant.Field
	Wanted bool // what they become is a person's own words
}

func (d Difference) says() bool { return len(d.Fields) > 0 }

func (d Difference) safe(s safe) Section {
	d.Title, d.Fields = s.words(d.Title), s.fields(d.Fields, d.Wanted)
	return d
}

// fields are made safe; what they become stays where it is a person's.
func (s safe) fields(all []assistant.Field, wanted bool) []assistant.Field {
	out := slices.Clone(all)
	for i := range out {
		f := &out[i]
		f.Name, f.Old = s.words(f.Name), s.words(f.Old)
		if !wanted {
			f.New = s.words(f.New)
		}
	}
	return out
}

// Lines are the fields, as a list has them.
func (d Difference) Lines() List {
	l := List{In: d.In, Title: d.Title}
	for _, f := range d.Fields {
		l.Items = append(l.Items, Fact{Text: FieldLine(d.In, f.Name, f.Old, f.New)})
	}
	return l
}

// FieldLine is a field of a difference on one line.
func FieldLine(w wording.Words, name, was, becomes string) string {
	name, was, becomes = bots.OneLine(name), bots.OneLine(was), bots.OneLine(becomes)
	switch {
	case was == "":
		return name + ": " + becomes
	case becomes == "":
		return name + ": " + was + " → " + w.Say("removed")
	default:
		return name + ": " + was + " → " + becomes
	}
}
