package trace

import (
	"cmp"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// says describes a row for its reader: the tool's label, what the model was asked for, what was decided.
func says(w wording.Words, r Row, labels map[string]string) string {
	switch r.Kind {
	case Model:
		return Asked(w, r.What)
	case Tool:
		return w.Label(cmp.Or(labels[r.What], strings.ReplaceAll(r.What, "_", " ")))
	default:
		return r.What
	}
}

// Asked is what a model was asked for. A purpose that has no words here stands as it is: a test goes through those that there are.
func Asked(w wording.Words, purpose string) string {
	switch purpose {
	case "classify":
		return w.Say("Tell what is asked for")
	case "answer":
		return w.Say("Write an answer")
	case "execute":
		return w.Say("Look something up for a colleague")
	case "validate":
		return w.Say("Compare an answer with what was done")
	case "advise":
		return w.Say("Give a colleague advice")
	case "requirements":
		return w.Say("Find out what is needed")
	case "forks":
		return w.Say("Look for ways to do it")
	case "plan":
		return w.Say("Draft a plan")
	case "revise":
		return w.Say("Change a plan")
	case "rework":
		return w.Say("Find what is to be written anew")
	case "change_run":
		return w.Say("Read what is to change in the run")
	case "interpret":
		return w.Say("Read what somebody answered")
	case "summary":
		return w.Say("Sum up what was done")
	case "draft":
		return w.Say("Write a text")
	case "fit":
		return w.Say("See whether the tools can do it")
	default:
		return purpose
	}
}

// became is what became of a row, as people say it, and how that is meant: the class of its badge.
func became(w wording.Words, r Row) (word, tone string) {
	if r.Kind == Model {
		return "", ""
	}
	switch r.State {
	case string(assistant.CallStarted):
		return w.Say("at work"), ""
	case string(assistant.CallSettled):
		return w.Say("done"), "good"
	case string(assistant.CallRefused):
		return w.Say("refused"), "bad"
	case string(assistant.CallUncertain):
		return w.Say("nobody knows whether it happened"), "warn"
	case string(assistant.CallUndone):
		return w.Say("taken back"), ""
	case string(assistant.ApprovalApproved):
		return w.Say("approved"), "good"
	case string(assistant.ApprovalRejected):
		return w.Say("rejected"), "bad"
	default:
		return w.Label(r.State), ""
	}
}
