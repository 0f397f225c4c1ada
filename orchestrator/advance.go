package orchestrator

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Next is what may happen to a run now. Both fields empty means: wait.
type Next struct {
	Group   string              // the step group to release
	Release []assistant.TaskID  // its open tasks
	Finish  assistant.RunStatus // how the run ends
}

// Advance decides from a run's state alone what may start now.
//
// Groups go in the order of their labels. A group is released when every task of the groups before it has ended, and not
// before; its tasks go in parallel. A failed task lets its siblings finish and then ends the run: later groups build on
// what earlier ones brought. A task that was declined (cancelled) does the same, but the run then counts as cancelled only
// when nothing failed. A task that somebody wanted left out is as if it had never been there; a run of which nothing else is left is
// cancelled. A task that was retried by itself goes before all others, whatever became of the groups before it. A stopped run ends as soon
// as no task is in hand any more. Nothing of one starts or ends while it is being changed.
func Advance(run assistant.Run, tasks []assistant.Task) Next {
	stopped := run.Status == assistant.RunCancelled
	if run.Status.Ended() && !stopped || run.Status == assistant.RunPlanning {
		return Next{}
	}
	if stopped {
		if slices.ContainsFunc(tasks, func(t assistant.Task) bool { return t.Status == assistant.TaskInProgress }) {
			return Next{}
		}
		return Next{Finish: assistant.RunCancelled}
	}
	all := tasks
	if tasks = slices.DeleteFunc(slices.Clone(tasks), assistant.Task.LeftOut); len(tasks) == 0 && len(all) > 0 {
		return Next{Finish: assistant.RunCancelled}
	}
	if alone := slices.DeleteFunc(slices.Clone(tasks), func(t assistant.Task) bool { return !t.Alone || t.Status.Ended() }); len(alone) > 0 {
		return release(alone[0].Group, openTasks(alone))
	}
	for _, label := range groups(tasks) {
		members := inGroup(tasks, label)
		if open := openTasks(members); len(open) > 0 {
			return release(label, open)
		}
		if slices.ContainsFunc(members, func(t assistant.Task) bool { return !t.Status.Ended() }) {
			return Next{}
		}
		switch {
		case hasStatus(members, assistant.TaskFailed):
			return Next{Finish: assistant.RunFailed}
		case run.Session != "" && hasStatus(members, assistant.TaskCompleted):
			// What an agent proposes in one step hangs together in nothing: what was approved of it is done, whatever was refused.
		case hasStatus(members, assistant.TaskCancelled):
			return Next{Finish: assistant.RunCancelled}
		}
	}
	return Next{Finish: assistant.RunCompleted}
}

// release frees the open tasks of a group that are neither free already nor before a person, who decides when they go on.
func release(label string, open []assistant.Task) Next {
	var ids []assistant.TaskID
	for _, t := range open {
		if t.Approval == "" && !t.Released {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) == 0 {
		return Next{}
	}
	return Next{Group: label, Release: ids}
}

func groups(tasks []assistant.Task) []string {
	var out []string
	for _, t := range tasks {
		out = append(out, t.Group)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func inGroup(tasks []assistant.Task, label string) []assistant.Task {
	return slices.DeleteFunc(slices.Clone(tasks), func(t assistant.Task) bool { return t.Group != label })
}

func openTasks(tasks []assistant.Task) []assistant.Task {
	return slices.DeleteFunc(slices.Clone(tasks), func(t assistant.Task) bool { return t.Status != assistant.TaskOpen })
}

func hasStatus(tasks []assistant.Task, s assistant.TaskStatus) bool {
	return slices.ContainsFunc(tasks, func(t assistant.Task) bool { return t.Status == s })
}
