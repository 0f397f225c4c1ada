package view

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/wording"
)

// LabelWriting says of an answer that it goes on.
const LabelWriting = "is still writing…"

// SafeAnswer is an answer that may be shown: its links lead only where models may lead. Surfaces cut its Markdown themselves.
func SafeAnswer(c bots.AnswerCard, to Reader) bots.AnswerCard {
	s := safe{to.Hosts}
	if c.Status {
		c.Text = s.words(c.Text)
	} else {
		c.Text = links.Safe(strings.ToValidUTF8(c.Text, "�"), to.Hosts)
	}
	c.Handoffs = s.all(c.Handoffs)
	return c
}

// Origin says what wrote an answer's words, so that nobody takes them for more; "" where code did.
func Origin(c bots.AnswerCard) string {
	w := wording.In(c.Language)
	if c.Code {
		return ""
	}
	if c.Rehearsal {
		return w.Say("Rehearsal: no language model was asked")
	}
	return w.Say("AI-generated; check before relying on it")
}

// MoreFiles says how many files are not named.
func MoreFiles(w wording.Words, n int) string { return w.Say("and %d more files", n) }

// Missing is why files are not where they were asked for.
type Missing struct {
	In       wording.Words
	Platform string
	Unwell   bool   // they could not be brought there this time; otherwise they may not be
	Panel    bool   // they are on the panel
	Cure     string // who can allow it, and how
}

// Words says so, and how to come by the files: link are the words that lead to the panel.
func (m Missing) Words() (says, link string) {
	says = m.In.Say("I may not add files here.")
	if m.Unwell {
		says = m.In.Say("The files could not be brought to %s.", m.Platform)
	}
	switch {
	case m.Panel:
		return says, m.In.Say("Get them in the panel")
	case m.Unwell:
		return says + " " + m.In.Say("Please ask me for them once more in a while."), ""
	default:
		return says + " " + m.In.Say("%s; then ask me once more.", m.In.Known(m.Cure)), ""
	}
}
