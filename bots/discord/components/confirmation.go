package components

import (
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Confirmation asks once more before what cannot be undone, and before what holds for its like, too.
func Confirmation(s Subject, in wording.Words) []Component {
	leave := small(in.Say("To leave it, dismiss this message."))
	if s.Verb == VerbAlways {
		sure := view.SureAlways(in, s.Numbers[0] == recurs)
		return []Component{Text("**" + sure.Title + "** " + sure.Text), row(button(styleSuccess, sure.Yes, CustomID(VerbAlwaysSure, s.ID))), leave}
	}
	sure := view.SureOf(in, true)
	return []Component{Text(sign(view.Warned) + "**" + sure.Text + "** " + sure.Title), row(button(styleDanger, sure.Yes, CustomID(VerbSure, s.ID))), leave}
}
