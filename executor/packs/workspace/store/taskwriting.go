package store

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// CreateTask puts a task into a project. A known key gives the task that has it.
func (s Workspace) CreateTask(ctx context.Context, v workspace.Viewer, key string, k workspace.Task) (workspace.Task, error) {
	return create(ctx, s, v, key, k, ofTasks())
}

// UpdateTask writes a task over the version that it names. Its project stays.
func (s Workspace) UpdateTask(ctx context.Context, v workspace.Viewer, key string, k workspace.Task) (workspace.Task, error) {
	return update(ctx, s, v, key, k, ofTasks())
}

// RemoveTask takes back a task that was made and that nothing belongs to.
func (s Workspace) RemoveTask(ctx context.Context, v workspace.Viewer, key string, id workspace.TaskID, version int) error {
	return remove(ctx, s, v, key, string(id), version, ofTasks())
}

func ofTasks() noun[workspace.Task] {
	return noun[workspace.Task]{
		entity: workspace.EntityTask, table: `workspace_tasks`, from: `from workspace_tasks x join workspace_projects w on w.id = x.project_id`,
		wrong: workspace.Task.Wrong,
		facts: func(k workspace.Task) facts {
			return facts{string(k.ID), k.Project, k.Version, k.Title, sorted(k).Fields()}
		},
		enter: func(t tables.Tx, v workspace.Viewer, k workspace.Task) error { return into(t, v, k.Project) },
		among: `project_id = $3`, within: func(_ workspace.Viewer, k workspace.Task) string { return string(k.Project) },
		insert: insertTask, update: updateTask, load: loadTask,
		kept: `exists (select 1 from workspace_comments where task_id = $1) or exists (select 1 from workspace_blockers where task_id = $1)
			or exists (select 1 from workspace_links where task_id = $1)`,
		parts: []string{`delete from workspace_assignees where task_id = $1`, `delete from workspace_labels where task_id = $1`},
	}
}

// sorted is a task with its labels in order, each of them once.
func sorted(k workspace.Task) workspace.Task {
	k.Labels = slices.Compact(slices.Sorted(slices.Values(k.Labels)))
	return k
}

func insertTask(ctx context.Context, t tables.Tx, v workspace.Viewer, id, key string, k workspace.Task) error {
	t.Exec(`insert into workspace_tasks (id, tenant_id, project_id, key, title, description, words, status, priority, due_date, creator_id, created_at, updated_at,
			completed_at, version)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, :now, :now, case when `+isDone(`$8`)+` then :now end, 1)`,
		id, v.Tenant, string(k.Project), key, k.Title, k.Description, searched(k.Title, k.Description), string(k.Status), string(k.Priority), string(k.Due), v.Person)
	return writeParts(ctx, t, v, id, k)
}

func updateTask(ctx context.Context, t tables.Tx, v workspace.Viewer, was, k workspace.Task) error {
	t.Exec(`update workspace_tasks set title = $2, description = $3, words = $4, status = $5, priority = $6, due_date = $7, updated_at = :now, version = version + 1,
			completed_at = case when `+isDone(`$5`)+` then coalesce(completed_at, :now) end where id = $1`,
		string(k.ID), k.Title, k.Description, searched(k.Title, k.Description), string(k.Status), string(k.Priority), string(k.Due))
	t.Exec(`delete from workspace_assignees where task_id = $1`, string(k.ID))
	t.Exec(`delete from workspace_labels where task_id = $1`, string(k.ID))
	k.Project = was.Project
	return writeParts(ctx, t, v, string(k.ID), k)
}

// isDone is the condition that a status, which is an argument, is the last one.
func isDone(status string) string {
	return `cast(` + status + ` as text) = '` + string(workspace.TaskDone) + `'`
}

// writeParts writes who a task is assigned to and what it is labelled with. Nothing is assigned to somebody who does not see it.
func writeParts(ctx context.Context, t tables.Tx, v workspace.Viewer, id string, k workspace.Task) error {
	who := map[assistant.PersonID]bool{}
	for _, m := range k.Assignees {
		if who[m.Person] {
			continue
		}
		who[m.Person] = true
		if !assistant.ValidID(string(m.Person)) {
			return workspace.ErrAssignee
		}
		t.Must(workspace.ErrAssignee, nil, `insert into workspace_assignees (tenant_id, project_id, task_id, member_id)
			select w.tenant_id, w.id, (cast($4 as text)):id, n.id from workspace_projects w cross join persons n
			where w.id = $3 and n.id = $2 and `+sees(`n.id`), v.Tenant, string(m.Person), string(k.Project), id)
	}
	for _, l := range sorted(k).Labels {
		t.Exec(`insert into workspace_labels (tenant_id, project_id, task_id, label) values ($1, $2, $3, $4)`, v.Tenant, string(k.Project), id, l)
	}
	return t.Flush(ctx)
}

func loadTask(ctx context.Context, t tables.Tx, v workspace.Viewer, id string) (workspace.Task, error) {
	all, err := tasks(ctx, t, v, workspace.TasksWanted{ID: workspace.TaskID(id), Limit: 1})
	if err != nil {
		return workspace.Task{}, err
	}
	return only(ctx, t, &all)
}
