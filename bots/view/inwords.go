package view

import (
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// inWords tells how people decide what a card asks where its buttons cannot be shown; "" where it asks nothing.
func inWords(c bots.Card, w wording.Words) string {
	if said, ok := c.(bots.AnswerCard); ok {
		return nextInWords(said, w)
	}
	how := decidedInWords(c, w)
	if how == "" {
		return ""
	}
	return w.Say("The buttons cannot be shown here.") + " " + how
}

func decidedInWords(c bots.Card, w wording.Words) string {
	switch c := c.(type) { //nolint:gochecksumtype // the rest asks nothing
	case bots.PlanCard:
		if c.Open() {
			return w.Say("To decide, write “go ahead”, “reject”, or what should be different.")
		}
	case bots.ApprovalCard:
		switch {
		case c.Open() && c.Approval.Irreversible:
			return w.Say("This cannot be undone, so name it to decide: write “approve %s”, or “reject”.", called(w.Tell(c.Approval.Title)))
		case c.Open():
			how := w.Say("To decide, write “approve” or “reject”.")
			if c.Approval.Revisable {
				how = w.Say("To decide, write “approve”, “reject”, or what should be different.")
			}
			return how
		case c.CanAskAgain():
			return w.Say("To be asked once more, write “try again”.")
		}
	case bots.StepCard:
		switch {
		case c.Open() && c.Message != "":
			return w.Say("To decide, answer in the thread that each of them comes from.")
		case c.Open():
			return w.Say("To decide, write “yes to all”, “no to all”, or which: “yes to 1, no to 2”.")
		}
	case bots.ClarificationCard:
		if c.Open() {
			return w.Say("Just write your answer.")
		}
	case bots.RunCard:
		return runInWords(c, w)
	case bots.ErrorCard:
		if c.CanRetry() {
			return w.Say("To go on, write “try again”.")
		}
	}
	return ""
}

func runInWords(c bots.RunCard, w wording.Words) string {
	switch {
	case c.CanStop:
		return w.Say("To stop it, write “stop”.")
	case c.CanRetry && c.CanUndo:
		return w.Say("To go on, write “try again”; to take the changes back, write “undo”.")
	case c.CanRetry:
		return w.Say("To go on, write “try again”.")
	case c.CanUndo:
		return w.Say("To take the changes back, write “undo”.")
	default:
		return ""
	}
}
