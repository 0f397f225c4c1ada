package components

import (
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
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
	VerbConfirm     = "approval:confirm"    // it cannot be undone: ask once more
	VerbSure        = "approval:sure"       // the answer to that
	VerbAlways      = "approval:always"     // it holds for its like, too: ask once more
	VerbAlwaysSure  = "approval:alwayssure" // the answer to that
	verbReject      = "approval:reject"
	verbApproveAll  = "approvals:approve" // all that is open on a card
	verbRejectAll   = "approvals:reject"
	verbApproveHere = "gathered:approve" // all that is open in a direct message
	verbRejectHere  = "gathered:reject"
	VerbOption      = "ask:opt"
	VerbSelect      = "ask:select"
	VerbForm        = "ask:form"
	VerbAnswers     = "ask:answers" // the form with the questions
	verbStop        = "run:stop"
	verbRetry       = "run:retry"
	verbUndo        = "run:undo"
	VerbUndoStep    = "run:undostep" // a select; what was chosen is the task
	VerbHalt        = "draft:stop"   // of an answer that is being written; the id is the thread of its place
	verbPlanUnseen  = "plan:unseen"
	VerbSendBack    = "approval:edit"    // open the form for what is to be different about it
	VerbSentBack    = "approval:changes" // that form
	VerbChange      = "approval:change"  // open the form for what an action is to be done with
	VerbRewritten   = "approval:written" // that form
	VerbRead        = "approval:read"    // open the whole text
	VerbReadPage    = "approval:readpage"
	VerbRateUp      = "rate:up"
	VerbRateDown    = "rate:down"
	VerbThoughtTurn = "thinking:turn" // open the thinking of a turn
	VerbThoughtRun  = "thinking:run"  // or of a run
	VerbLeafTurn    = "thinking:turnpage"
	VerbLeafRun     = "thinking:runpage"
	VerbAbout       = "about:ask" // the form of "Ask about this"
	verbAsk         = "said:ask"  // with the number of what an answer offers
)

// behind divides an id from what stands behind it: of a card's run, the approval on it; of that or a direct message, the hash of what is decided together.
const behind = "."

// recurs is the number behind an id of what a background task wants.
const recurs = 1

// alwaysID opens the question before the like of an action is approved for good.
func alwaysID(on view.On) string {
	if on.Recurs {
		return CustomID(VerbAlways, string(on.Approval), recurs)
	}
	return CustomID(VerbAlways, string(on.Approval))
}

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

// On is what the action is about. An id is of the kind that its verb says.
func (s Subject) On() view.On {
	run, shown, _ := strings.Cut(s.ID, behind)
	if s.Verb == verbApproveHere || s.Verb == verbRejectHere {
		return view.On{Message: assistant.PlaceID(run), Shown: shown}
	}
	return view.On{
		Plan: assistant.PlanID(s.ID), Version: s.Numbers[0], Approval: assistant.ApprovalID(s.ID), Ask: assistant.ClarificationID(s.ID),
		Run: assistant.RunID(run), Task: assistant.TaskID(s.Task), Shown: shown, Said: assistant.MessageID(s.ID), Option: s.Numbers[0],
	}
}

// Wanted is what somebody wants to be different: a plan, or what a step of one would do.
func (s Subject) Wanted() view.On {
	if s.Verb == VerbSentBack {
		return view.On{Approval: assistant.ApprovalID(s.ID)}
	}
	return view.On{Plan: assistant.PlanID(s.ID), Version: s.Numbers[0]}
}

// Thread is the thread of the place in which an answer is being written, "" where that is the channel itself.
func (s Subject) Thread() string {
	if s.ID == notInThread {
		return ""
	}
	return s.ID
}

// Approval names the card that an approval stands on, and the approval; "" for one that has a card of its own.
func (s Subject) Approval() (assistant.Slot, assistant.ApprovalID) {
	card, id, _ := strings.Cut(s.ID, behind)
	return assistant.Slot("approval:" + card), assistant.ApprovalID(id)
}

// Act is the act of a button whose id says it all; nil when more has to be known.
func (s Subject) Act() assistant.Body {
	switch s.Verb {
	case VerbRateUp, VerbRateDown:
		return assistant.Rated{Message: assistant.MessageID(s.ID), Good: s.Verb == VerbRateUp}
	default:
		return click.Body(doOf(s.Verb), s.On())
	}
}

// doOf is what the button of a verb does, "" for those that are no act.
func doOf(verb string) view.Do {
	switch verb {
	case verbPlanApprove:
		return view.ApprovePlan
	case verbPlanUnseen:
		return view.ApproveUnseen
	case verbPlanReject:
		return view.RejectPlan
	case verbApprove, VerbSure:
		return view.Approve
	case VerbAlwaysSure:
		return view.Always
	case verbReject:
		return view.Reject
	case verbApproveAll, verbApproveHere:
		return view.ApproveAll
	case verbRejectAll, verbRejectHere:
		return view.RejectAll
	case verbStop:
		return view.Stop
	case verbRetry:
		return view.Retry
	case verbUndo:
		return view.Undo
	case VerbUndoStep:
		return view.UndoStep
	case verbAsk:
		return view.Ask
	default:
		return ""
	}
}
