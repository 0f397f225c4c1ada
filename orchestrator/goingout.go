package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// What a call that changes nothing leads outside for waits for a yes (package outward). It is put before people as what changes
// something is: as a task, whose gate asks with the whole address on the card, and which then goes to exactly that one.

// mostOutside is how many addresses one answer may want people to be asked about.
const mostOutside = 3

// wanted is a call of an answer that waits for a yes.
type wanted struct {
	wish    agents.Wish
	address string
}

// wants keeps a call for which people are to be asked, once.
func (c *tooling) wants(call llm.ToolCall, address string) {
	tool, known := c.turn.team.Tools().Get(call.Name)
	if !known || len(c.outside) == mostOutside || slices.ContainsFunc(c.outside, func(w wanted) bool { return w.address == address && w.wish.Call.Name == call.Name }) {
		return
	}
	c.outside = append(c.outside, wanted{agents.Wish{Call: call, Tool: tool}, address})
}

// asksOutside puts what an answer would have looked at outside before people, as a run of its own. Where nobody is present nothing is
// asked: it is said that it was not done.
func (a *answers) asksOutside(t *turn, agent assistant.Agent, hands *tooling) {
	if len(hands.outside) == 0 || t.unasked() != "" { // its note says it
		return
	}
	now := a.now()
	project, _ := t.sit.Here()
	run := assistant.Run{
		ID: assistant.NewID[assistant.RunID](a.ids), Conversation: t.claim.Conversation, Project: project.ID, CreatedBy: agent.ID,
		RequestedBy: t.cause().Person, Status: assistant.RunRunning, CreatedAt: now, UpdatedAt: now,
	}
	var wishes []agents.Wish
	for _, w := range hands.outside {
		wishes = append(wishes, w.wish)
	}
	tasks, ids := tasksOf(t.team, a.ids, run, agent, wishes)
	run.Title, run.Said = titleOfWishes(wishes)
	t.run = run.ID
	t.say("outside", assistant.Message{
		Agent: agent.ID, Kind: assistant.KindStatus, Run: run.ID, Content: "Proposed: " + run.Title, Body: assistant.RunStarted{Run: run, Tasks: tasks},
	})
	t.say("group-A", assistant.Message{
		Agent: agent.ID, Kind: assistant.KindStatus, Run: run.ID, Content: t.words().Say(asksBeforeLooking, agent.Called()),
		Body: assistant.GroupStarted{Run: run.ID, Group: "A", Tasks: ids},
	})
}

// notOpened says by code what was not looked at because nobody is present; "" where there is nothing of the kind.
func (t *turn) notOpened(hands *tooling) string {
	if t.unasked() == "" || len(hands.outside) == 0 {
		return ""
	}
	var all []string
	for _, w := range hands.outside {
		all = append(all, w.address)
	}
	return t.words().Say("Not opened, because nobody is here to say yes: %s", strings.Join(executor.Hosts(all), ", "))
}

const asksBeforeLooking = "%s is asking before anything leads outside"

// unasked is the background task whose words the turn answers; "" where a person asks.
func (t *turn) unasked() assistant.BackgroundID {
	said, _ := t.cause().Body.(assistant.Said)
	return said.Background
}

// thinksOfGoing notes where a call went, by its hosts for whoever reads along and whole for the timeline, or for where it asks first.
func (t *turn) thinksOfGoing(ctx context.Context, who assistant.Agent, reached []string, waits string) error {
	if hosts := executor.Hosts(reached); len(hosts) > 0 {
		line := t.words().Say("%s looked at %s", who.Name, strings.Join(hosts, ", "))
		if err := t.went(ctx, who.ID, assistant.PhaseExecution, line, reached); err != nil {
			return err
		}
	}
	if waits == "" {
		return nil
	}
	line := t.words().Say("%s did not open %s: that needs a yes", who.Name, outward.HostOf(waits))
	return t.went(ctx, who.ID, assistant.PhaseExecution, line, nil)
}

// tasksOf makes a task of a run for each call that people are asked about.
func tasksOf(in agents.Vocabulary, from *assistant.IDs, run assistant.Run, agent assistant.Agent, wishes []agents.Wish) ([]assistant.Task, []assistant.TaskID) {
	tasks, ids := make([]assistant.Task, 0, len(wishes)), make([]assistant.TaskID, 0, len(wishes))
	for i, w := range wishes {
		summary := summaryOfWish(w)
		task := assistant.Task{
			ID: assistant.NewID[assistant.TaskID](from), Run: run.ID, Conversation: run.Conversation, Project: run.Project,
			Key: fmt.Sprintf("call%d", i+1), Group: "A", Order: i + 1, Owner: ownerOf(in, w.Tool, agent), Status: assistant.TaskOpen,
			Type: assistant.TaskType(w.Tool.Name), Definition: w.Tool.Definition(), Team: in.Hash(), Parameters: regular(w.Tool, w.Call.Arguments), Summary: summary, Said: assistant.SaidAs("summary", w.Tool.Titled(summary)),
			Effect: w.Tool.Effect, Reversible: w.Tool.Effect != assistant.EffectIrreversible, CreatedAt: run.CreatedAt, UpdatedAt: run.CreatedAt,
		}
		tasks, ids = append(tasks, task), append(ids, task.ID)
	}
	return tasks, ids
}
