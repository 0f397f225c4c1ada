package slack

import (
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
)

// mostParts is how many messages an answer may take. What is longer still is shown from its beginning, and the whole of it
// goes along as a file.
const mostParts = 4

// attached is an answer that is longer still: how it begins, and the file.
func (r renderer) attached(c bots.Card) (l look, file string, ok bool) {
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
	// What JSON escapes takes more room than the text, so that it may have to be divided further.
	for _, n := range []int{limitMarkdown - 500, limitMarkdown * 3 / 4, limitMarkdown / 2} {
		pieces := bots.SplitMarkdown(text, n)
		if len(pieces) > mostParts {
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
	l := look{text: plain(text), blocks: []slackapi.Block{slackapi.NewMarkdownBlock("", text)}}
	if n < of {
		l.blocks = append(l.blocks, contextLine(speaker(a.Agent), fmt.Sprintf("%d of %d", n, of)))
		return l
	}
	if files := fileLines(a.Files); files != "" {
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
