package blocks

import (
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

const (
	mostOptions = 100 // that a choice may have
	mostUndos   = 25  // a card has only so much room; words still reach the others
)

// actions are buttons and choices.
func actions(all view.Actions) []slackapi.Block {
	if as := all.Items; len(as) == 2 && as[0].Do == view.RateGood {
		return []slackapi.Block{feedback(as[0], as[1])}
	}
	var elements []slackapi.BlockElement
	for _, a := range all.Offered(mostOptions) {
		switch a.Do {
		case view.Choose:
			elements = append(elements, choice(a, actionSelect, len(a.Choices), func(i int) string { return optionValue(a.On.Ask, 0, i) }))
		case view.UndoStep:
			value := func(i int) string { return taskValue(assistant.TaskID(a.Choices[i].Value)) }
			elements = append(elements, choice(a, actionUndoStep+string(a.On.Run), mostUndos, value))
		default:
			elements = append(elements, press(a))
		}
	}
	return []slackapi.Block{slackapi.NewActionBlock("", elements...)}
}

// press is a button.
func press(a view.Action) *slackapi.ButtonBlockElement {
	action, value := wire(a)
	b := Button(action, value, a.Label, style(a.Weight), a.Sure)
	if a.Spoken != "" {
		b.AccessibilityLabel = bots.Clip(a.Spoken, LimitButton)
	}
	return b
}

func style(w view.Weight) slackapi.Style {
	switch w {
	case view.Main, view.Agree:
		return slackapi.StylePrimary
	case view.Grave:
		return slackapi.StyleDanger
	case view.Plain:
		return slackapi.StyleDefault
	default:
		return slackapi.StyleDefault
	}
}

// wire is an action's name and value, as old cards send them too.
func wire(a view.Action) (action, value string) {
	on := a.On
	switch a.Do {
	case view.ApprovePlan:
		return actionPlanApprove, planValue(on.Plan, on.Version)
	case view.ApproveUnseen:
		return actionPlanUnseen, planValue(on.Plan, on.Version)
	case view.ChangePlan:
		if on.Approval != "" {
			return actionPlanEdit, approvalValue(on.Approval)
		}
		return actionPlanEdit, planValue(on.Plan, on.Version)
	case view.RejectPlan:
		return actionPlanReject, planValue(on.Plan, on.Version)
	case view.Approve:
		return actionApprove, approvalValue(on.Approval)
	case view.Always:
		return actionAlways, approvalValue(on.Approval)
	case view.Reject:
		return actionReject, approvalValue(on.Approval)
	case view.ChangeAndDo:
		return actionChange, approvalValue(on.Approval)
	case view.ApproveAll:
		return actionApproveAll, togetherValue(on)
	case view.RejectAll:
		return actionRejectAll, togetherValue(on)
	case view.ReadWhole:
		return actionRead, approvalValue(on.Approval)
	case view.Pick:
		return actionOption + itoa(on.Option), optionValue(on.Ask, 0, on.Option)
	case view.Choose:
		return actionSelect, askValue(on.Ask)
	case view.Fill:
		return actionForm, askValue(on.Ask)
	case view.Stop:
		return actionStop, runValue(on.Run)
	case view.Retry:
		return actionRetry, runValue(on.Run)
	case view.Undo:
		return actionUndo, runValue(on.Run)
	case view.UndoStep:
		return actionUndoStep + string(on.Run), taskValue(on.Task)
	case view.Ask:
		return actionAsk + itoa(on.Option), Subject{Message: on.Said, Option: on.Option}.String()
	case view.HushHours:
		return actionHush + HushHours, Subject{Hush: HushHours}.String()
	case view.HushMonday:
		return actionHush + HushMonday, Subject{Hush: HushMonday}.String()
	default:
		return string(a.Do), ""
	}
}

// choice offers one of several. Its values are positions or ids: an option's own value may be longer than Slack takes.
func choice(a view.Action, action string, most int, value func(i int) string) slackapi.BlockElement {
	var options []*slackapi.OptionBlockObject
	for i, c := range a.Choices[:min(len(a.Choices), most)] {
		options = append(options, slackapi.NewOptionBlockObject(value(i), PlainText(c.Label, LimitOption), nil))
	}
	s := slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, PlainText(a.Label, LimitTitle), action, options...)
	if a.Sure != nil {
		s.Confirm = confirmation(a.Sure)
	}
	return s
}
