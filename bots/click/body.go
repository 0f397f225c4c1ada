package click

import (
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
)

// Body is the act of an action that says all about itself; nil where more has to be known, or where what it is on has no id.
func Body(do view.Do, on view.On) assistant.Body {
	switch do {
	case view.ApprovePlan:
		return decided(on, assistant.VerdictApproved, false)
	case view.ApproveUnseen:
		return decided(on, assistant.VerdictApproved, true)
	case view.RejectPlan:
		return decided(on, assistant.VerdictRejected, false)
	case view.Approve:
		return ruled(on.Approval, assistant.VerdictApproved)
	case view.Always:
		return always(on.Approval)
	case view.Reject:
		return ruled(on.Approval, assistant.VerdictRejected)
	case view.ApproveAll:
		return ruledTogether(on, assistant.VerdictApproved)
	case view.RejectAll:
		return ruledTogether(on, assistant.VerdictRejected)
	case view.Stop, view.Retry, view.Undo, view.UndoStep:
		return onRun(do, on)
	case view.RateGood, view.RateBad:
		if on.Said == "" {
			return nil
		}
		return assistant.Rated{Message: on.Said, Good: do == view.RateGood}
	case view.Ask:
		if on.Said == "" {
			return nil
		}
		return assistant.Said{Pressed: &assistant.Pressed{Message: on.Said, Number: on.Option}}
	case view.ChangePlan, view.ChangeAndDo, view.ReadWhole, view.Pick, view.Choose, view.Fill, view.HushHours, view.HushMonday:
		return nil
	default:
		return nil
	}
}

func decided(on view.On, v assistant.Verdict, unseen bool) assistant.Body {
	if on.Plan == "" {
		return nil
	}
	return assistant.PlanDecided{Plan: on.Plan, Version: on.Version, Verdict: v, Unseen: unseen}
}

func ruled(id assistant.ApprovalID, v assistant.Verdict) assistant.Body {
	if id == "" {
		return nil
	}
	return assistant.ApprovalDecided{Approval: id, Verdict: v}
}

func always(id assistant.ApprovalID) assistant.Body {
	if id == "" {
		return nil
	}
	return assistant.ApprovalDecided{Approval: id, Verdict: assistant.VerdictApproved, Always: true}
}

func ruledTogether(on view.On, v assistant.Verdict) assistant.Body {
	if on.Run == "" && on.Message == "" || on.Shown == "" {
		return nil
	}
	return assistant.ApprovalDecided{Card: on.Run, Message: on.Message, Hash: on.Shown, Verdict: v}
}

func onRun(do view.Do, on view.On) assistant.Body {
	switch {
	case on.Run == "", do == view.UndoStep && on.Task == "":
		return nil
	case do == view.Stop:
		return assistant.StopRequested{Run: on.Run}
	case do == view.Retry:
		return assistant.RetryRequested{Run: on.Run}
	case do == view.UndoStep:
		return assistant.UndoRequested{Run: on.Run, Task: on.Task}
	default:
		return assistant.UndoRequested{Run: on.Run}
	}
}

// Changes is what somebody wants to be different about a version of a plan, or about what a step of one would do, in their words.
func Changes(on view.On, words string) assistant.Body {
	if on.Approval != "" {
		return assistant.ApprovalDecided{Approval: on.Approval, Verdict: assistant.VerdictChanges, Note: strings.TrimSpace(words)}
	}
	return assistant.PlanDecided{Plan: on.Plan, Version: on.Version, Verdict: assistant.VerdictChanges, Note: strings.TrimSpace(words)}
}

// OptionID names an option within its question: by its position, since a value may be longer than platforms take.
func OptionID(i int) string { return "o" + strconv.Itoa(i) }

// Chosen is the position that an [OptionID] names, -1 for none.
func Chosen(id string) int {
	digits, ok := strings.CutPrefix(id, "o")
	i, err := strconv.Atoi(digits)
	if !ok || err != nil || i < 0 || OptionID(i) != id {
		return -1
	}
	return i
}

// Picked is the answer that an option of a question gives; false where there is no such option.
func Picked(q assistant.Clarification, question, option int) (assistant.Answered, bool) {
	if question < 0 || question >= len(q.Questions) || option < 0 || option >= len(q.Questions[question].Options) {
		return assistant.Answered{}, false
	}
	one := q.Questions[question]
	return assistant.Answered{Clarification: q.ID, Values: map[string]string{one.Key: one.Options[option].Value}}, true
}

// Input reads the inputs of a form for one question: what was written in own words, and the [OptionID] that was chosen.
type Input func(question int) (own, chosen string)

// Filled is the answer that a form gives to the first so many questions: own words before a chosen option. A question that was left
// empty is there with no value; those that the form had no room for stay out. Where nothing is asked one by one it is all own words.
func Filled(q assistant.Clarification, most int, input Input) assistant.Answered {
	if len(q.Questions) == 0 {
		own, _ := input(0)
		return assistant.Answered{Clarification: q.ID, Text: strings.TrimSpace(own)}
	}
	values := map[string]string{}
	for i, question := range q.Questions[:min(most, len(q.Questions))] {
		own, chosen := input(i)
		values[question.Key] = strings.TrimSpace(own)
		if j := Chosen(chosen); values[question.Key] == "" && j >= 0 && j < len(question.Options) {
			values[question.Key] = question.Options[j].Value
		}
	}
	return assistant.Answered{Clarification: q.ID, Values: values}
}
