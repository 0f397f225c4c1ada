package view

import (
	"github.com/aisteam/aisteam/bots"
)

// Remind says a reminder to somebody.
func Remind(c bots.ReminderCard, to Reader, by bots.Calling) View {
	safe, _ := to.safe(c).(bots.ReminderCard)
	return reminder(safe, by)
}

func reminder(c bots.ReminderCard, by bots.Calling) View {
	v := View{Kind: Reminder, Tone: Waiting, Label: lead(c, by.Theirs), Title: bots.OneLine(c.Title), Badge: Badge{Sign: Going}}
	if !c.ExpiresAt.IsZero() {
		v.Until = Fact{Text: "until", At: c.ExpiresAt}
	}
	v.Facts = some(says(c.Who))
	v.Aloud = v.Label
	if v.Title != "" {
		v.Aloud += ": " + bots.Clip(v.Title, 300)
	}
	return v
}

// lead is how the reminder begins, theirs where it speaks to the person themself. Whoever may not decide is not told that
// the decision is theirs.
func lead(c bots.ReminderCard, theirs bool) string {
	theirs = theirs && c.Decides
	switch {
	case theirs && c.Question:
		return "Your answer is still awaited"
	case theirs:
		return "Your decision is still waiting"
	case c.Question:
		return "An answer is still awaited"
	default:
		return "A decision is still waiting"
	}
}
