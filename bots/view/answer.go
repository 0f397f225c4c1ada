package view

import (
	"fmt"

	"github.com/aisteam/aisteam/bots"
)

// LabelWriting says of an answer that it goes on.
const LabelWriting = "is still writing…"

// SafeAnswer is an answer that may be shown: its links lead only where models may lead. Surfaces cut its Markdown themselves.
func SafeAnswer(c bots.AnswerCard, to Reader) bots.AnswerCard {
	safe, _ := to.safe(c).(bots.AnswerCard)
	return safe
}

// Origin says what wrote an answer's words, so that nobody takes them for more.
func Origin(c bots.AnswerCard) string {
	if c.Rehearsal {
		return "Rehearsal: no language model was asked"
	}
	return "AI-generated; check before relying on it"
}

// MoreFiles says how many files are not named.
func MoreFiles(n int) string { return fmt.Sprintf("and %d more files", n) }

// Missing is why files are not where they were asked for.
type Missing struct {
	Platform string
	Unwell   bool   // they could not be brought there this time; otherwise they may not be
	Panel    bool   // they are on the panel
	Cure     string // who can allow it, and how
}

// Words says so, and how to come by the files: link are the words that lead to the panel.
func (m Missing) Words() (says, link string) {
	says = "I may not add files here."
	if m.Unwell {
		says = "The files could not be brought to " + m.Platform + "."
	}
	switch {
	case m.Panel:
		return says, "Get them in the panel"
	case m.Unwell:
		return says + " Please ask me for them once more in a while.", ""
	default:
		return says + " " + m.Cure + "; then ask me once more.", ""
	}
}
