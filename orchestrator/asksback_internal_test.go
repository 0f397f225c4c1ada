package orchestrator

import (
	"encoding/json"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// TestWhenAPlannerGoesOnWithWhatExecutorsComeTo: with a question at once, where it has steps left to answer in and was not told of it yet; with
// reports once all that it waits for have ended; and never where it waits for somebody else.
func TestWhenAPlannerGoesOnWithWhatExecutorsComeTo(t *testing.T) {
	raw, err := json.Marshal(loop.Reported{Asked: &loop.Asked{AskPlanner: loop.AskPlanner{Question: "Which one?"}}})
	if err != nil {
		t.Fatal(err)
	}
	asks := assistant.Task{ID: "one", Type: loop.ToolDelegate, Status: assistant.TaskCompleted, Result: &assistant.Result{Details: raw}}
	reports, lookups := asks, asks
	reports.Result, lookups.Status, lookups.ID = &assistant.Result{}, assistant.TaskInProgress, "two"
	ended := lookups
	ended.Status, ended.Result = assistant.TaskCompleted, &assistant.Result{}
	delegates := loop.Record{Tasks: map[string]assistant.TaskID{"a": "one", "b": "two"}, Looks: true}
	told := loop.Record{Message: llm.Message{Role: llm.RoleTool}, Later: map[assistant.TaskID]assistant.RunID{"two": "r"}}
	waits := loop.Record{Message: llm.TextMessage(llm.RoleAssistant, "I wait.")}
	proposes := loop.Record{Tasks: map[string]assistant.TaskID{"c": "three"}}
	asksPerson := loop.Record{Asks: map[string]assistant.ClarificationID{"d": "q"}}
	for name, c := range map[string]struct {
		records loop.Transcript
		status  assistant.AgentSessionStatus
		steps   int
		tasks   []assistant.Task
		over    bool
		want    bool
	}{
		"one asks while another works":     {loop.Transcript{delegates}, assistant.SessionWaiting, 1, []assistant.Task{asks, lookups}, false, true},
		"one reports while another works":  {loop.Transcript{delegates}, assistant.SessionWaiting, 1, []assistant.Task{reports, lookups}, false, false},
		"it asks when nothing is left":     {loop.Transcript{delegates}, assistant.SessionWaiting, loop.MaxSteps - 1, []assistant.Task{asks, lookups}, false, false},
		"then all have ended":              {loop.Transcript{delegates}, assistant.SessionWaiting, loop.MaxSteps - 1, []assistant.Task{asks, ended}, true, true},
		"it was told of the question":      {loop.Transcript{delegates, told, waits}, assistant.SessionWaiting, 2, []assistant.Task{asks, lookups}, false, false},
		"and the other one ends":           {loop.Transcript{delegates, told, waits}, assistant.SessionWaiting, 2, []assistant.Task{asks, ended}, true, true},
		"a turn is taken again":            {loop.Transcript{delegates, told}, assistant.SessionWorking, 2, []assistant.Task{asks, lookups}, false, true},
		"it waits for a decision":          {loop.Transcript{delegates, told, proposes}, assistant.SessionWaiting, 2, []assistant.Task{asks, ended}, true, false},
		"it waits for a person":            {loop.Transcript{delegates, told, asksPerson}, assistant.SessionWaiting, 2, []assistant.Task{asks, ended}, true, false},
		"it was stopped":                   {loop.Transcript{delegates}, assistant.SessionStopped, 1, []assistant.Task{asks, lookups}, false, false},
		"it has ended with another's work": {loop.Transcript{delegates}, assistant.SessionDone, 1, []assistant.Task{asks, ended}, true, false},
	} {
		a := &acting{Loop: &loop.Loop{Records: c.records, Session: assistant.AgentSession{Status: c.status, Run: "r", Spent: assistant.Spent{Steps: c.steps}}}}
		got, err := a.due(t.Context(), assistant.RunView{Run: assistant.Run{ID: "r", Session: "s", Status: assistant.RunRunning}, Tasks: c.tasks}, c.over)
		if err != nil || got != c.want {
			t.Errorf("%s: due %v, %v", name, got, err)
		}
	}
}
