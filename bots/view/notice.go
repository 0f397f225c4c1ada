package view

import (
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Notice is the kind of what nobody has to answer.
const Notice Kind = "notice"

func notice(c bots.NoticeCard, w wording.Words) View {
	v := View{Kind: Notice, Tone: Quiet, Label: w.Say("Notice"), Title: bots.OneLine(c.Text)}
	if source := bots.OneLine(c.Source); source != "" {
		v.Facts = some(says(w.Say("noticed at %s", source)))
	}
	v.Aloud = v.Label + ": " + bots.Clip(v.Title, 300)
	return v
}

func (s safe) notice(c bots.NoticeCard) bots.NoticeCard {
	c.Text, c.Source = s.words(c.Text), s.words(c.Source)
	return c
}
