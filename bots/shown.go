package bots

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// What every surface says where a text is to be published that nobody has read.
const (
	UnseenLabel = "Approve, publish without showing me"
	UnseenTitle = "Publish without showing you?"
	UnseenText  = "What is written on the way goes live without anybody having read it. It can be taken back."
	ReadLabel   = "Read it all"
)

// MayGoUnseen tells whether the card offers to publish what is written on the way without showing it first.
func (c PlanCard) MayGoUnseen() bool { return c.Open() && c.Plan.MayGoUnseen() }

// Shown says what becomes of the texts that the plan has yet to write; "" where there are none.
func (c PlanCard) Shown() string {
	unfinished := false
	for _, s := range c.Plan.Steps {
		unfinished = unfinished || s.Unfinished()
	}
	switch {
	case !unfinished:
		return ""
	case c.Unseen:
		return "What is written on the way is published without being shown first"
	case c.Open():
		return "What is written on the way is shown before it goes live"
	default:
		return ""
	}
}

// Unseen says what the run has published without anybody having been shown it, and by whose wish; "" where nothing was.
func (c RunCard) Unseen() string {
	var what []string
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.Unseen {
				what = append(what, OneLine(t.Summary))
			}
		}
	}
	if c.UnseenBy == "" || len(what) == 0 {
		return ""
	}
	return fmt.Sprintf("Published without being shown first, as %s wished: %s", OneLine(c.UnseenBy), strings.Join(what, "; "))
}

// Undoable lists the tasks that can be taken back one by one; none where taking back the whole is the same.
func (c RunCard) Undoable() []RunTask {
	var out []RunTask
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.CanUndo {
				out = append(out, t)
			}
		}
	}
	if !c.CanUndo || len(out) < 2 {
		return nil
	}
	return out
}

// UndoLabel names a task where it can be taken back by itself.
func (t RunTask) UndoLabel() string {
	return fmt.Sprintf("Undo step %d: %s", t.Number, OneLine(t.Summary))
}

// unseenBy is who wished that the run publishes unseen, as people know them.
func unseenBy(r assistant.Run, names Names) string {
	if !r.Unseen {
		return ""
	}
	if name := names.Person(r.ApprovedBy); name != "" {
		return name
	}
	return "whoever approved the plan"
}
