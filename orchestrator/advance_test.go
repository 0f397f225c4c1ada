package orchestrator_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

func task(id, group string, s assistant.TaskStatus) assistant.Task {
	return assistant.Task{ID: assistant.TaskID(id), Group: group, Status: s}
}

func released(t assistant.Task) assistant.Task {
	t.Released = true
	return t
}

func waiting(t assistant.Task) assistant.Task {
	t.Approval = "a"
	return t
}

const (
	open             = assistant.TaskOpen
	heldConversation = assistant.TaskInProgress
	done             = assistant.TaskCompleted
	failed           = assistant.TaskFailed
	off              = assistant.TaskCancelled
)

func TestAdvance(t *testing.T) {
	running := assistant.RunRunning
	for _, c := range []struct {
		name  string
		run   assistant.RunStatus
		tasks []assistant.Task
		want  orchestrator.Next
	}{
		{
			"a new run releases its first group at once, siblings together", running,
			[]assistant.Task{task("1", "A", open), task("2", "A", open), task("3", "B", open)},
			orchestrator.Next{Group: "A", Release: []assistant.TaskID{"1", "2"}},
		},
		{
			"a later group waits for every task before it", running,
			[]assistant.Task{task("1", "A", done), task("2", "A", heldConversation), task("3", "B", open)},
			orchestrator.Next{},
		},
		{
			"what is released is not released again", running,
			[]assistant.Task{task("1", "A", done), released(task("2", "A", open)), task("3", "B", open)},
			orchestrator.Next{},
		},
		{
			"what waits for a person is not released", running,
			[]assistant.Task{task("1", "A", done), waiting(task("2", "A", open)), task("3", "B", open)},
			orchestrator.Next{},
		},
		{
			"the next group follows when all before it have ended", running,
			[]assistant.Task{task("1", "A", done), task("2", "A", done), task("3", "B", open)},
			orchestrator.Next{Group: "B", Release: []assistant.TaskID{"3"}},
		},
		{
			"groups go by label, whatever the order of the tasks", running,
			[]assistant.Task{task("3", "B", open), task("1", "A", open)},
			orchestrator.Next{Group: "A", Release: []assistant.TaskID{"1"}},
		},
		{
			"a failed task lets its siblings finish", running,
			[]assistant.Task{task("1", "A", failed), task("2", "A", heldConversation), task("3", "B", open)},
			orchestrator.Next{},
		},
		{
			"and then ends the run", running,
			[]assistant.Task{task("1", "A", failed), task("2", "A", done), task("3", "B", open)},
			orchestrator.Next{Finish: assistant.RunFailed},
		},
		{
			"a declined task ends it as cancelled", running,
			[]assistant.Task{task("1", "A", off), task("2", "B", open)},
			orchestrator.Next{Finish: assistant.RunCancelled},
		},
		{
			"all done completes it", running,
			[]assistant.Task{task("1", "A", done), task("2", "B", done)},
			orchestrator.Next{Finish: assistant.RunCompleted},
		},
		{
			"a stopped run waits for what is in hand", assistant.RunCancelled,
			[]assistant.Task{task("1", "A", heldConversation), task("2", "B", off)},
			orchestrator.Next{},
		},
		{
			"and ends then", assistant.RunCancelled,
			[]assistant.Task{task("1", "A", done), task("2", "B", off)},
			orchestrator.Next{Finish: assistant.RunCancelled},
		},
		{
			"a run that ended stays ended", assistant.RunCompleted,
			[]assistant.Task{task("1", "A", open)},
			orchestrator.Next{},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := orchestrator.Advance(assistant.Run{Status: c.run}, c.tasks)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestAdvanceAlwaysEnds plays any plan with any outcomes: groups never overlap, no task is released twice, and the run ends.
func TestAdvanceAlwaysEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "tasks")
		tasks := make([]assistant.Task, n)
		for i := range tasks {
			tasks[i] = task(string(rune('a'+i)), string(rune('A'+rapid.IntRange(0, 4).Draw(t, "group"))), open)
		}
		run := assistant.Run{Status: assistant.RunRunning}
		for range 10 * n {
			next := orchestrator.Advance(run, tasks)
			if next.Finish != "" {
				for _, k := range tasks {
					if k.Status == heldConversation {
						t.Fatalf("finished %s while %s is in hand", next.Finish, k.ID)
					}
				}
				return
			}
			play(t, tasks, next)
		}
		t.Fatal("the run never ended")
	})
}

func play(t *rapid.T, tasks []assistant.Task, next orchestrator.Next) {
	for i := range tasks {
		for _, id := range next.Release {
			if tasks[i].ID != id {
				continue
			}
			if tasks[i].Status != open || tasks[i].Released {
				t.Fatalf("%s released twice", id)
			}
			tasks[i].Released = true
		}
	}
	for i := range tasks {
		switch {
		case tasks[i].Released && tasks[i].Status == open:
			for _, k := range tasks {
				if k.Group < tasks[i].Group && !k.Status.Ended() {
					t.Fatalf("%s of group %s started before %s of group %s ended", tasks[i].ID, tasks[i].Group, k.ID, k.Group)
				}
			}
			tasks[i].Status = heldConversation
			return
		case tasks[i].Status == heldConversation:
			tasks[i].Status = rapid.SampledFrom([]assistant.TaskStatus{done, done, done, failed, off}).Draw(t, "outcome")
			return
		}
	}
}
