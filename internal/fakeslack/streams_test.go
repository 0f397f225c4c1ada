package fakeslack_test

import (
	"testing"

	slackapi "github.com/slack-go/slack"
)

// TestTheFakeTakesNoChunkThatSlackRefuses: a state that there is none of, a task without an id or a title, no chunk at all. A task that is told
// anew keeps its place, and what was refused changes nothing.
func TestTheFakeTakesNoChunkThatSlackRefuses(t *testing.T) {
	task := func(id, title string, status slackapi.TaskCardStatus) slackapi.StreamChunk {
		c := slackapi.NewTaskUpdateChunk(id, title)
		c.Status = status
		return c
	}
	for name, c := range map[string]struct {
		chunks []slackapi.StreamChunk
		fine   bool
	}{
		"the next state":  {[]slackapi.StreamChunk{task("a", "Look", slackapi.TaskCardStatusComplete)}, true},
		"another task":    {[]slackapi.StreamChunk{task("b", "Read", slackapi.TaskCardStatusPending), slackapi.NewPlanUpdateChunk("Two things")}, true},
		"no such state":   {[]slackapi.StreamChunk{task("a", "Look", "done")}, false},
		"no state":        {[]slackapi.StreamChunk{task("a", "Look", "")}, false},
		"without an id":   {[]slackapi.StreamChunk{task("", "Look", slackapi.TaskCardStatusComplete)}, false},
		"without a title": {[]slackapi.StreamChunk{task("a", "", slackapi.TaskCardStatusComplete)}, false},
		"nothing in it":   {[]slackapi.StreamChunk{}, false},
	} {
		s, client := start(t)
		s.AddChannel("D1")
		root := s.Write("D1", "", "U1", "hi")
		_, ts, err := client.StartStreamContext(t.Context(), "D1", slackapi.MsgOptionTS(root), slackapi.MsgOptionTaskDisplayMode(slackapi.TaskDisplayModePlan),
			slackapi.MsgOptionChunks(slackapi.NewPlanUpdateChunk("One thing"), task("a", "Look", slackapi.TaskCardStatusInProgress)))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = client.AppendStreamContext(t.Context(), "D1", ts, slackapi.MsgOptionChunks(c.chunks...))
		if (err == nil) != c.fine || (len(s.Violations()) == 0) != c.fine {
			t.Errorf("%s: %v, %v", name, err, s.Violations())
		}
		tasks := s.Posted("D1", root)[0].Stream.Tasks
		if tasks[0].ID != "a" || !c.fine && tasks[0].Status != "in_progress" {
			t.Errorf("%s: it shows %+v", name, tasks)
		}
	}
}
