package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/split"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Draft draws an answer that is still being written: what there is of it, or as much as fits. What JSON escapes takes more
// room than the text.
func (r Renderer) Draft(so bots.AnswerCard) Message {
	all, notes := r.Streamed(so), ContextLine(speaker(so.Agent), wording.In(so.Language).Say(view.LabelWriting), rehearsed(so))
	return fit(3, func(detail int) Message {
		text := "…"
		if pieces := split.Markdown(all, (limitDraft+100)*(detail+1)/4); len(pieces) > 0 {
			text = pieces[0] // a fence that is still open is closed
		}
		return Message{Text: Plain(text), Blocks: []slackapi.Block{slackapi.NewMarkdownBlock("", text), notes}, Draft: true}
	})
}

func rehearsed(so bots.AnswerCard) string {
	if so.Rehearsal {
		return view.Origin(so)
	}
	return ""
}

const limitDraft = limitMarkdown - 1000

// Streamed is the text of a draft, with nothing in it that the answer will not show. As an answer grows, what it was before
// stays its beginning.
func (r Renderer) Streamed(so bots.AnswerCard) string {
	all := strings.TrimLeft(so.Text, " \t\n")
	for n := limitDraft; ; n = n * 3 / 4 {
		text := harmless(links.SafeDraft(strings.TrimSuffix(bots.Clip(all, n), "…"), r.Hosts))
		if bots.Width(text) <= limitDraft {
			return text
		}
	}
}
