package view

import (
	"slices"

	"github.com/aisteam/aisteam/bots/links"
)

// safe makes words safe: none lead anywhere but to the hosts, see [links.SafeWords].
type safe struct{ hosts []string }

// safe is the view with all of its words and sections made safe. A surface that makes links of nothing by itself takes it as it is.
func (v View) safe(s safe) View {
	v.Label, v.About, v.Title, v.Badge.Word = s.words(v.Label), s.words(v.About), s.words(v.Title), s.words(v.Badge.Word)
	v.Standing, v.Until, v.Aloud, v.InWords = s.all(v.Standing), s.fact(v.Until), s.words(v.Aloud), s.words(v.InWords)
	v.Sections = slices.Clone(v.Sections)
	for i, one := range v.Sections {
		v.Sections[i] = one.safe(s)
	}
	return v
}

func (s safe) words(text string) string { return links.SafeWords(text, s.hosts) }

func (s safe) all(texts []string) []string {
	out := slices.Clone(texts)
	for i := range out {
		out[i] = s.words(out[i])
	}
	return out
}

func (s safe) fact(f Fact) Fact {
	f.Text = s.words(f.Text)
	return f
}

func (s safe) facts(all []Fact) []Fact {
	out := slices.Clone(all)
	for i := range out {
		out[i] = s.fact(out[i])
	}
	return out
}
