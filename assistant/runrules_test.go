package assistant_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestATaskThatBeganBeforeTheStopIsNotCancelled: its first line comes into the log behind the stop, its end after that.
func TestATaskThatBeganBeforeTheStopIsNotCancelled(t *testing.T) {
	tasks := []assistant.Task{{ID: "held", Status: assistant.TaskOpen}, {ID: "waits", Status: assistant.TaskOpen}}
	for _, b := range []assistant.Body{
		assistant.StopRequested{Run: "r"},
		assistant.TaskStarted{Run: "r", Task: "held", Attempt: 1},
		assistant.TaskFinished{Run: "r", Task: "held", Status: assistant.TaskCompleted},
	} {
		tasks = assistant.TasksAfter(tasks, b)
	}
	if tasks[0].Status != assistant.TaskCompleted || tasks[1].Status != assistant.TaskCancelled {
		t.Errorf("%s, and the one that nobody had begun %s", tasks[0].Status, tasks[1].Status)
	}
}
