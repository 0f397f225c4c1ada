package orchestrator

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// What a call that changes nothing leads outside for waits for a yes (package outward). It is put before people as what changes
// something is: as a task, whose gate asks with the whole address on the card, and which then goes to exactly that one.

// notOpened says by code what was not looked at because nobody is present; "" where there is nothing of the kind.
func (a *acting) notOpened() string {
	if all := a.Records.Unopened(); len(all) > 0 {
		return a.turn.words().Say("Not opened, because nobody is here to say yes: %s", strings.Join(executor.Hosts(all), ", "))
	}
	return ""
}

const asksBeforeLooking = "%s is asking before anything leads outside"

// thinksOfGoing notes where a call went, by its hosts for whoever reads along and whole for the timeline, or for where it asks first.
func (t *turn) thinksOfGoing(ctx context.Context, who assistant.Agent, reached []string, waits string) error {
	if hosts := executor.Hosts(reached); len(hosts) > 0 {
		line := t.words().Say("%s looked at %s", who.Name, strings.Join(hosts, ", "))
		if err := t.thinks(ctx, who.ID, line, assistant.Thought{Phase: assistant.PhaseExecution, Reached: reached}); err != nil {
			return err
		}
	}
	if waits == "" {
		return nil
	}
	line := t.words().Say("%s did not open %s: that needs a yes", who.Name, outward.HostOf(waits))
	return t.Think(ctx, who.ID, assistant.PhaseExecution, line)
}

// tasksOf makes a task of a run for each call that people are asked about.
func tasksOf(in agents.Vocabulary, from *assistant.IDs, run assistant.Run, agent assistant.Agent, wishes []loop.Wish) []assistant.Task {
	tasks := make([]assistant.Task, 0, len(wishes))
	for i, w := range wishes {
		summary := summaryOfWish(w)
		task := assistant.Task{
			ID: assistant.NewID[assistant.TaskID](from), Run: run.ID, Conversation: run.Conversation, Project: run.Project,
			Key: fmt.Sprintf("call%d", i+1), Group: "A", Order: i + 1, Owner: in.OwnerOf(w.Tool, agent), Status: assistant.TaskOpen,
			Type: assistant.TaskType(w.Tool.Name), Definition: w.Tool.Definition(), Team: in.Hash(), Parameters: regular(w.Tool, w.Call.Arguments), Summary: summary, Said: assistant.SaidAs("summary", w.Tool.Titled(summary)),
			Effect: w.Tool.Effect, Reversible: w.Tool.Effect != assistant.EffectIrreversible, CreatedAt: run.CreatedAt, UpdatedAt: run.CreatedAt,
		}
		tasks = append(tasks, task)
	}
	return tasks
}
