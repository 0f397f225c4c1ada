package view

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// FieldLasts is the field of the form that asks for how long the like of an action is approved.
const FieldLasts = "lasts"

// LabelAlways is of the button that opens that form. It decides nothing.
const LabelAlways = "Always approve…"

// StandingForm explains what it means to approve all similar actions from now on, and asks for how long. It is filled in with the
// narrowest choice, so that sending it unchanged gives away no more than today.
func StandingForm(a assistant.Approval, w wording.Words) assistant.Form {
	return assistant.Form{
		Name: assistant.FormStanding, Title: assistant.Say("Always approve"), Lead: meansAlways(a), Send: assistant.Say("Approve from now on"),
		Fields: []assistant.FormField{{
			Key: FieldLasts, Kind: assistant.FieldChoice, Label: assistant.Say("Until when?"), Required: true, Value: string(assistant.LastsToday),
			Options: []assistant.Option{
				{Value: string(assistant.LastsToday), Label: w.Say("Until midnight")},
				{Value: string(assistant.LastsWeek), Label: w.Say("For 7 days")},
				{Value: string(assistant.LastsMonth), Label: w.Say("For 30 days")},
			},
		}},
	}
}

// meansAlways says in lines what is approved, what for, how often, what is asked about all the same, and who takes it back where.
func meansAlways(a assistant.Approval) []assistant.Sentence {
	out := []assistant.Sentence{
		assistant.Say("This is done now, as it is shown: %s", a.Title),
		alike(a),
		assistant.Say("That is %d times at most. What cannot be undone, what comes with a warning, and what also stands on the words of somebody else is asked about all the same.", assistant.StandingUses),
		assistant.Say("Whoever approves it and admins can take it back at any time: on the panel under “%s”, or by writing “%s”.", assistant.Say("Who approves"), assistant.Say("stop always allowing 1")),
	}
	if a.Rule != nil && len(a.Rule.Groups) > 0 {
		out = append(out, assistant.Say("Whoever may approve it only because of a group that they are in approves it for 24 hours at most."))
	}
	return out
}

// alike says what is done without asking from then on.
func alike(a assistant.Approval) assistant.Sentence {
	what := assistant.Label(a.Like.What)
	if a.Like.What == "" {
		what = assistant.Say("the same kind of change in the same project")
	}
	if a.Like.Where != "" {
		what = assistant.Say("%s in the project “%s”", what, a.Like.Where)
	}
	if a.Background == "" {
		return assistant.Say("From then on this is done without asking, with whatever values are asked for: %s.", what)
	}
	if a.Preview.Target != "" {
		what = assistant.Say("%s, on “%s”", what, a.Preview.Target)
	}
	return assistant.Say("From then on this is done without asking whenever this automation wants it, with whatever values: %s.", what)
}
