package cardkit

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// dialogue is a run in which executors look something up for Hans: one has asked which of two is meant, one is at work, one has found nothing.
func dialogue(ping string) bots.RunCard {
	task := func(id string, by bots.Speaker, state bots.TaskState, d assistant.Dialogue) bots.RunTask {
		return bots.RunTask{ID: assistant.TaskID(id), Summary: assistant.Verbatim(d.Task), Owner: by, Planner: Hans, State: state, Attempt: 1, Dialogue: &d}
	}
	asks := task("t1", Dana, bots.TaskCompleted, assistant.Dialogue{
		Task: "Find the newest audit of the shop " + ping, Inputs: "the shop has two addresses", Expects: "score, date", Question: "I have found two. Which one?", Options: []string{"shop.example", "old.example"},
		Cost: assistant.SessionCost{Input: 1200, Output: 80, Micros: 900},
	})
	asks.Result = assistant.Verbatim("Dana asks: I have found two. Which one?")
	fails := task("t3", Nico, bots.TaskFailed, assistant.Dialogue{Task: "Count the pages without a description", Expects: "count"})
	fails.Problem = &assistant.Problem{
		Message:  assistant.Verbatim("Nico went round in circles: “List the pages” gave the same again and again."),
		Recovery: assistant.Verbatim("Ask for less at once, or say where to look."), Retry: true,
	}
	return bots.RunCard{
		Run: "09d0", Title: assistant.Verbatim("Looking up three things"), Status: assistant.RunRunning, Done: 1, Total: 3, CanStop: true,
		Groups: []bots.RunGroup{{Name: "A", Started: true, Tasks: []bots.RunTask{
			asks, task("t2", Mak, bots.TaskInProgress, assistant.Dialogue{Task: "Read what the about page says of us", Expects: "words"}), fails,
		}}},
		Thinking: []bots.ThinkingGroup{{Title: "Group A", Agents: []bots.ThinkingAgent{
			{Agent: Dana, Lines: []bots.ThinkingLine{{Agent: Dana, Text: "Dana asks Hans: “I have found two. Which one?”", At: Noon}, {Agent: Dana, Text: "Dana used 1,280 tokens for this, $0.0009 by list price", At: Noon.Add(time.Second)}}},
		}}},
	}
}
