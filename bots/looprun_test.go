package bots_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// TestWhatAnAgentProposesHasOneCardUntilItIsDone: the card that asks is enough, also where the answer is no.
func TestWhatAnAgentProposesHasOneCardUntilItIsDone(t *testing.T) {
	const run, task = assistant.RunID("r"), assistant.TaskID("t")
	begun := []assistant.Body{
		assistant.RunStarted{Run: assistant.Run{ID: run, Session: "s"}, Tasks: []assistant.Task{{ID: task, Run: run, Group: "A"}}},
		assistant.GroupStarted{Run: run, Group: "A", Tasks: []assistant.TaskID{task}},
		assistant.TaskStarted{Run: run, Task: task, Attempt: 1},
		assistant.TaskWaiting{Run: run, Task: task, Approval: "a"},
	}
	finished := func(s assistant.TaskStatus) assistant.Body {
		return assistant.TaskFinished{Run: run, Task: task, Status: s}
	}
	for name, c := range map[string]struct {
		then  []assistant.Body
		drawn bool
	}{
		"asked":      {nil, false},
		"refused":    {[]assistant.Body{finished(assistant.TaskCancelled), assistant.RunFinished{Run: run, Status: assistant.RunCancelled}}, false},
		"stopped":    {[]assistant.Body{assistant.StopRequested{Run: run}}, false},
		"approved":   {[]assistant.Body{assistant.TaskStarted{Run: run, Task: task, Attempt: 2}}, true},
		"done":       {[]assistant.Body{finished(assistant.TaskCompleted)}, true},
		"failed":     {[]assistant.Body{finished(assistant.TaskFailed)}, true},
		"taken back": {[]assistant.Body{finished(assistant.TaskCompleted), assistant.Undone{Run: run, Tasks: []assistant.UndoneTask{{Task: task}}}}, true},
	} {
		var ms []assistant.Message
		for i, b := range append(append([]assistant.Body{}, begun...), c.then...) {
			ms = append(ms, assistant.Message{Seq: int64(i + 1), Kind: assistant.KindStatus, Body: b})
		}
		card, drawn := bots.Fold("run:r", ms, bots.NewNames(nil, nil, assistant.Settings{}))
		if drawn != c.drawn {
			t.Errorf("%s: drawn %v", name, drawn)
		}
		if r, _ := card.(bots.RunCard); drawn && r.From != int64(len(begun)+1) {
			t.Errorf("%s: it is shown from message %d on, and so not below what asked", name, r.From)
		}
	}
}
