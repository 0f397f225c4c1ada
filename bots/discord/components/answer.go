package components

import (
	"fmt"
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
		return r.answer(view.Of(a, r.reader()), most)
	}
	l, ok := r.render(c)
	if !ok {
		return nil
	}
	return []Look{l}
}

// answer draws an answer in as few messages as hold it.
func (r Renderer) answer(v view.View, most int) []Look {
	files, _ := view.Find[view.Files](v)
	with := r.enclosed(files.Kept())
	_, used := measure(r.plain(v.Piece("", 1, 1)).Components)
	words := pages(v.Written(), limitTotal-used-300)
	if len(words) > most {
		return []Look{r.beginning(v, words[0], with)}
	}
	if len(words) == 0 {
		words = []string{""}
	}
	var out []Look
	for i, w := range words {
		out = append(out, r.plain(v.Piece(w, i+1, len(words))))
	}
	out[len(out)-1].Files = with
	return out
}

// plain draws a view in no frame of a card.
func (r Renderer) plain(v view.View, below ...Component) Look {
	d := drawing{View: v, detail: details, cut: cutTo(details), bare: true, below: below, r: r}
	return Look{Components: d.drawn(), offers: v.InWords, in: v.In}
}

// beginning draws what is too long even for many messages, with all of it as a file where there may be files.
func (r Renderer) beginning(v view.View, words string, with []Enclosure) Look {
	below := []Component{Text(r.whole(v.In, v.Conversation))}
	if !r.Bare {
		whole := v.Written()
		if len(whole) > fileLimit {
			whole = whole[:fileLimit]
		}
		file := Enclosure{Name: wholeName, Whole: strings.ToValidUTF8(whole, "")}
		below, with = append(below, file.component()), append([]Enclosure{file}, with...)
	}
	l := r.plain(v.Piece(words, 1, 1), below...)
	l.Files = with
	return l
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

// Continued returns what remains of a card that continues in a message below, without its buttons.
func Continued(c bots.Card) Look {
	words := "⤵️ " + wording.In(c.SpokenIn()).Say("continued below")
	if run, ok := c.(bots.RunCard); ok {
		words = "⤵️ **" + Line(wording.In(run.Language).Tell(run.Title), 120) + "** · " + wording.In(run.Language).Say("continued below")
	}
	return Look{Components: []Component{small(words)}}
}

// Blank is the look of a message that its card does not need any more.
func Blank() Look { return Look{Components: []Component{small("shown above")}} }
