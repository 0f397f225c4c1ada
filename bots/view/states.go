package view

import (
	"cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

const (
	wordWaits   = "awaits a decision"
	wordClosed  = "closed"
	wordChanges = "changes requested"
)

func planBadge(s assistant.PlanStatus, w wording.Words) (Badge, Tone) {
	switch s {
	case assistant.PlanOpen:
		return Badge{Word: w.Say(wordWaits)}, Waiting
	case assistant.PlanGathering, assistant.PlanChoosing:
		return Badge{Word: w.Say("in preparation")}, Waiting
	case assistant.PlanApproved:
		return Badge{Sign: Done, Word: w.Say("approved")}, Good
	case assistant.PlanRejected:
		return Badge{Sign: Refused, Word: w.Say("rejected")}, Bad
	case assistant.PlanSuperseded:
		return Badge{Sign: Edited, Word: w.Say(wordChanges)}, Quiet
	case assistant.PlanExpired:
		return Badge{Sign: TimedOut, Word: w.Say("expired")}, Quiet
	case assistant.PlanWithdrawn:
		return Badge{Sign: Refused, Word: w.Say("withdrawn")}, Quiet
	default:
		return Badge{Sign: Refused, Word: w.Say(wordClosed)}, Quiet
	}
}

func approvalBadge(s assistant.ApprovalStatus, w wording.Words) (Badge, Tone) {
	switch s {
	case assistant.ApprovalPending:
		return Badge{Word: w.Say(wordWaits)}, Waiting
	case assistant.ApprovalApproved:
		return Badge{Sign: Done, Word: w.Say("approved")}, Good
	case assistant.ApprovalRejected:
		return Badge{Sign: Refused, Word: w.Say("rejected")}, Bad
	case assistant.ApprovalSentBack:
		return Badge{Sign: Edited, Word: w.Say(wordChanges)}, Quiet
	case assistant.ApprovalExpired:
		return Badge{Sign: TimedOut, Word: w.Say("expired")}, Quiet
	case assistant.ApprovalWithdrawn:
		return Badge{Sign: Refused, Word: w.Say("withdrawn")}, Quiet
	default:
		return Badge{Sign: Refused, Word: w.Say(wordClosed)}, Quiet
	}
}

func askBadge(s bots.AskState, w wording.Words) (Badge, Tone) {
	switch s {
	case bots.AskOpen:
		return Badge{Word: w.Say("awaits an answer")}, Waiting
	case bots.AskAnswered:
		return Badge{Sign: Done, Word: w.Say("answered")}, Quiet
	case bots.AskWithdrawn:
		return Badge{Sign: Refused, Word: w.Say("no longer needed")}, Quiet
	default:
		return Badge{Sign: Refused, Word: w.Say(wordClosed)}, Quiet
	}
}

func runBadge(c bots.RunCard, w wording.Words) (Badge, Tone) {
	switch {
	case c.Undoing:
		return Badge{Sign: Backwards, Word: w.Say("taking back")}, Working
	case c.Stopping:
		return Badge{Sign: Halted, Word: w.Say("stopping")}, runTone(c)
	case c.TakenBack():
		return Badge{Sign: Backwards, Word: w.Say("taken back")}, Quiet
	}
	switch c.Status {
	case assistant.RunPlanning:
		return Badge{Sign: Going, Word: w.Say("planning")}, Working
	case assistant.RunRunning:
		if c.Waits() {
			return Badge{Sign: Asking, Word: w.Say("waits for an approval"), Needed: true}, Waiting
		}
		return Badge{Sign: Going, Word: w.Say("running")}, Working
	case assistant.RunCompleted:
		return Badge{Sign: Done, Word: w.Say("completed")}, Good
	case assistant.RunFailed:
		return Badge{Sign: Warned, Word: w.Say("failed")}, Bad
	case assistant.RunCancelled:
		return cancelledBadge(c.Why, w), Quiet
	default:
		return Badge{Sign: Going, Word: w.Say("open")}, runTone(c)
	}
}

// cancelledBadge is of a run that has not come to its end, though nothing failed.
func cancelledBadge(why assistant.NotDone, w wording.Words) Badge {
	switch why {
	case assistant.NotDoneExpired:
		return Badge{Sign: TimedOut, Word: w.Say("expired")}
	case assistant.NotDoneDeclined:
		return Badge{Sign: Refused, Word: w.Say("declined")}
	default:
		return Badge{Sign: Halted, Word: w.Say("stopped")}
	}
}

func runTone(c bots.RunCard) Tone {
	if c.Status.Ended() {
		return Quiet
	}
	return Working
}

// taskBadge is where a task stands. Signs tell most of it; where nothing was done, or somebody has to do something, words do.
func taskBadge(t bots.RunTask, w wording.Words) Badge {
	if t.Stops {
		return Badge{Sign: Halted, Word: w.Say("stops before its next call")}
	}
	switch t.State {
	case bots.TaskOpen:
		return Badge{Sign: Unstarted, Word: w.Say("open")}
	case bots.TaskInProgress:
		return Badge{Sign: Busy, Word: w.Say("in progress")}
	case bots.TaskCompleted:
		return Badge{Sign: Done, Word: w.Say("done")}
	case bots.TaskFailed:
		return Badge{Sign: Failed, Word: w.Say("failed")}
	case bots.TaskWaiting:
		return Badge{Sign: Asking, Word: w.Say("waits for an approval"), Needed: true}
	case bots.TaskCancelled:
		return Badge{Sign: Dropped, Word: w.Say("not done, %s", bots.OneLine(cmp.Or(t.Why, w.Say("the run ended before")))), Needed: true}
	case bots.TaskNotBegun:
		return Badge{Sign: Dropped, Word: w.Say("not begun, because %s", bots.OneLine(t.Why)), Needed: true}
	case bots.TaskLeftOut:
		return Badge{Sign: Dropped, Word: w.Say("left out, as wished"), Needed: true}
	case bots.TaskUndone:
		return Badge{Sign: Backwards, Word: w.Say("taken back"), Needed: true}
	default:
		return Badge{Sign: Unstarted, Word: w.Say("open")}
	}
}

// Effect says whether a step can be undone.
func Effect(e assistant.Effect, w wording.Words) Fact {
	switch e {
	case assistant.EffectReversible:
		return Fact{Text: w.Say("can be undone")}
	case assistant.EffectIrreversible:
		return Fact{Sign: Warned, Text: w.Say("cannot be undone")}
	case assistant.EffectNone:
		return Fact{Text: w.Say("changes nothing outside")}
	default:
		return Fact{}
	}
}
