package slack

import (
	"cmp"
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// mostParts is how many messages an answer may take. What is longer still is shown from its beginning, and the whole of it
// goes along as a file.
const mostParts = 4

// allParts is how many it may take where there is no file that holds the whole of it, and no panel.
const allParts = 24

// messages draws a card as the messages it takes, none for what Slack does not show, and the files that go with it.
func (r renderer) messages(c bots.Card) ([]look, []enclosure) {
	l, ok := r.render(c)
	if !ok {
		return nil, nil
	}
	var with []enclosure
	looks := r.parts(c)
	if len(looks) == 0 {
		looks = []look{l}
		if first, whole, ok := r.attached(c); ok && !r.bare {
			looks, with = []look{first}, []enclosure{{title: wholeTitle, text: whole}}
		}
	}
	if !r.bare {
		for _, f := range bots.Made(c) {
			with = append(with, enclosure{title: cmp.Or(assistant.CleanName(f.Name), "file.txt"), made: f})
		}
	}
	return looks, with
}

// attached is an answer that is longer still: how it begins, and the whole of it.
func (r renderer) attached(c bots.Card) (l look, whole string, ok bool) {
	a, ok := c.(bots.AnswerCard)
	if !ok || a.Status || r.fits(a, r.said(a)) || len(r.parts(c)) > 0 {
		return look{}, "", false
	}
	text := bots.SafeLinks(strings.TrimSpace(strings.ToValidUTF8(a.Text, "�")), r.hosts)
	return r.beginning(a, "_… this is only the beginning: the whole answer is in the file below._"), text + "\n", true
}

// parts draws an answer that is too long for one message as several, nil where one is enough or where too many would be
// needed.
func (r renderer) parts(c bots.Card) []look {
	a, ok := c.(bots.AnswerCard)
	if !ok || a.Status {
		return nil
	}
	text := r.said(a)
	if r.fits(a, text) {
		return nil
	}
	most := mostParts
	if r.bare && r.publicURL == "" {
		most = allParts
	}
	// What JSON escapes takes more room than the text, so that it may have to be divided further.
	for _, n := range []int{limitMarkdown - 500, limitMarkdown * 3 / 4, limitMarkdown / 2} {
		pieces := bots.SplitMarkdown(text, n)
		if len(pieces) > most {
			return nil
		}
		looks, fits := make([]look, len(pieces)), true
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
func (r renderer) fits(a bots.AnswerCard, text string) bool {
	return bots.Width(text) <= limitMarkdown && r.part(a, text, 1, 1).size() <= limitBlocks
}

// part draws one message of an answer; the last one carries what belongs to all.
func (r renderer) part(a bots.AnswerCard, text string, n, of int) look {
	l := look{text: plain(text)}
	if n == 1 {
		l.blocks = handed(a.Handoffs)
	}
	l.blocks = append(l.blocks, slackapi.NewMarkdownBlock("", text))
	if n < of {
		l.blocks = append(l.blocks, contextLine(speaker(a.Agent), fmt.Sprintf("%d of %d", n, of)))
		return l
	}
	l.text, l.blocks = aloud(a, text), append(l.blocks, noted(a)...)
	if files := r.fileLines(a); files != "" {
		l.blocks = append(l.blocks, section(files))
	}
	count := ""
	if of > 1 {
		count = fmt.Sprintf("%d of %d", n, of)
	}
	if ask := feedback(a); ask != nil {
		l.blocks = append(l.blocks, ask)
	}
	l.blocks = append(l.blocks, contextLine(speaker(a.Agent), count, origins(a)))
	return l
}
