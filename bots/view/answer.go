package view

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// LabelWriting says of an answer that it goes on.
const LabelWriting = "is still writing…"

func answer(c bots.AnswerCard, w wording.Words) View {
	v := View{Kind: Reply, By: c.Agent, At: c.At, Conversation: c.Conversation, Aloud: spokenAnswer(c.Note, c.Text)}
	if c.Status {
		add(&v, Text{Voice: Passing, Words: bots.OneLine(c.Text)})
		return v
	}
	if c.Final {
		v.Badge = Badge{Word: w.Say("Summary")}
	}
	add(&v, texts(Handing, c.Handoffs)...)
	add(&v, Text{Voice: Writing, Words: c.Text}, Text{Voice: Vouched, Words: bots.OneLine(c.Note)}, filesOf(c.Files, w),
		Byline{By: c.Agent, Origin: Origin(c), Rehearsal: c.Rehearsal}, Actions{next(c)}, Actions{rating(c, w)})
	return v
}

// spokenAnswer is an answer where there is only a line. Code's own comes first: the rest may be cut.
func spokenAnswer(note, text string) string { return strings.TrimSpace(note + "\n" + text) }

// Written is what an agent wrote, in Markdown; "" on what is no answer.
func (v View) Written() string {
	for _, t := range All[Text](v) {
		if t.Voice == Writing {
			return t.Words
		}
	}
	return ""
}

// Piece is one of the messages that an answer takes, with its part of what was written, as the surface has it. The first says who
// took over, and the last all that belongs to the whole.
func (v View) Piece(written string, n, of int) View {
	if v.Written() == "" {
		return v
	}
	out := v
	out.Sections, out.Aloud = nil, written
	var note string
	for _, s := range v.Sections {
		text, isText := s.(Text)
		line, isLine := s.(Byline)
		switch {
		case isText && text.Voice == Handing:
			if n > 1 {
				continue
			}
		case isText && text.Voice == Writing:
			text.Words = written
			s = text
		case isLine:
			if of > 1 {
				line.Place = v.In.Say("%d of %d", n, of)
			}
			if n < of {
				line.Origin = ""
			}
			s = line
		case n < of:
			continue
		case isText:
			note = text.Words
		}
		add(&out, s)
	}
	if n == of {
		out.Aloud = spokenAnswer(note, written)
	} else {
		out.InWords = ""
	}
	return out
}

// mostNext bounds the requests that an answer offers: nobody reads more.
const mostNext = 3

// next returns the requests that an answer offers. Pressing one says it in the name of the person who presses.
func next(c bots.AnswerCard) []Action {
	if c.Draft || c.Message == "" {
		return nil
	}
	var out []Action
	for i, words := range c.Next[:min(len(c.Next), mostNext)] {
		out = append(out, Action{Do: Ask, Label: bots.OneLine(words), Weight: Plain, On: On{Said: c.Message, Option: i}})
	}
	return out
}

// rating asks for a rating of an answer.
func rating(c bots.AnswerCard, w wording.Words) []Action {
	if !c.CanRate() {
		return nil
	}
	on := On{Said: c.Message}
	return []Action{
		{Do: RateGood, Label: w.Say("Good"), Spoken: w.Say("This answer helped"), Weight: Plain, On: on},
		{Do: RateBad, Label: w.Say("Bad"), Spoken: w.Say("This answer did not help"), Weight: Plain, On: on},
	}
}

// nextInWords lists what an answer offers where nothing can be pressed; "" where it offers nothing.
func nextInWords(c bots.AnswerCard, w wording.Words) string {
	var lines []string
	for _, a := range next(c) {
		lines = append(lines, "\n• "+a.Label)
	}
	if len(lines) == 0 {
		return ""
	}
	return w.Say("Try for example:") + strings.Join(lines, "")
}
