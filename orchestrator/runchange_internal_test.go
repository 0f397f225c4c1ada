package orchestrator

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestWhatIsLeftOutHasNotBegunAndLeavesAStep of every state that a step can be in: what is at work, about to be or ended stays, and a run
// is left with something to do.
func TestWhatIsLeftOutHasNotBegunAndLeavesAStep(t *testing.T) {
	tasks := []assistant.Task{
		{ID: "done", Key: "done", Order: 1, Status: assistant.TaskCompleted, Summary: "Done"},
		{ID: "busy", Key: "busy", Order: 2, Status: assistant.TaskInProgress, Summary: "Busy"},
		{ID: "soon", Key: "soon", Order: 3, Status: assistant.TaskOpen, Released: true, Summary: "Soon"},
		{ID: "asks", Key: "asks", Order: 4, Status: assistant.TaskOpen, Approval: "a", Summary: "Asks"},
		{ID: "later", Key: "later", Order: 5, Status: assistant.TaskOpen, Summary: "Later", Parameters: []byte(`{"of":{"$from":"asks","field":"html"}}`)},
		{ID: "last", Key: "last", Order: 6, Status: assistant.TaskOpen, Summary: "Last"},
	}
	out := &assistant.Result{NotDone: assistant.NotDoneLeftOut}
	thinned := []assistant.Task{
		{ID: "text", Key: "text", Order: 1, Status: assistant.TaskOpen, Summary: "Text"},
		{ID: "gone", Key: "gone", Order: 2, Status: assistant.TaskCancelled, Result: out, Summary: "Gone", Parameters: []byte(`{"of":{"$from":"text","field":"html"}}`)},
		{ID: "last", Key: "last", Order: 3, Status: assistant.TaskOpen, Summary: "Last"},
	}
	run := assistant.Run{Title: "It"}
	for name, c := range map[string]struct {
		tasks []assistant.Task
		after bool
		meant []assistant.TaskID
		out   string // the keys of what is left out
		says  string // why nothing is
	}{
		"what has begun stays":                    {tasks, false, []assistant.TaskID{"done", "busy", "soon", "last"}, "last", ""},
		"what has begun and is to stop":           {tasks, false, []assistant.TaskID{"soon"}, "", ""},
		"nothing but what has ended":              {tasks, false, []assistant.TaskID{"done"}, "", "Step 1 ("},
		"nothing that is meant":                   {tasks, false, nil, "", "I found no step of “It”"},
		"what another step needs":                 {tasks, false, []assistant.TaskID{"asks"}, "", "Step 5 (Later) needs what step 4 writes"},
		"what another step needs, with it":        {tasks, false, []assistant.TaskID{"asks", "later"}, "asks later", ""},
		"after this, with what asks":              {tasks, true, nil, "later last", ""},
		"after a step that is named":              {tasks, true, []assistant.TaskID{"busy"}, "asks later last", ""},
		"after the last of the named":             {tasks, true, []assistant.TaskID{"busy", "later"}, "last", ""},
		"after the last, where nothing comes":     {tasks, true, []assistant.TaskID{"last"}, "", "I found no step of “It”"},
		"what only a left-out step needs":         {thinned, false, []assistant.TaskID{"text"}, "text", ""},
		"all that was not left out before":        {thinned[1:], false, []assistant.TaskID{"last"}, "", "That would leave no step of “It”"},
		"all of a run of which nothing has begun": {tasks[5:], false, []assistant.TaskID{"last"}, "", "That would leave no step of “It”"},
	} {
		o := omission{run: run, tasks: c.tasks, words: wording.In(assistant.English)}
		if c.after {
			o.after(c.meant)
		} else {
			o.of(c.meant)
		}
		why := o.inTheWay()
		if c.says != "" || why != "" {
			if c.says == "" || !strings.HasPrefix(why, c.says) {
				t.Errorf("%s: %q", name, why)
			}
			continue
		}
		var out []string
		for _, k := range o.out {
			out = append(out, k.Key)
		}
		if got := strings.Join(out, " "); got != c.out {
			t.Errorf("%s: left out is %q", name, got)
		}
	}
}
