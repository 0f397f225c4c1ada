package view

import (
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Remind says a reminder to somebody.
func Remind(c bots.ReminderCard, to Reader, by bots.Calling) View {
	return to.shown(reminder(c, by, wording.In(c.Language)))
}

// mostOfReminded bounds the title of one of several.
const mostOfReminded = 200

func reminder(c bots.ReminderCard, by bots.Calling, w wording.Words) View {
	v := View{Kind: Reminder, Subject: c.Subject, Tone: Waiting, In: w, Label: lead(c, by.Theirs || c.Direct, w), Title: bots.OneLine(c.Title), Badge: Badge{Sign: Going}}
	if c.Person != "" {
		v.About = w.Say("%s was reminded", c.Person)
	}
	if c.More > 0 {
		v.Title = bots.Clip(v.Title, mostOfReminded) + " " + More(w, c.More)
	}
	if !c.ExpiresAt.IsZero() {
		v.Until = Fact{Text: w.Say("until"), At: c.ExpiresAt}
	}
	add(&v, some(says(c.Counted), says(c.Who), says(c.Lacking)))
	v.Aloud = v.Label
	if v.Title != "" {
		v.Aloud += ": " + bots.Clip(v.Title, 300)
	}
	return v
}

// lead is how the reminder begins, theirs where it speaks to the person themself. Whoever may not decide is not told that
// the decision is theirs.
func lead(c bots.ReminderCard, theirs bool, w wording.Words) string {
	theirs = theirs && c.Decides
	switch {
	case theirs && c.Question:
		return w.Say("Your answer is still awaited")
	case theirs:
		return w.Say("Your decision is still waiting")
	case c.Question:
		return w.Say("An answer is still awaited")
	default:
		return w.Say("A decision is still waiting")
	}
}
