package view

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	wordWaits   = "awaits a decision"
	wordClosed  = "closed"
	wordChanges = "changes requested"
)

func planBadge(s assistant.PlanStatus) (Badge, Tone) {
	switch s {
	case assistant.PlanOpen:
		return Badge{Word: wordWaits}, Waiting
	case assistant.PlanGathering, assistant.PlanChoosing:
		return Badge{Word: "in preparation"}, Waiting
	case assistant.PlanApproved:
		return Badge{Sign: Done, Word: "approved"}, Good
	case assistant.PlanRejected:
		return Badge{Sign: Refused, Word: "rejected"}, Bad
	case assistant.PlanSuperseded:
		return Badge{Sign: Edited, Word: wordChanges}, Quiet
	case assistant.PlanExpired:
		return Badge{Sign: TimedOut, Word: "expired"}, Quiet
	case assistant.PlanWithdrawn:
		return Badge{Sign: Refused, Word: "withdrawn"}, Quiet
	default:
		return Badge{Sign: Refused, Word: wordClosed}, Quiet
	}
}

func approvalBadge(s assistant.ApprovalStatus) (Badge, Tone) {
	switch s {
	case assistant.ApprovalPending:
		return Badge{Word: wordWaits}, Waiting
	case assistant.ApprovalApproved:
		return Badge{Sign: Done, Word: "approved"}, Good
	case assistant.ApprovalRejected:
		return Badge{Sign: Refused, Word: "rejected"}, Bad
	case assistant.ApprovalExpired:
		return Badge{Sign: TimedOut, Word: "expired"}, Quiet
	case assistant.ApprovalWithdrawn:
		return Badge{Sign: Refused, Word: "withdrawn"}, Quiet
	default:
		return Badge{Sign: Refused, Word: wordClosed}, Quiet
	}
}

func askBadge(s bots.AskState) (Badge, Tone) {
	switch s {
	case bots.AskOpen:
		return Badge{Word: "awaits an answer"}, Waiting
	case bots.AskAnswered:
		return Badge{Sign: Done, Word: "answered"}, Quiet
	case bots.AskWithdrawn:
		return Badge{Sign: Refused, Word: "no longer needed"}, Quiet
	default:
		return Badge{Sign: Refused, Word: wordClosed}, Quiet
	}
}

func runBadge(c bots.RunCard) (Badge, Tone) {
	switch {
	case c.Undoing:
		return Badge{Sign: Backwards, Word: "taking back"}, Working
	case c.Stopping:
		return Badge{Sign: Halted, Word: "stopping"}, runTone(c)
	case c.TakenBack():
		return Badge{Sign: Backwards, Word: "taken back"}, Quiet
	}
	switch c.Status {
	case assistant.RunPlanning:
		return Badge{Sign: Going, Word: "planning"}, Working
	case assistant.RunRunning:
		return Badge{Sign: Going, Word: "running"}, Working
	case assistant.RunCompleted:
		return Badge{Sign: Done, Word: "completed"}, Good
	case assistant.RunFailed:
		return Badge{Sign: Warned, Word: "failed"}, Bad
	case assistant.RunCancelled:
		return Badge{Sign: Halted, Word: "stopped"}, Quiet
	default:
		return Badge{Sign: Going, Word: "open"}, runTone(c)
	}
}

func runTone(c bots.RunCard) Tone {
	if c.Status.Ended() {
		return Quiet
	}
	return Working
}

// taskBadge is where a task stands. Signs tell most of it; where nothing was done, or somebody has to do something, words do.
func taskBadge(t bots.RunTask) Badge {
	switch t.State {
	case bots.TaskOpen:
		return Badge{Sign: Unstarted, Word: "open"}
	case bots.TaskInProgress:
		return Badge{Sign: Busy, Word: "in progress"}
	case bots.TaskCompleted:
		return Badge{Sign: Done, Word: "done"}
	case bots.TaskFailed:
		return Badge{Sign: Failed, Word: "failed"}
	case bots.TaskWaiting:
		return Badge{Sign: Asking, Word: "waits for an approval", Needed: true}
	case bots.TaskCancelled:
		why := t.Why
		if why == "" {
			why = "the run ended before"
		}
		return Badge{Sign: Dropped, Word: "not done, " + bots.OneLine(why), Needed: true}
	case bots.TaskUndone:
		return Badge{Sign: Backwards, Word: "taken back", Needed: true}
	default:
		return Badge{Sign: Unstarted, Word: "open"}
	}
}

// Effect says whether a step can be undone.
func Effect(e assistant.Effect) Fact {
	switch e {
	case assistant.EffectReversible:
		return Fact{Text: "can be undone"}
	case assistant.EffectIrreversible:
		return Fact{Sign: Warned, Text: "cannot be undone"}
	case assistant.EffectNone:
		return Fact{Text: "changes nothing outside"}
	default:
		return Fact{}
	}
}
