package click

import (
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
)

func planned(v assistant.Verdict, unseen bool) func(view.On) assistant.Body {
	return func(on view.On) assistant.Body {
		return assistant.PlanDecided{Plan: on.Plan, Version: on.Version, Verdict: v, Unseen: unseen}
	}
}

// previewed asks for a dry run of the plan, whose outcome is its next version.
func previewed(on view.On) assistant.Body {
	return assistant.PlanDecided{Plan: on.Plan, Version: on.Version, Verdict: assistant.VerdictChanges, DryRun: true}
}

func ruled(v assistant.Verdict) func(view.On) assistant.Body {
	return func(on view.On) assistant.Body { return assistant.ApprovalDecided{Approval: on.Approval, Verdict: v} }
}

// always approves its like, too, for as long as a form says that goes with it.
func always(on view.On) assistant.Body {
	return assistant.ApprovalDecided{Approval: on.Approval, Verdict: assistant.VerdictApproved, Always: true}
}

// ruledTogether decides all that is open on a card, or in a direct message: what was shown, and nothing else.
func ruledTogether(v assistant.Verdict) func(view.On) assistant.Body {
	return func(on view.On) assistant.Body {
		return assistant.ApprovalDecided{Card: on.Run, Message: on.Message, Hash: on.Shown, Verdict: v}
	}
}

func stopped(on view.On) assistant.Body { return assistant.StopRequested{Run: on.Run, Task: on.Task} }

func retried(on view.On) assistant.Body { return assistant.RetryRequested{Run: on.Run, Task: on.Task} }

func undone(on view.On) assistant.Body { return assistant.UndoRequested{Run: on.Run, Task: on.Task} }

func rated(good bool) func(view.On) assistant.Body {
	return func(on view.On) assistant.Body { return assistant.Rated{Message: on.Said, Good: good} }
}

func asked(on view.On) assistant.Body {
	return assistant.Said{Pressed: &assistant.Pressed{Message: on.Said, Number: on.Option}}
}

// Changes returns the act of asking, in the person's words, for something different in a version of a plan or in what a step would
// do.
func Changes(on view.On, words string) assistant.Body {
	v, _ := Find(view.ChangePlan, on)
	return v.With(on, words)
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
