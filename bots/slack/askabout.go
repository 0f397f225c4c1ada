package slack

import (
	"cmp"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// callbackAbout is the message shortcut "Ask about this", and the form that it opens.
const (
	callbackAbout = "ask_about"
	blockAbout    = "about"
)

// about is the message that a question is about.
type about struct {
	TS   string `json:"ts"`
	Text string `json:"-"`
}

// shortcut reads the message shortcut.
func (c *click) shortcut(i interaction) {
	if i.Callback != callbackAbout || i.Channel.ID == "" || i.Message.TS == "" {
		return
	}
	c.kind, c.trigger = clickAbout, i.Trigger
	c.where = origin{Channel: i.Channel.ID, Thread: cmp.Or(i.Message.Thread, i.Message.TS)}
	c.about = about{TS: i.Message.TS, Text: bots.Clip(i.Message.Text, 1000)}
}

// askedAbout reads the form: a question in the thread of the message.
func (c *click) askedAbout(i interaction, p private) {
	text := strings.TrimSpace(c.fields[blockAbout][inputID].Value)
	if p.About == nil || p.Origin.Channel == "" || p.Origin.Thread == "" || text == "" {
		return
	}
	c.kind, c.about = clickAsked, *p.About
	c.in = assistant.Inbound{
		From: c.from, Change: assistant.ChangeSaid, Text: text, Key: c.key, ExternalID: p.Origin.Channel + "/" + i.View.ID,
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: i.Team.ID, Channel: p.Origin.Channel, Thread: p.Origin.Thread},
	}
}

// aboutForm asks what somebody wants to know about a message. It carries which message it is and not its words, which do not
// fit into what a form may carry.
func aboutForm(of about, at origin) slackapi.ModalViewRequest {
	v := form(callbackAbout, "Ask about this", "Ask", private{Origin: at, About: &about{TS: of.TS}})
	if of.Text != "" {
		v.Blocks.BlockSet = append(v.Blocks.BlockSet, section(quoted(spoken(of.Text, ""))))
	}
	v.Blocks.BlockSet = append(v.Blocks.BlockSet,
		ownWords(blockAbout, "What would you like to know or have done?", "I answer in the message's thread, where everybody of the channel can read it.", false))
	return v
}

// quoted is text as a quotation in mrkdwn.
func quoted(text string) string {
	return "> " + strings.ReplaceAll(mrk(text, 1500), "\n", "\n> ")
}
