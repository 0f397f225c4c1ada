package view

import "github.com/aisteam/aisteam/bots"

const noButtons = "The buttons cannot be shown here. "

// inWords tells how people decide what a card asks where its buttons cannot be shown; "" where it asks nothing.
func inWords(c bots.Card) string {
	switch c := c.(type) { //nolint:gochecksumtype // the rest asks nothing
	case bots.PlanCard:
		if c.Open() {
			return noButtons + "To decide, write “go ahead”, “reject”, or what should be different."
		}
	case bots.ApprovalCard:
		switch {
		case c.Open() && c.Approval.Irreversible:
			return noButtons + "This cannot be undone, so name it to decide: write “approve " + called(c.Approval.Title) + "”, or “reject”."
		case c.Open():
			return noButtons + "To decide, write “approve” or “reject”."
		}
	case bots.ClarificationCard:
		if c.Open() {
			return noButtons + "Just write your answer."
		}
	case bots.RunCard:
		return runInWords(c)
	case bots.ErrorCard:
		if c.CanRetry() {
			return noButtons + "To go on, write “try again”."
		}
	}
	return ""
}

func runInWords(c bots.RunCard) string {
	switch {
	case c.CanStop:
		return noButtons + "To stop it, write “stop”."
	case c.CanRetry && c.CanUndo:
		return noButtons + "To go on, write “try again”; to take the changes back, write “undo”."
	case c.CanRetry:
		return noButtons + "To go on, write “try again”."
	case c.CanUndo:
		return noButtons + "To take the changes back, write “undo”."
	default:
		return ""
	}
}
