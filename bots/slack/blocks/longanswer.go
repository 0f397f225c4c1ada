package blocks

import (
	"cmp"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/split"
	"github.com/aisteam/aisteam/bots/view"
)

// mostParts is how many messages an answer may take. What is longer still is shown from its beginning, and the whole of it
// goes along as a file.
const mostParts = 4

// allParts is the maximum of messages for an answer without a file or a panel that holds it whole.
const allParts = 24

// Messages draws a card as the messages it takes, none for what Slack does not show, and the files that go with it.
func (r Renderer) Messages(c bots.Card) ([]Message, []Enclosure) {
	a, ok := c.(bots.AnswerCard)
	if !ok || a.Status {
		if l, ok := r.Render(c); ok {
			return []Message{l}, nil
		}
		return nil, nil
	}
	v := view.Of(a, r.reader())
	var with []Enclosure
	looks := r.parts(v)
	if len(looks) == 0 {
		looks = []Message{r.answer(v)}
		if first, whole, ok := r.attached(v); ok && !r.Bare {
			looks, with = []Message{first}, []Enclosure{{Title: wholeTitle, Text: whole}}
		}
	}
	if !r.Bare {
		for _, f := range bots.Made(a) {
			with = append(with, Enclosure{Title: cmp.Or(assistant.CleanName(f.Name), "file.txt"), Made: f})
		}
	}
	return looks, with
}

// attached is an answer that is longer still: how it begins, and the whole of it.
func (r Renderer) attached(v view.View) (l Message, whole string, ok bool) {
	if r.fits(v, written(v)) || len(r.parts(v)) > 0 {
		return Message{}, "", false
	}
	return r.beginning(v, "_… "+v.In.Say("this is only the beginning: the whole answer is in the file below.")+"_"), strings.TrimSpace(v.Written()) + "\n", true
}

// parts draws an answer that is too long for one message as several, nil where one is enough or where too many would be
// needed.
func (r Renderer) parts(v view.View) []Message {
	text := written(v)
	if r.fits(v, text) {
		return nil
	}
	most := mostParts
	if r.Bare && r.PublicURL == "" {
		most = allParts
	}
	// What JSON escapes takes more room than the text, so that it may have to be divided further.
	for _, n := range []int{limitMarkdown - 500, limitMarkdown * 3 / 4, limitMarkdown / 2} {
		pieces := split.Markdown(text, n)
		if len(pieces) > most {
			return nil
		}
		looks, fits := make([]Message, len(pieces)), true
		for i, p := range pieces {
			looks[i] = r.piece(v, p, i+1, len(pieces))
			fits = fits && looks[i].size() <= limitBlocks
		}
		if fits {
			return looks
		}
	}
	return nil
}

// fits tells whether one message holds an answer.
func (r Renderer) fits(v view.View, text string) bool {
	return bots.Width(text) <= limitMarkdown && r.piece(v, text, 1, 1).size() <= limitBlocks
}

// Enclosure is a file that goes with an answer: the whole long text, or what an agent made.
type Enclosure struct {
	Title string         // what people see
	Text  string         // of the whole answer; "" for a file that is kept
	Made  assistant.File // the kept file
}

// wholeTitle is the visible name of the file that holds a long answer.
const wholeTitle = "answer.md"
