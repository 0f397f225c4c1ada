package blocks

import (
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
)

// Reminder draws a reminder.
func (r Renderer) Reminder(c bots.ReminderCard, to bots.Calling) Message {
	c, _ = bots.SafeCard(c, r.Hosts).(bots.ReminderCard)
	call := ""
	if to.Mention != "" {
		call = "<@" + to.Mention + "> "
	}
	lead, title := c.Lead(to.Theirs), bots.OneLine(c.Title)
	words, aloud := ":hourglass_flowing_sand: "+call+lead, lead
	if title != "" {
		words, aloud = words+": *"+Escape(title, 300)+"*", aloud+": "+bots.Clip(title, 300)
	}
	blocks := []slackapi.Block{Section(words + " (until " + date(c.ExpiresAt) + ")")}
	link := ""
	if to.Link != "" {
		link = "<" + Escape(to.Link, 2000) + "|Open it>"
	}
	who := Escape(bots.OneLine(c.Who), 300)
	if link != "" || who != "" {
		blocks = append(blocks, ContextLine(link, who))
	}
	return Message{Text: call + Plain(aloud), Blocks: blocks}
}
