package components

import (
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// A custom id is what an old card still sends years later: v1:kind:verb:id[:number[:number]], opaque ids and positions,
// nothing that says more.
const idVersion = "v1"

// The verbs of the custom ids, with their kind.
const (
	verbPlanApprove = "plan:approve"
	verbPlanReject  = "plan:reject"
	VerbPlanEdit    = "plan:edit"
	VerbPlanChanges = "plan:changes" // the form for the wanted changes
	verbApprove     = "approval:approve"
	VerbConfirm     = "approval:confirm" // it cannot be undone: ask once more
	VerbSure        = "approval:sure"    // the answer to that
	verbReject      = "approval:reject"
	VerbOption      = "ask:opt"
	VerbSelect      = "ask:select"
	VerbForm        = "ask:form"
	VerbAnswers     = "ask:answers" // the form with the questions
	verbStop        = "run:stop"
	verbRetry       = "run:retry"
	verbUndo        = "run:undo"
	VerbUndoStep    = "run:undostep" // a select; what was chosen is the task
	verbPlanUnseen  = "plan:unseen"
	VerbRead        = "approval:read" // open the whole text
	VerbReadPage    = "approval:readpage"
	VerbRateUp      = "rate:up"
	VerbRateDown    = "rate:down"
	VerbThoughtTurn = "thinking:turn" // open the thinking of a turn
	VerbThoughtRun  = "thinking:run"  // or of a run
	VerbLeafTurn    = "thinking:turnpage"
	VerbLeafRun     = "thinking:runpage"
	VerbAbout       = "about:ask" // the form of "Ask about this"
)

// Subject is what a custom id says.
type Subject struct {
	Verb    string
	Task    string // that was chosen
	ID      string
	Numbers [2]int
}

// CustomID writes one.
func CustomID(verb, id string, numbers ...int) string {
	var b strings.Builder
	b.WriteString(idVersion + ":" + verb + ":" + id)
	for _, n := range numbers {
		b.WriteString(":" + itoa(n))
	}
	return b.String()
}

// ReadID reads a custom id. What is not one of ours, or was made by a newer version, gives false.
func ReadID(s string) (Subject, bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 4 || len(parts) > 6 || parts[0] != idVersion || parts[3] == "" {
		return Subject{}, false
	}
	out := Subject{Verb: parts[1] + ":" + parts[2], ID: parts[3]}
	for i, p := range parts[4:] {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 || n > 1<<30 {
			return Subject{}, false
		}
		out.Numbers[i] = n
	}
	return out, true
}

// Act is the act of a button whose id says it all; nil when more has to be known.
func (s Subject) Act() assistant.Body {
	plan := func(v assistant.Verdict) assistant.Body {
		return assistant.PlanDecided{Plan: assistant.PlanID(s.ID), Version: s.Numbers[0], Verdict: v}
	}
	switch s.Verb {
	case verbPlanApprove:
		return plan(assistant.VerdictApproved)
	case verbPlanUnseen:
		return assistant.PlanDecided{Plan: assistant.PlanID(s.ID), Version: s.Numbers[0], Verdict: assistant.VerdictApproved, Unseen: true}
	case verbPlanReject:
		return plan(assistant.VerdictRejected)
	case verbApprove, VerbSure:
		return assistant.ApprovalDecided{Approval: assistant.ApprovalID(s.ID), Verdict: assistant.VerdictApproved}
	case verbReject:
		return assistant.ApprovalDecided{Approval: assistant.ApprovalID(s.ID), Verdict: assistant.VerdictRejected}
	case verbStop:
		return assistant.StopRequested{Run: assistant.RunID(s.ID)}
	case verbRetry:
		return assistant.RetryRequested{Run: assistant.RunID(s.ID)}
	case VerbUndoStep:
		if s.Task == "" {
			return nil
		}
		return assistant.UndoRequested{Run: assistant.RunID(s.ID), Task: assistant.TaskID(s.Task)}
	case verbUndo:
		return assistant.UndoRequested{Run: assistant.RunID(s.ID)}
	case VerbRateUp:
		return assistant.Rated{Message: assistant.MessageID(s.ID), Good: true}
	case VerbRateDown:
		return assistant.Rated{Message: assistant.MessageID(s.ID)}
	default:
		return nil
	}
}
