package components

import (
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// Reminder draws a reminder.
func (r Renderer) Reminder(c bots.ReminderCard, to bots.Calling) Look {
	v := view.Remind(c, r.reader(), to)
	words := sign(v.Badge.Sign)
	if to.Mention != "" {
		words += "<@" + to.Mention + "> "
	}
	words += Line(v.Label, 100)
	if title := Line(v.Title, 300); title != "" {
		words += ": **" + title + "**"
	}
	cs := []Component{Text(words + " (" + fact(v.Until) + ")")}
	var line []string
	if to.Link != "" {
		line = append(line, "["+v.In.Say(view.LabelOpen)+"]("+to.Link+")")
	}
	if line = append(line, facts(v.Facts())...); len(line) > 0 {
		cs = append(cs, small(line...))
	}
	return Look{Components: cs, calls: to.Mention}
}
