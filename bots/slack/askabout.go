package slack

import (
	"cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// shortcut reads the message shortcut.
func (c *click) shortcut(i interaction) {
	if i.Callback != blocks.CallbackAbout || i.Channel.ID == "" || i.Message.TS == "" {
		return
	}
	c.kind, c.trigger = clickAbout, i.Trigger
	c.where = blocks.Origin{Channel: i.Channel.ID, Thread: cmp.Or(i.Message.Thread, i.Message.TS)}
	c.about = blocks.About{TS: i.Message.TS, Text: bots.Clip(i.Message.Text, 1000)}
}

// askedAbout reads the form: a question in the thread of the message.
func (c *click) askedAbout(i interaction, p blocks.FormState) {
	text := c.fields.Words(blocks.BlockAbout)
	if p.About == nil || p.Origin.Channel == "" || p.Origin.Thread == "" || text == "" {
		return
	}
	c.kind, c.about = clickAsked, *p.About
	c.in = assistant.Inbound{
		From: c.from, Change: assistant.ChangeSaid, Text: text, Key: c.key, ExternalID: p.Origin.Channel + "/" + i.View.ID,
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: i.Team.ID, Channel: p.Origin.Channel, Thread: p.Origin.Thread},
	}
}
