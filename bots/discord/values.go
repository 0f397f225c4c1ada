package discord

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
	verbPlanEdit    = "plan:edit"
	verbPlanChanges = "plan:changes" // the form for the wanted changes
	verbApprove     = "approval:approve"
	verbConfirm     = "approval:confirm" // it cannot be undone: ask once more
	verbSure        = "approval:sure"    // the answer to that
	verbReject      = "approval:reject"
	verbOption      = "ask:opt"
	verbSelect      = "ask:select"
	verbForm        = "ask:form"
	verbAnswers     = "ask:answers" // the form with the questions
	verbStop        = "run:stop"
	verbRetry       = "run:retry"
	verbUndo        = "run:undo"
	verbUndoStep    = "run:undostep" // a select; what was chosen is the task
	verbPlanUnseen  = "plan:unseen"
	verbRead        = "approval:read" // open the whole text
	verbReadPage    = "approval:readpage"
	verbRateUp      = "rate:up"
	verbRateDown    = "rate:down"
	verbThoughtTurn = "thinking:turn" // open the thinking of a turn
	verbThoughtRun  = "thinking:run"  // or of a run
	verbLeafTurn    = "thinking:turnpage"
	verbLeafRun     = "thinking:runpage"
	verbAbout       = "about:ask" // the form of "Ask about this"
)

// subject is what a custom id says.
type subject struct {
	verb    string
	task    string // that was chosen
	id      string
	numbers [2]int
}

func customID(verb, id string, numbers ...int) string {
	var b strings.Builder
	b.WriteString(idVersion + ":" + verb + ":" + id)
	for _, n := range numbers {
		b.WriteString(":" + itoa(n))
	}
	return b.String()
}

// readID reads a custom id. What is not one of ours, or was made by a newer version, gives false.
func readID(s string) (subject, bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 4 || len(parts) > 6 || parts[0] != idVersion || parts[3] == "" {
		return subject{}, false
	}
	out := subject{verb: parts[1] + ":" + parts[2], id: parts[3]}
	for i, p := range parts[4:] {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 || n > 1<<30 {
			return subject{}, false
		}
		out.numbers[i] = n
	}
	return out, true
}

// act is the act of a button whose id says it all; nil when more has to be known.
func (s subject) act() assistant.Body {
	plan := func(v assistant.Verdict) assistant.Body {
		return assistant.PlanDecided{Plan: assistant.PlanID(s.id), Version: s.numbers[0], Verdict: v}
	}
	switch s.verb {
	case verbPlanApprove:
		return plan(assistant.VerdictApproved)
	case verbPlanUnseen:
		return assistant.PlanDecided{Plan: assistant.PlanID(s.id), Version: s.numbers[0], Verdict: assistant.VerdictApproved, Unseen: true}
	case verbPlanReject:
		return plan(assistant.VerdictRejected)
	case verbApprove, verbSure:
		return assistant.ApprovalDecided{Approval: assistant.ApprovalID(s.id), Verdict: assistant.VerdictApproved}
	case verbReject:
		return assistant.ApprovalDecided{Approval: assistant.ApprovalID(s.id), Verdict: assistant.VerdictRejected}
	case verbStop:
		return assistant.StopRequested{Run: assistant.RunID(s.id)}
	case verbRetry:
		return assistant.RetryRequested{Run: assistant.RunID(s.id)}
	case verbUndoStep:
		if s.task == "" {
			return nil
		}
		return assistant.UndoRequested{Run: assistant.RunID(s.id), Task: assistant.TaskID(s.task)}
	case verbUndo:
		return assistant.UndoRequested{Run: assistant.RunID(s.id)}
	case verbRateUp:
		return assistant.Rated{Message: assistant.MessageID(s.id), Good: true}
	case verbRateDown:
		return assistant.Rated{Message: assistant.MessageID(s.id)}
	default:
		return nil
	}
}
