package assistant_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestARunWaitsWhenNothingIsInAnybodysHands: for a person, and for nothing else.
func TestARunWaitsWhenNothingIsInAnybodysHands(t *testing.T) {
	running := assistant.Run{Status: assistant.RunRunning}
	asks := assistant.Task{Status: assistant.TaskOpen, Approval: "a"}
	later := assistant.Task{Status: assistant.TaskOpen}
	for name, c := range map[string]struct {
		view assistant.RunView
		want bool
	}{
		"a task is asked about, and others come after it": {assistant.RunView{Run: running, Tasks: []assistant.Task{{Status: assistant.TaskCompleted}, asks, later}}, true},
		"another one is at work":                          {assistant.RunView{Run: running, Tasks: []assistant.Task{asks, {Status: assistant.TaskInProgress}}}, false},
		"another one may start":                           {assistant.RunView{Run: running, Tasks: []assistant.Task{asks, {Status: assistant.TaskOpen, Released: true}}}, false},
		"the yes is there":                                {assistant.RunView{Run: running, Tasks: []assistant.Task{{Status: assistant.TaskOpen, Approval: "a", Released: true}}}, false},
		"nothing is asked":                                {assistant.RunView{Run: running, Tasks: []assistant.Task{later}}, false},
		"it is over":                                      {assistant.RunView{Run: assistant.Run{Status: assistant.RunCancelled}, Tasks: []assistant.Task{asks}}, false},
	} {
		if got := c.view.Waits(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
