package components

import "github.com/aisteam/aisteam/bots"

// Reminder draws a reminder.
func (r Renderer) Reminder(c bots.ReminderCard, to bots.Calling) Look {
	c, _ = bots.SafeCard(c, r.Hosts).(bots.ReminderCard)
	words := "⏳ "
	if to.Mention != "" {
		words += "<@" + to.Mention + "> "
	}
	words += c.Lead(to.Theirs)
	if title := Line(c.Title, 300); title != "" {
		words += ": **" + title + "**"
	}
	cs := []Component{Text(words + " (until " + moment(c.ExpiresAt, "f") + ")")}
	link := ""
	if to.Link != "" {
		link = "[Open it](" + to.Link + ")"
	}
	who := Line(c.Who, 300)
	if link != "" || who != "" {
		cs = append(cs, small(link, who))
	}
	return Look{Components: cs, calls: to.Mention}
}
