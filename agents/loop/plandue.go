package loop

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// mostDirect is how many changes of one request are put before people without a plan (seed 001: one or two).
const mostDirect = 2

// ToldToPlan is the result of a change that takes a plan.
const ToldToPlan = "Not done: this takes a plan. More than two changes, changes that several of you carry out, and one that cannot be undone beside another change are put before the person as a plan. " +
	"Call propose_plan, and say in it what you have found and what is done already."

// Change is what the protocol of planning needs to know of a change.
type Change struct {
	Owner   assistant.AgentID // who carries it out
	ForGood bool              // it cannot be undone
}

// PlanDue tells whether the changes of one request take the protocol of planning (seed 000 §16.1). Their number, their owners and whether
// they can be undone decide; nobody's words do.
func PlanDue(changes []Change) bool {
	others := func(c Change) bool { return c.Owner != changes[0].Owner }
	forGood := func(c Change) bool { return c.ForGood }
	return len(changes) > mostDirect || slices.ContainsFunc(changes, others) || len(changes) > 1 && slices.ContainsFunc(changes, forGood)
}

// planned refuses the changes of a step that take a plan with what was done before them, and tells the model so. They count for nothing
// of what the session may spend.
func (l *Loop) planned(ctx context.Context, wishes []Wish, spent assistant.Spent) (assistant.Spent, error) {
	due, err := l.planDue(ctx, wishes)
	if err != nil || !due {
		return spent, err
	}
	for i, w := range wishes {
		switch {
		case w.proposes():
			wishes[i].Refused = ToldToPlan
			spent.Actions--
		case w.Refused == toldNoMoreChanges: // a plan may have as many as it takes
			wishes[i].Refused = ToldToPlan
		}
	}
	return spent, nil
}

// planDue tells whether a step's changes take a plan. What people have approved for good is looked up only where that may keep it from
// being due.
func (l *Loop) planDue(ctx context.Context, wishes []Wish) (bool, error) {
	if !slices.ContainsFunc(wishes, Wish.proposes) {
		return false, nil
	}
	all := l.done()
	for _, w := range wishes {
		if w.proposes() {
			all = append(all, w.Tool)
		}
	}
	if !PlanDue(l.changes(all)) || l.Approved == nil {
		return PlanDue(l.changes(all)), nil
	}
	asked := all[:0]
	for _, t := range all {
		free, err := l.Approved(ctx, t)
		if err != nil {
			return false, err
		}
		if !free {
			asked = append(asked, t)
		}
	}
	return PlanDue(l.changes(asked)), nil
}

// done are the tools of the changes that were made in the session already.
func (l *Loop) done() (out []tools.Tool) {
	for _, m := range l.Records.Made() {
		if t, known := l.Team.Tools().Get(m.Call.Name); known && m.Came == CameDone && t.Class == assistant.ClassAction {
			out = append(out, t)
		}
	}
	return out
}

// changes are what the tools change, for the protocol of planning.
func (l *Loop) changes(of []tools.Tool) []Change {
	by := l.Team.Carries(l.Agent)
	out := make([]Change, 0, len(of))
	for _, t := range of {
		out = append(out, Change{Owner: l.Team.OwnerOf(t, by), ForGood: t.Effect == assistant.EffectIrreversible})
	}
	return out
}
