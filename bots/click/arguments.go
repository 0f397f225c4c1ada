package click

import (
	"github.com/aisteam/aisteam/assistant"
)

// NoteUnfit is what a person alone is told whose form gives something that is no argument.
const NoteUnfit = "One of these values does not fit. Numbers are written in digits, and a yes or no as “true” or “false”. Nothing was decided."

// Rewritten is the approval of an action with what a form gives instead of some of its arguments; most is how many of them the form
// had room for. It gives false where something does not fit.
func Rewritten(a assistant.Approval, most int, input func(argument int) string) (assistant.Body, bool) {
	form := map[string]string{}
	editable := assistant.EditableArguments(a.Arguments)
	for i, one := range editable[:min(most, len(editable))] {
		form[one.Name] = input(i)
	}
	arguments, err := assistant.WithArguments(a.Arguments, form)
	if err != nil {
		return nil, false
	}
	return assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: a.Hash, Arguments: arguments}, true
}
