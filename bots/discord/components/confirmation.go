package components

import (
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Confirmation asks once more before what cannot be undone.
func Confirmation(s Subject, in wording.Words) []Component {
	sure := view.SureOf(in, true)
	return []Component{
		Text(sign(view.Warned) + "**" + sure.Text + "** " + sure.Title), row(button(styleDanger, sure.Yes, CustomID(VerbSure, s.ID))),
		small(in.Say("To leave it, dismiss this message.")),
	}
}
