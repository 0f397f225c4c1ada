package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
)

const selectLimit = 25

// actions are the buttons of a card, and below them its choices.
func (r Renderer) actions(v view.View, all view.Actions) []Component {
	var buttons, apart, choices []Component
	for _, a := range all.Offered(selectLimit) {
		switch {
		case a.Do == view.ReadWhole && !r.Paged:
		case a.Do == view.Choose, a.Do == view.UndoStep:
			choices = append(choices, row(choice(a)))
		case a.Do == view.ApproveUnseen: // nobody presses it in passing
			apart = append(apart, row(press(a)))
		default:
			buttons = append(buttons, press(a))
		}
	}
	if t, ok := view.Find[view.Thinking](v); ok && v.Kind == view.Run {
		if show := r.showThinking(v.Kind, t); show != nil {
			buttons = append(buttons, *show)
		}
	}
	if v.Kind == view.Clarification { // own words come after the choice
		return append(choices, rows(buttons)...)
	}
	return append(append(rows(buttons), apart...), choices...)
}

func press(a view.Action) Component {
	label := a.Label
	switch a.Do { //nolint:exhaustive // the others are pressed by their words
	case view.RateGood:
		label = "👍"
	case view.RateBad:
		label = "👎"
	}
	return button(style(a), label, id(a))
}

func style(a view.Action) int {
	switch a.Weight {
	case view.Main:
		return stylePrimary
	case view.Agree:
		return styleSuccess
	case view.Grave:
		return styleDanger
	case view.Plain:
		return styleSecondary
	default:
		return styleSecondary
	}
}

// id is an action's custom id, as old cards send it too.
func id(a view.Action) string {
	on := a.On
	switch a.Do {
	case view.ApprovePlan:
		return CustomID(verbPlanApprove, string(on.Plan), on.Version)
	case view.ApproveUnseen:
		return CustomID(verbPlanUnseen, string(on.Plan), on.Version)
	case view.ChangePlan:
		if on.Approval != "" {
			return CustomID(VerbSendBack, string(on.Approval))
		}
		return CustomID(VerbPlanEdit, string(on.Plan), on.Version)
	case view.RejectPlan:
		return CustomID(verbPlanReject, string(on.Plan), on.Version)
	case view.Approve:
		if a.Weight == view.Grave { // Discord's buttons have no question of their own
			return CustomID(VerbConfirm, string(on.Approval))
		}
		return CustomID(verbApprove, string(on.Approval))
	case view.Always:
		return alwaysID(on)
	case view.Reject:
		return CustomID(verbReject, string(on.Approval))
	case view.ApproveAll:
		if on.Message != "" {
			return CustomID(verbApproveHere, string(on.Message)+behind+on.Shown)
		}
		return CustomID(verbApproveAll, string(on.Run)+behind+on.Shown)
	case view.RejectAll:
		if on.Message != "" {
			return CustomID(verbRejectHere, string(on.Message)+behind+on.Shown)
		}
		return CustomID(verbRejectAll, string(on.Run)+behind+on.Shown)
	case view.ChangeAndDo:
		if on.Run != "" {
			return CustomID(VerbChange, string(on.Run)+behind+string(on.Approval))
		}
		return CustomID(VerbChange, string(on.Approval))
	case view.ReadWhole:
		if on.Run != "" {
			return CustomID(VerbRead, string(on.Run)+behind+string(on.Approval))
		}
		return CustomID(VerbRead, string(on.Approval))
	case view.Pick:
		return CustomID(VerbOption, string(on.Ask), 0, on.Option)
	case view.Choose:
		return CustomID(VerbSelect, string(on.Ask), 0)
	case view.Fill:
		return CustomID(VerbForm, string(on.Ask))
	case view.Stop:
		return CustomID(verbStop, string(on.Run))
	case view.Retry:
		return CustomID(verbRetry, string(on.Run))
	case view.Undo:
		return CustomID(verbUndo, string(on.Run))
	case view.UndoStep:
		return CustomID(VerbUndoStep, string(on.Run))
	case view.RateGood:
		return CustomID(VerbRateUp, string(on.Said))
	case view.RateBad:
		return CustomID(VerbRateDown, string(on.Said))
	case view.Ask:
		return CustomID(verbAsk, string(on.Said), on.Option)
	case view.HushHours:
		return CustomID(VerbHushHours, "me")
	case view.HushMonday:
		return CustomID(VerbHushMonday, "me")
	default:
		return strings.ReplaceAll(string(a.Do), " ", "")
	}
}

// choice offers one of several. What is told of an option of a question is its position, since its value may be longer than
// Discord takes.
func choice(a view.Action) Component {
	s := Component{Type: typeSelect, CustomID: id(a), Placeholder: a.Label}
	for i, c := range a.Choices[:min(len(a.Choices), selectLimit)] { // words still reach the others
		value := c.Value
		if a.Do == view.Choose {
			value = click.OptionID(i)
		}
		s.Options = append(s.Options, option{Label: Label(c.Label, LimitOption), Value: value, Description: bots.Clip(c.Description, LimitOption)})
	}
	return s
}
