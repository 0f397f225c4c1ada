package blocks

import (
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// Reminder draws a reminder.
func (r Renderer) Reminder(c bots.ReminderCard, to bots.Calling) Message {
	v := view.Remind(c, r.reader(), to)
	call := ""
	if to.Mention != "" {
		call = "<@" + to.Mention + "> "
	}
	words := sign(v.Badge.Sign) + call + Escape(v.Label, 100)
	if v.Title != "" {
		words += ": *" + Escape(v.Title, 300) + "*"
	}
	blocks := []slackapi.Block{Section(words + " (" + fact(v.Until) + ")")}
	var line []string
	if to.Link != "" {
		line = append(line, "<"+Escape(to.Link, 2000)+"|"+v.In.Say(view.LabelOpen)+">")
	}
	for _, f := range v.Facts() {
		line = append(line, fact(f))
	}
	if len(line) > 0 {
		blocks = append(blocks, ContextLine(line...))
	}
	return Message{Text: call + Plain(v.Aloud), Blocks: blocks}
}
