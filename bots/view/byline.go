package view

import (
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Byline is who says an answer, and what wrote its words.
type Byline struct {
	By        bots.Speaker
	Place     string // which of several messages it is: "2 of 3"
	Origin    string // "" where code wrote it, which nobody has to be told
	Rehearsal bool
}

func (b Byline) says() bool { return true }

func (b Byline) safe(s safe) Section {
	b.Place, b.Origin = s.words(b.Place), s.words(b.Origin)
	return b
}

// rehearsed marks what the offline model had a part in, where no answer says so.
func rehearsed(is bool, w wording.Words) Fact {
	if !is {
		return Fact{}
	}
	return says(w.Say("Rehearsal"))
}

// Origin says what wrote an answer's words, so that nobody takes them for more; "" where code did.
func Origin(c bots.AnswerCard) string {
	w := wording.In(c.Language)
	switch {
	case c.Code:
		return ""
	case c.Rehearsal:
		return w.Say("Rehearsal: no language model was asked")
	default:
		return w.Say("AI-generated; check before relying on it")
	}
}
