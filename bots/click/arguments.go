package click

import (
	"errors"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// NoteUnfit is what a person alone is told whose form gives something that does not fit.
const NoteUnfit = "One of these values does not fit. Numbers are written in digits, and a yes or no as “true” or “false”. Nothing was decided."

// Rewritten is the approval of an action with what its form gives instead of some of its arguments, by their places. It gives false where
// something does not fit, and the place that it is about.
func Rewritten(a assistant.Approval, form map[string]string) (_ assistant.Body, wrong string, fits bool) {
	arguments, err := a.Filled(form)
	if e, ok := errors.AsType[*assistant.FieldError](err); ok {
		return nil, e.At, false
	}
	if err != nil {
		return nil, "", false
	}
	return assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: a.Hash, Arguments: arguments}, "", true
}

// Room is what a platform's form has room for.
type Room struct {
	Fields, Value, Place, Options int
}

// Drawn are the fields of an action's form that a platform's form has room for. The rest can be changed on the panel.
func (r Room) Drawn(a assistant.Approval) (drawn []assistant.FormField, rest bool) {
	for _, f := range a.FormFields() {
		if f.Kind == assistant.FieldYesNo {
			f.Options = []string{"true", "false"}
		}
		if f.Kind == assistant.FieldJSON || len(drawn) == r.Fields || bots.Width(f.Value) > r.Value || len(f.At) > r.Place || len(f.Options) > r.Options {
			rest = true
			continue
		}
		drawn = append(drawn, f)
	}
	return drawn, rest
}

// Given are the values of a form for those fields that it asked for. One of options is given by its [OptionID].
func (r Room) Given(a assistant.Approval, input func(at string) (text string, asked bool)) map[string]string {
	drawn, _ := r.Drawn(a)
	out := map[string]string{}
	for _, f := range drawn {
		text, asked := input(f.At)
		if i := Chosen(text); asked && len(f.Options) > 0 && i < len(f.Options) {
			if i < 0 {
				continue // nothing was chosen, so that it stays as it is
			}
			text = f.Options[i]
		}
		if asked {
			out[f.At] = text
		}
	}
	return out
}
