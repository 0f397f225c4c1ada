package orchestrator

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// placed names the project of each task where the tasks of a run work on several: people could not tell their steps apart otherwise.
func placed(tasks []assistant.Task, projects []assistant.Project) []assistant.Task {
	if !slices.ContainsFunc(tasks, func(t assistant.Task) bool { return t.Project != tasks[0].Project }) {
		return tasks
	}
	tasks = slices.Clone(tasks)
	for i, t := range tasks {
		for _, p := range projects {
			if p.ID == t.Project {
				tasks[i].ProjectName = p.Name
			}
		}
	}
	return tasks
}
