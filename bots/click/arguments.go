package click

import (
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// NoteUnfit is the private note about a form with an invalid value.
const NoteUnfit = "One of these values does not fit. Numbers are written in digits, and a yes or no as “true” or “false”. Nothing was decided."

// Rewritten is the approval of an action with what its form gives instead of some of its arguments, by their keys. It gives false where
// something does not fit, and the key of the field that it is about.
func Rewritten(a assistant.Approval, form map[string]string) (_ assistant.Body, wrong string, fits bool) {
	arguments, err := a.Filled(form)
	if e, ok := errors.AsType[*assistant.FieldError](err); ok {
		return nil, e.Key, false
	}
	if err != nil {
		return nil, "", false
	}
	return assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: a.Hash, Arguments: arguments}, "", true
}

// Standing is the approval of an action and its like, for as long as its form says. Of a form that was not there, which pages and
// programs of earlier versions do not send, it is as long as they say that it is.
func Standing(id assistant.ApprovalID, hash string, form map[string]string) (assistant.ApprovalDecided, error) {
	given, err := view.StandingForm(assistant.Approval{}, wording.Words{}).Texts(form)
	if err != nil {
		return assistant.ApprovalDecided{}, fmt.Errorf("read for how long it holds: %w", err)
	}
	d, _ := always(view.On{Approval: id}).(assistant.ApprovalDecided)
	d.Hash, d.Lasts = hash, assistant.Lasts(given[view.FieldLasts])
	return d, nil
}
