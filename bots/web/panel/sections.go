package panel

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// section is one section of a card as the template of its kind takes it.
type section struct {
	drawing

	Of cardview.Section
}

// Kind is what the section's template is called by: its type.
func (s section) Kind() string { return strings.ToLower(reflect.TypeOf(s.Of).Name()) }

// Sections are drawn one below the other. The small print and the buttons are together at the foot, which also quotes the decider.
func (d drawing) Sections() []section {
	var out []section
	parts := 0
	for _, s := range d.Says.Sections {
		one := section{drawing: d, Of: s}
		switch s := s.(type) { //nolint:gochecksumtype // the rest stands where it is
		case cardview.Text:
			if d.elsewhere(s) {
				continue
			}
		case cardview.Part:
			parts++
			one.drawing = d.part(s, parts)
		case cardview.Facts, cardview.Actions, cardview.Byline:
			continue
		}
		out = append(out, one)
	}
	return out
}

// Questions are those that are still open; none of another section.
func (s section) Questions() []pages.Input {
	form, ok := s.Of.(cardview.Form)
	if !ok {
		return nil
	}
	return pages.Inputs(assistant.Form{Name: assistant.FormAnswers, Fields: form.Fields}, s.ID, s.In)
}

// elsewhere tells whether a text stands at the head or the foot of the card. That somebody took over stands above an answer already.
func (d drawing) elsewhere(t cardview.Text) bool {
	switch t.Voice {
	case cardview.Quoting:
		return !d.Open()
	case cardview.Handing:
		return d.Says.Kind == cardview.Reply
	case cardview.Telling:
		return d.Says.Kind == cardview.Clarification
	case cardview.Noting, cardview.Writing, cardview.Passing, cardview.Vouched:
		return false
	default:
		return false
	}
}

// Byline is who says an answer; nil where it is only in passing.
func (d drawing) Byline() *cardview.Byline { return found[cardview.Byline](d) }

// part is one of several things that are decided on a card, drawn as if it stood by itself.
func (d drawing) part(p cardview.Part, number int) drawing {
	d.ID, d.Says = d.ID+"-"+strconv.Itoa(number), p.View
	return d
}

// Intro is what a question is about.
func (d drawing) Intro() []cardview.Text { return cardview.All[cardview.Text](d.Says) }

// Quote returns what the decider said, or "".
func (d drawing) Quote() string {
	for _, t := range cardview.All[cardview.Text](d.Says) {
		if t.Voice == cardview.Quoting && !d.Open() {
			return t.Words
		}
	}
	return ""
}

// Open tells whether something is still to be decided on the card.
func (d drawing) Open() bool {
	a, _ := d.decision()
	return a != nil
}

// Grave tells whether there is no way back from what the card is about.
func (d drawing) Grave() bool {
	p, _ := cardview.Find[cardview.Preview](d.Says)
	return p.Grave != ""
}

// Folds tells whether what was decided is folded away: of a plan there is much.
func (d drawing) Folds() bool { return d.Says.Kind == cardview.Plan && !d.Open() }

// Parts tells whether several things are decided on the card.
func (d drawing) Parts() bool { return len(cardview.All[cardview.Part](d.Says)) > 0 }

// Problem is what went wrong; nil if nothing did.
func (d drawing) Problem() *cardview.Problem { return found[cardview.Problem](d) }

func found[S cardview.Section](d drawing) *S {
	if s, ok := cardview.Find[S](d.Says); ok {
		return &s
	}
	return nil
}

// Run is the run that the card is of.
func (d drawing) Run() assistant.RunID {
	steps, _ := cardview.Find[cardview.Steps](d.Says)
	return steps.Run
}

// Progress is how far a run has come; nil where that is nothing new.
func (d drawing) Progress() *cardview.Steps {
	if s := found[cardview.Steps](d); s != nil && (!d.Over() || s.Back > 0) {
		return s
	}
	return nil
}
