package components

import "github.com/aisteam/aisteam/bots"

// rating asks what people think of an answer; none for what nobody is asked about.
func rating(c bots.AnswerCard) []Component {
	if !c.CanRate() {
		return nil
	}
	id := string(c.Message)
	return []Component{row(
		button(styleSecondary, "👍", CustomID(VerbRateUp, id)), button(styleSecondary, "👎", CustomID(VerbRateDown, id)),
	)}
}
