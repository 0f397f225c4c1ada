package bots

import "github.com/aisteam/aisteam/assistant"

// MayGoUnseen tells whether the card offers to publish what is written on the way without showing it first.
func (c PlanCard) MayGoUnseen() bool { return c.Open() && c.Plan.MayGoUnseen() }

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

// unseenBy is who wished that the run publishes unseen, as people know them.
func unseenBy(r assistant.Run, names Names) string {
	if !r.Unseen {
		return ""
	}
	if name := names.Person(r.ApprovedBy); name != "" {
		return name
	}
	return names.Words().Say("whoever approved the plan")
}
