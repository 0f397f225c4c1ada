package components

// Confirmation asks once more before what cannot be undone.
func Confirmation(approval string) []Component {
	return []Component{
		Text("⚠️ **This cannot be undone.** Do it now, as it is shown on the card?"),
		row(button(styleDanger, "Yes, do it", CustomID(VerbSure, approval))),
		small("To leave it, dismiss this message."),
	}
}
