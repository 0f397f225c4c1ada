package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// propose makes a run of what the step wants to change, a task for each call: from here on it goes the way of every task, to the
// gate, which asks people. Nothing of the session is left in memory.
func (a *acting) propose(results loop.Record, wishes []loop.Wish) error {
	by := a.carries(wishes)
	run := a.run(by.ID)
	run.Title, run.Said = titleOfWishes(wishes)
	tasks := tasksOf(a.turn.team, a.ids, run, by, wishes)
	results.Tasks = make(map[string]assistant.TaskID, len(wishes))
	for i, w := range wishes {
		results.Tasks[w.Call.ID] = tasks[i].ID
	}
	return a.waits(results, run, tasks, "Proposed", a.asks(wishes, by))
}

// carries is who puts a step's wishes before people: where the agent only drafts what changes something, its lead, or whose it is that
// its lead may not do.
func (a *acting) carries(wishes []loop.Wish) assistant.Agent {
	by := a.turn.team.Carries(a.Agent)
	if i := slices.IndexFunc(wishes, loop.Wish.Does); i >= 0 && by.ID != a.Agent.ID {
		return a.turn.team.Agent(a.turn.team.OwnerOf(wishes[i].Tool, by))
	}
	return a.Agent
}

// approved tells whether a tool's changes were approved for good for whoever has the session work: a background task, or the project's people.
// Whether that stands for the very call its task's gate finds out, which asks where it does not.
func (a *acting) approved(ctx context.Context, tool tools.Tool) (bool, error) {
	all, err := a.commands.standings.StandingYeses(ctx, a.turn.claim.Tenant)
	if err != nil {
		return false, fmt.Errorf("read what was approved for good: %w", err)
	}
	return tool.Effect == assistant.EffectReversible && slices.ContainsFunc(all, func(y assistant.StandingYes) bool {
		return y.Tool == assistant.TaskType(tool.Name) && y.Definition == tool.Definition() && y.Project == a.project.ID && y.Background == a.Frame.Background
	}), nil
}

// asks says who asks people, and before what.
func (a *acting) asks(wishes []loop.Wish, by assistant.Agent) string {
	switch {
	case !slices.ContainsFunc(wishes, loop.Wish.Does):
		return a.turn.words().Say(asksBeforeLooking, by.Called())
	case by.ID != a.Agent.ID:
		return a.turn.words().Say("%s has drafted this; %s is asking before anything is changed, and carries it out", a.Agent.Called(), by.Called())
	default:
		return a.turn.words().Say("%s is asking before anything is changed", by.Called())
	}
}

// titleOfWishes is what the run of a step's wishes is called, with what that was made of.
func titleOfWishes(ws []loop.Wish) (string, assistant.Sentences) {
	title := ws[0].Tool.Titled(summaryOfWish(ws[0]))
	switch more := len(ws) - 1; more {
	case 0:
	case 1:
		title = assistant.Say("%s, and one more action", title)
	default:
		title = assistant.Say("%s, and %d more actions", title, more)
	}
	return title.String(), assistant.SaidAs("title", title)
}

// summaryOfWish says in a line what a call would do: “Create a ticket: “The form””.
func summaryOfWish(w loop.Wish) string {
	const most = 120
	about := strings.Join(strings.Fields(w.Tool.About(w.Call.Arguments)), " ")
	if about == "" {
		return w.Tool.Label
	}
	if r := []rune(about); len(r) > most {
		about = string(r[:most]) + "…”"
	}
	return w.Tool.Label + ": " + about
}
