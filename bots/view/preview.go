package view

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Preview is what would become of something.
type Preview struct {
	In       wording.Words
	Title    string
	Target   string
	Grave    string // that there is no way back
	Warnings []string
	Fields   []assistant.Field
	Link     Link // to look at it
	Whole    string
	Drawing  *assistant.Drawing
}

// Link is an address with its words. It is not a model's.
type Link struct{ Words, URL string }

func (p Preview) says() bool {
	return p.Target != "" || p.Grave != "" || len(p.Warnings) > 0 || len(p.Fields) > 0 || p.Link.URL != "" || p.Whole != "" || p.Drawing != nil
}

func (p Preview) safe(s safe) Section { return p.safely(s) }

// safely leaves the target and the link as they are: a tool says them, of a site that it was given.
func (p Preview) safely(s safe) Preview {
	p.Title, p.Grave, p.Warnings, p.Whole = s.words(p.Title), s.words(p.Grave), s.all(p.Warnings), s.words(p.Whole)
	p.Fields, p.Link.Words = s.fields(p.Fields, false), s.words(p.Link.Words)
	return p
}

// preview is what a tool says would become of something. The target and the address are the tool's, of a site that it was given.
func preview(p assistant.Preview, w wording.Words) Preview {
	out := Preview{In: w, Title: bots.OneLine(w.Tell(p.Title)), Target: bots.OneLine(p.Target), Warnings: told(p.Warnings, w), Whole: p.Whole, Drawing: p.Drawing}
	for _, f := range p.Fields {
		f.Name, f.Old, f.New = w.Label(f.Name), w.Tell(f.Was()), w.Tell(f.Becomes())
		out.Fields = append(out.Fields, f)
	}
	if p.Link != "" {
		out.Link = Link{w.Say("Look at it before it goes live"), p.Link}
	}
	return out
}
