package view

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Note is what a person who is not looking is told of a card: just enough to recognize it.
type Note struct {
	In    wording.Words
	Waits bool   // for them to decide
	Title string // "AISTEAM needs you", or who speaks
	Text  string // of what waits, or what was said: a line
	By    string // who asked for it, in words; "" where that is not known
}

const (
	mostOfTold   = 160 // of a line that somebody is told
	mostOfTeller = 60
)

// Told returns what a person is told of a card, in a language of theirs or else in the card's. It returns false for cards that
// nobody is told of while not looking: settled ones and mere progress.
func Told(c bots.Card, in assistant.Language) (Note, bool) {
	if in == "" {
		in = c.SpokenIn()
	}
	w := wording.In(in)
	switch c := c.(type) { //nolint:gochecksumtype // nobody is told of the rest
	case bots.PlanCard:
		return asked(plan(c, w), c.RequestedBy, w), c.Open()
	case bots.ApprovalCard:
		return asked(approval(c, w), c.RequestedBy, w), c.Open()
	case bots.StepCard:
		by := ""
		if len(c.Actions) > 0 {
			by = c.Actions[0].RequestedBy
		}
		return asked(step(c, w), by, w), c.Open()
	case bots.ClarificationCard:
		v := clarification(c, w)
		if len(c.Clarification.Questions) > 0 {
			v.Title = bots.OneLine(c.Clarification.Questions[0].Text)
		}
		return asked(v, "", w), c.Open()
	case bots.AnswerCard:
		return Note{In: w, Title: bots.Clip(bots.OneLine(c.Agent.Called), mostOfTeller), Text: bots.Clip(firstLine(c.Text), mostOfTold)}, !c.Draft && !c.Status
	case bots.UserCard:
		return Note{In: w, Title: bots.Clip(w.Say("%s mentions you", called(c.Person)), mostOfTold), Text: bots.Clip(firstLine(c.Text), mostOfTold)}, c.Calls && !c.Deleted
	case bots.MemberCard:
		title := bots.Clip(bots.OneLine(c.Title), mostOfTold)
		if title == "" {
			title = w.Say("A conversation without a title")
		}
		return Note{In: w, Title: bots.Clip(w.Say("%s invites you to a conversation", called(c.By)), mostOfTold), Text: title}, c.By != ""
	case bots.ErrorCard:
		return Note{In: w, Title: w.Say("Something went wrong"), Text: bots.Clip(bots.OneLine(w.Tell(c.Problem.Message)), mostOfTold)}, true
	}
	return Note{}, false
}

// asked returns what is told of a card that waits for somebody.
func asked(v View, by string, w wording.Words) Note {
	n := Note{In: w, Waits: true, Title: w.Say("AISTEAM needs you"), Text: v.Label}
	if v.Title != "" {
		n.Text += ": " + v.Title
	}
	n.Text = bots.Clip(n.Text, mostOfTold)
	if by = called(by); by != "" {
		n.By = w.Say("Requested by %s", by)
	}
	return n
}

// firstLine is the first line of a text that says something, without the marks by which it would be laid out.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if plain := bots.OneLine(strings.NewReplacer("**", "", "__", "", "`", "", "#", "").Replace(line)); plain != "" {
			return plain
		}
	}
	return ""
}

// Element is a slot's name on the panel's pages, fit for an element, a script's selector and the end of an address.
func Element(s assistant.Slot) string {
	return "slot-" + strings.Map(func(r rune) rune {
		if (r >= 'a' && r <= 'z') || (r >= '0' && r <= '9') || (r >= 'A' && r <= 'Z') {
			return r
		}
		return '-'
	}, string(s))
}
