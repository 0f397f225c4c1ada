package bots

import "github.com/aisteam/aisteam/assistant"

// MayGoUnseen tells whether the card offers to publish what is written on the way without showing it first.
func (c PlanCard) MayGoUnseen() bool { return c.Open() && c.Plan.MayGoUnseen() }

// Undoable lists the tasks that can be taken back one by one; none where taking back the whole is the same.
func (c RunCard) Undoable() []RunTask {
	out := c.which(func(t RunTask) bool { return t.CanUndo })
	if !c.CanUndo || len(out) < 2 {
		return nil
	}
	return out
}

// Stoppable lists the tasks that can be left out one by one; none where only one is left, since leaving that out is stopping the run.
func (c RunCard) Stoppable() []RunTask {
	left := c.which(func(t RunTask) bool {
		return t.CanStop || t.State == TaskInProgress || t.State == TaskOpen || t.State == TaskWaiting
	})
	if len(left) < 2 {
		return nil
	}
	return c.which(func(t RunTask) bool { return t.CanStop })
}

// Retryable lists the tasks that can be retried one by one; none where retrying the run is the same.
func (c RunCard) Retryable() []RunTask {
	out := c.which(func(t RunTask) bool { return t.Again })
	if c.CanRetry && len(out) < 2 {
		return nil
	}
	return out
}

func (c RunCard) which(so func(RunTask) bool) []RunTask {
	var out []RunTask
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if so(t) {
				out = append(out, t)
			}
		}
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
