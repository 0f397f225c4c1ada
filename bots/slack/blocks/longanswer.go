package blocks

import (
	"cmp"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/split"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// mostParts is how many messages an answer may take. What is longer still is shown from its beginning, and the whole of it
// goes along as a file.
const mostParts = 4

// allParts is how many it may take where there is no file that holds the whole of it, and no panel.
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
	a = view.SafeAnswer(a, r.reader())
	var with []Enclosure
	looks := r.parts(a)
	if len(looks) == 0 {
		looks = []Message{r.answer(a)}
		if first, whole, ok := r.attached(a); ok && !r.Bare {
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
func (r Renderer) attached(a bots.AnswerCard) (l Message, whole string, ok bool) {
	if a.Status || r.fits(a, answerText(a)) || len(r.parts(a)) > 0 {
		return Message{}, "", false
	}
	return r.beginning(a, "_… "+wording.In(a.Language).Say("this is only the beginning: the whole answer is in the file below.")+"_"), strings.TrimSpace(a.Text) + "\n", true
}

// parts draws an answer that is too long for one message as several, nil where one is enough or where too many would be
// needed.
func (r Renderer) parts(a bots.AnswerCard) []Message {
	if a.Status {
		return nil
	}
	text := answerText(a)
	if r.fits(a, text) {
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
			looks[i] = r.part(a, p, i+1, len(pieces))
			fits = fits && looks[i].size() <= limitBlocks
		}
		if fits {
			return looks
		}
	}
	return nil
}

// fits tells whether one message holds an answer.
func (r Renderer) fits(a bots.AnswerCard, text string) bool {
	return bots.Width(text) <= limitMarkdown && r.part(a, text, 1, 1).size() <= limitBlocks
}

// part draws one message of an answer; the last one carries what belongs to all.
func (r Renderer) part(a bots.AnswerCard, text string, n, of int) Message {
	l := Message{Text: Plain(text)}
	if n == 1 {
		l.Blocks = allHanded(a.Handoffs)
	}
	l.Blocks = append(l.Blocks, slackapi.NewMarkdownBlock("", text))
	if n < of {
		l.Blocks = append(l.Blocks, ContextLine(speaker(a.Agent), wording.In(a.Language).Say("%d of %d", n, of)))
		return l
	}
	l.Text, l.Blocks = aloud(a, text), append(l.Blocks, noted(a)...)
	if files := r.fileLines(a); files != "" {
		l.Blocks = append(l.Blocks, Section(files))
	}
	count := ""
	if of > 1 {
		count = wording.In(a.Language).Say("%d of %d", n, of)
	}
	if ask := feedback(a); ask != nil {
		l.Blocks = append(l.Blocks, ask)
	}
	l.Blocks = append(append(l.Blocks, ContextLine(speaker(a.Agent), count, view.Origin(a))), next(a)...)
	l.offers = view.NextInWords(a)
	return l
}

// Enclosure is a file that goes with an answer: what of it is long, or what an agent made.
type Enclosure struct {
	Title string         // what people see
	Text  string         // of the whole answer; "" for a file that is kept
	Made  assistant.File // the kept file
}

// wholeTitle is what people see of the file that a long answer comes as.
const wholeTitle = "answer.md"
