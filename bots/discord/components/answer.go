package components

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// MostParts is how many messages an answer may take. What is longer still is shown from its beginning, with the whole of
// it as a file.
const MostParts = 8

// fileLimit is how long a file may be that goes with a message; every server takes ten million bytes.
const fileLimit = 8 << 20

// Draw turns a card into the looks of its messages, most of them at most; none for what Discord does not show.
func (r Renderer) Draw(c bots.Card, most int) []Look {
	if a, ok := c.(bots.AnswerCard); ok && !a.Status {
		return r.answer(view.SafeAnswer(a, r.reader()), most)
	}
	l, ok := r.render(c)
	if !ok {
		return nil
	}
	return []Look{l}
}

// answer draws an answer in as few messages as hold it. The last one carries what belongs to all.
func (r Renderer) answer(c bots.AnswerCard, most int) []Look {
	in, with := wording.In(c.Language), r.enclosed(c)
	end := noted(c)
	if files := r.fileLines(c); files != "" {
		end = append(end, Text(files))
	}
	for _, f := range with {
		end = append(end, f.component())
	}
	end = slices.Concat(end, []Component{small(speaker(c.Agent), view.Origin(c))}, next(c), rating(c))
	var begin []Component
	for _, h := range c.Handoffs[:min(len(c.Handoffs), mostHandoffs)] {
		begin = append(begin, handed(h))
	}
	_, used := measure(slices.Concat(begin, end))
	words := pages(c.Text, limitTotal-used-300)
	if len(words) > most {
		l := r.beginning(c, words[0], end, with)
		l.Components = slices.Concat(begin, l.Components)
		return []Look{l}
	}
	var out []Look
	for i, w := range words[:max(0, len(words)-1)] {
		out = append(out, Look{Components: []Component{Text(w), small(speaker(c.Agent), in.Say("%d of %d", i+1, len(words)))}})
	}
	last := Look{Components: end, Files: with, offers: view.NextInWords(c), in: in}
	if n := len(words); n > 0 {
		last.Components = append([]Component{Text(words[n-1])}, end...)
	}
	out = append(out, last)
	out[0].Components = slices.Concat(begin, out[0].Components)
	return out
}

// next are the requests that an answer offers, in a row of their own.
func next(c bots.AnswerCard) []Component {
	var buttons []Component
	for _, a := range view.Next(c) {
		buttons = append(buttons, press(a))
	}
	return rows(buttons)
}

// beginning draws what is too long even for many messages, with all of it as a file where there may be files.
func (r Renderer) beginning(c bots.AnswerCard, words string, end []Component, with []Enclosure) Look {
	cs := []Component{Text(words), Text(r.whole(wording.In(c.Language), c.Conversation))}
	if !r.Bare {
		whole := c.Text
		if len(whole) > fileLimit {
			whole = whole[:fileLimit]
		}
		file := Enclosure{Name: wholeName, Whole: strings.ToValidUTF8(whole, "")}
		cs, with = append(cs, file.component()), append([]Enclosure{file}, with...)
	}
	return Look{Components: append(cs, end...), Files: with}
}

// whole says where the rest of a long text is.
func (r Renderer) whole(w wording.Words, c assistant.ConversationID) string {
	short, or := w.Say("this is only the beginning; the whole text is in the file."), w.Say("Or read it in the panel")
	if r.Bare {
		short, or = w.Say("this is only the beginning: I may not add files here."), w.Say("Read all of it in the panel")
	}
	if r.PublicURL == "" {
		return "*… " + short + "*"
	}
	return fmt.Sprintf("*… %s* [%s](%s/c/%s)", short, or, r.PublicURL, c)
}

// Continued is what is left of a card that goes on in a message below, without anything to press.
func Continued(c bots.Card) Look {
	words := "⤵️ " + wording.In(c.SpokenIn()).Say("continued below")
	if run, ok := c.(bots.RunCard); ok {
		words = "⤵️ **" + Line(run.Title, 120) + "** · " + wording.In(run.Language).Say("continued below")
	}
	return Look{Components: []Component{small(words)}}
}

// Blank is the look of a message that its card does not need any more.
func Blank() Look { return Look{Components: []Component{small("shown above")}} }
