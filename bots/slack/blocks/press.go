package blocks

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
)

// Press is what a button asks for.
type Press string

// What buttons ask for.
const (
	PressNothing    Press = ""            // the button is not one of ours, or its value is not
	PressAct        Press = "act"         // an act that the value says all about
	PressRate       Press = "rate"        // as an act, and the person is thanked
	PressOption     Press = "option"      // an option of a question: its value has to be read
	PressForm       Press = "form"        // open the questions' form
	PressEdit       Press = "edit"        // open the form for a plan's changes
	PressChange     Press = "change"      // open the form for what an action is to be done with
	PressRead       Press = "read"        // open the whole text of what is to be approved
	PressSite       Press = "site"        // open the form for a site
	PressSiteTry    Press = "site_try"    // try a site's connection
	PressSiteDelete Press = "site_delete" // ask whether a site is to be deleted
	PressRole       Press = "role"        // open the form for a role
	PressTask       Press = "task"        // change a background task, as the value says
	PressTaskEdit   Press = "task_edit"   // open the form in which words change it
	PressTaskPast   Press = "task_past"   // show what it did
	PressHush       Press = "hush"        // no direct messages for a while
)

// ReadPress tells what pressing a button asks for, and the act where the value says all about it.
func ReadPress(action string, s Subject) (Press, assistant.Body) {
	switch {
	case strings.HasPrefix(action, actionOption) && s.Ask != "", action == actionSelect && s.Ask != "":
		return PressOption, nil
	case action == actionForm && s.Ask != "":
		return PressForm, nil
	case action == actionPlanEdit && (s.Plan != "" || s.Approval != ""):
		return PressEdit, nil
	case action == ActionSiteAdd, action == ActionSite && s.Project != "":
		return PressSite, nil
	case strings.HasPrefix(action, ActionSiteConnect) && s.Project != "" && s.Kind != "":
		return PressSite, nil
	case strings.HasPrefix(action, ActionSiteTry) && s.Project != "" && s.Kind != "":
		return PressSiteTry, nil
	case action == ActionSiteDelete && s.Project != "":
		return PressSiteDelete, nil
	case action == ActionRole:
		return PressRole, nil
	case strings.HasPrefix(action, actionTask) && s.Background != "" && action == actionTask+string(s.Change) && s.Change != "":
		return PressTask, nil
	case action == actionHush+s.Hush && s.Hush != "":
		return PressHush, nil
	case action == actionTaskEdit && s.Background != "":
		return PressTaskEdit, nil
	case action == actionTaskHistory && s.Background != "":
		return PressTaskPast, nil
	case action == actionChange && s.Approval != "":
		return PressChange, nil
	case action == actionRead && s.Approval != "":
		return PressRead, nil
	}
	body := actBody(action, s)
	switch {
	case body == nil:
		return PressNothing, nil
	case action == actionRate:
		return PressRate, body
	default:
		return PressAct, body
	}
}

// actBody is the act of a button whose value says it all; nil when the button is not one of ours.
func actBody(action string, s Subject) assistant.Body {
	if action == actionRate && s.Message != "" {
		return assistant.Rated{Message: s.Message, Good: s.Good}
	}
	do := doOf(action)
	if do == view.UndoStep {
		s.Run = assistant.RunID(strings.TrimPrefix(action, actionUndoStep))
	}
	return click.Body(do, s.on())
}

// doOf is what the button of a name does, "" for those that are no act.
func doOf(action string) view.Do {
	switch action {
	case actionPlanApprove:
		return view.ApprovePlan
	case actionPlanUnseen:
		return view.ApproveUnseen
	case actionPlanReject:
		return view.RejectPlan
	case actionApprove:
		return view.Approve
	case actionAlways:
		return view.Always
	case actionReject:
		return view.Reject
	case actionApproveAll:
		return view.ApproveAll
	case actionRejectAll:
		return view.RejectAll
	case actionStop:
		return view.Stop
	case actionRetry:
		return view.Retry
	case actionUndo:
		return view.Undo
	}
	switch {
	case strings.HasPrefix(action, actionUndoStep):
		return view.UndoStep
	case strings.HasPrefix(action, actionAsk):
		return view.Ask
	default:
		return ""
	}
}
