package orchestrator

import (
	"cmp"
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// What one person alone is told of what they pressed or sent, where it did not take effect.
const (
	noteMoved  = "This is not what was shown to you any more, so nothing was decided. Please look at it again and decide then."
	noteUnseen = "This plan cannot be published without being shown: nothing in it is still to be written, or something in it cannot be undone. " +
		"Nothing was decided. Approve it, and I show you what is finished before it goes live."
	noteSettled    = "All of this is decided already, so nothing was changed."
	noteOneByOne   = "Something among these cannot be undone, so each is decided by itself. Nothing was decided."
	noteUnfit      = "This cannot be done with what you have written. Nothing was decided."
	noteNoChange   = "What this would be done with cannot be changed here. Reject it and say what should be different. Nothing was decided."
	noteBeingShown = "This stands where it can be looked at already, so it cannot be changed here. Reject it and say what should be different. Nothing was decided."
	noteAnswered   = "This question has been answered already."
	noteFaster     = "Somebody was faster: this is settled already, so nothing was changed."
	notePressed    = "Somebody has asked for that already; the answer is in the conversation."
)

// planClosed says why a plan cannot be decided any more.
func planClosed(s assistant.PlanStatus) string {
	switch s {
	case assistant.PlanApproved:
		return "This plan is approved already, so nothing was changed."
	case assistant.PlanRejected:
		return "This plan is rejected already, so nothing was changed."
	case assistant.PlanSuperseded:
		return "There is a newer version of this plan, so nothing was changed. Decide on that one."
	case assistant.PlanExpired:
		return "This plan has expired, so nothing was changed. Ask for it again."
	default: // it is withdrawn, or in a state that is not shown with anything to decide
		return "This plan is withdrawn already, so nothing was changed."
	}
}

// approvalClosed says why an action cannot be decided any more.
func approvalClosed(s assistant.ApprovalStatus) string {
	switch s {
	case assistant.ApprovalApproved:
		return "This is approved already, so nothing was changed."
	case assistant.ApprovalRejected:
		return "This is rejected already, so nothing was changed."
	case assistant.ApprovalExpired:
		return "This has expired, so nothing was changed. Ask for it again."
	default:
		return "This is withdrawn already, so nothing was changed."
	}
}

// runOver says how a run stands that storage would not stop or try again any more; "" while it may.
func runOver(b assistant.Body, s assistant.RunStatus) string {
	_, stop := b.(assistant.StopRequested)
	_, again := b.(assistant.RetryRequested)
	switch {
	case stop && s == assistant.RunCompleted:
		return "This run is done already, so there was nothing left to stop."
	case stop && s == assistant.RunFailed:
		return "This run has ended with a failure already, so there was nothing left to stop."
	case stop && s == assistant.RunCancelled:
		return "This run is stopped already, so nothing was changed."
	case again && s == assistant.RunCancelled:
		return "This run is still being stopped, so nothing was changed. Try again in a moment."
	case again && s == assistant.RunRunning:
		return "This is at work again already, so nothing was changed. What it asks now stands on its newest card."
	case again:
		return "Nothing of this run is left to be tried again, so nothing was changed."
	default:
		return ""
	}
}

// tell says a note in what is spoken in the conversation, else in the language of the person's account. A note may be several
// sentences of the catalogue, a line each.
func (i *Inbox) tell(ctx context.Context, act assistant.Act, out assistant.Outcome) string {
	spoken := act.From.Language
	if out.Conversation != "" {
		if c, err := i.offers.Conversation(ctx, act.Tenant, out.Conversation); err == nil {
			spoken = cmp.Or(c.Language, spoken) // a note is worth more than its language
		}
	}
	w := wording.In(spoken)
	var said []string
	for line := range strings.SplitSeq(out.Note, "\n") {
		said = append(said, w.Label(line))
	}
	return strings.Join(said, " ")
}
