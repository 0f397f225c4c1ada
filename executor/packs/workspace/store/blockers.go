package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Blockers lists blockers, what is critical first and the oldest first of those.
func (s Workspace) Blockers(ctx context.Context, v workspace.Viewer, q workspace.BlockersWanted) (out []workspace.Blocker, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error { return blockers(t, v, q, &out) })
	return out, wrap(err, "list blockers")
}

func blockers(t tables.Tx, v workspace.Viewer, q workspace.BlockersWanted, to *[]workspace.Blocker) error {
	*to = nil
	s := visible(v)
	byID(s, `x.id`, q.ID)
	byID(s, `x.project_id`, q.Project)
	byID(s, `x.task_id`, q.Task)
	if q.ID == "" && q.Project == "" && q.Task == "" {
		s.and(`w.status <> ?`, string(workspace.ProjectArchived))
	}
	among(s, `x.status`, q.Statuses)
	s.owned(`exists (select 1 from workspace_assignees a where a.task_id = x.task_id`, `a.member_id`, q.Assignee)
	if s.bad {
		return assistant.ErrNotFound
	}
	t.Each(tables.Into(to, func(b *workspace.Blocker) []any {
		return []any{
			&b.ID, &b.Project, &b.ProjectName, &b.Task, &b.TaskTitle, &b.Title, &b.Description, &b.Status, &b.Priority, &b.Resolution, &b.Reporter,
			&b.Created, &b.Updated, &b.Resolved, &b.Version,
		}
	}), `select x.id, x.project_id, w.name, x.task_id, k.title, x.title, x.description, x.status, x.priority, x.resolution, coalesce(pp.id, x.reporter_id),
			x.created_at, x.updated_at, x.resolved_at, x.version
		from workspace_blockers x join workspace_projects w on w.id = x.project_id left join workspace_tasks k on k.id = x.task_id`+people(`x.reporter_id`)+`
		where `+s.where.String()+` order by case x.priority when 'critical' then 0 when 'high' then 1 when 'medium' then 2 else 3 end, x.created_at, x.id`+s.most(q.Limit), s.args...)
	return nil
}

// CreateBlocker puts a blocker into a project. A known key gives the blocker that has it.
func (s Workspace) CreateBlocker(ctx context.Context, v workspace.Viewer, key string, b workspace.Blocker) (workspace.Blocker, error) {
	return create(ctx, s, v, key, b, ofBlockers())
}

// UpdateBlocker writes a blocker over the version that it names. Its project stays.
func (s Workspace) UpdateBlocker(ctx context.Context, v workspace.Viewer, key string, b workspace.Blocker) (workspace.Blocker, error) {
	return update(ctx, s, v, key, b, ofBlockers())
}

// RemoveBlocker takes back a blocker that was made.
func (s Workspace) RemoveBlocker(ctx context.Context, v workspace.Viewer, key string, id workspace.BlockerID, version int) error {
	return remove(ctx, s, v, key, string(id), version, ofBlockers())
}

func ofBlockers() noun[workspace.Blocker] {
	return noun[workspace.Blocker]{
		entity: workspace.EntityBlocker, table: `workspace_blockers`, from: `from workspace_blockers x join workspace_projects w on w.id = x.project_id`,
		wrong: workspace.Blocker.Wrong,
		facts: func(b workspace.Blocker) facts { return facts{string(b.ID), b.Project, b.Version, b.Title, b.Fields()} },
		enter: func(t tables.Tx, v workspace.Viewer, b workspace.Blocker) error { return into(t, v, b.Project) },
		among: `project_id = $3`, within: func(_ workspace.Viewer, b workspace.Blocker) string { return string(b.Project) },
		insert: insertBlocker, update: updateBlocker, load: loadBlocker,
		kept: `1 = 0 and cast($1 as text) is null`,
	}
}

func insertBlocker(ctx context.Context, t tables.Tx, v workspace.Viewer, id, key string, b workspace.Blocker) error {
	if err := heldUp(ctx, t, v, b.Project, b.Task); err != nil {
		return err
	}
	t.Exec(`insert into workspace_blockers (id, tenant_id, project_id, task_id, key, title, description, words, status, priority, resolution, reporter_id,
			created_at, updated_at, resolved_at, version)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, :now, :now, case when `+isResolved(`$9`)+` then :now end, 1)`,
		id, v.Tenant, string(b.Project), orNull(b.Task), key, b.Title, b.Description, searched(b.Title, b.Description), string(b.Status), string(b.Priority),
		b.Resolution, v.Person)
	return nil
}

func updateBlocker(ctx context.Context, t tables.Tx, v workspace.Viewer, was, b workspace.Blocker) error {
	if was.Task != b.Task {
		if err := heldUp(ctx, t, v, was.Project, b.Task); err != nil {
			return err
		}
	}
	t.Exec(`update workspace_blockers set task_id = $2, title = $3, description = $4, words = $5, status = $6, priority = $7, resolution = $8, updated_at = :now,
			resolved_at = case when `+isResolved(`$6`)+` then coalesce(resolved_at, :now) end, version = version + 1 where id = $1`,
		string(b.ID), orNull(b.Task), b.Title, b.Description, searched(b.Title, b.Description), string(b.Status), string(b.Priority), b.Resolution)
	return nil
}

// isResolved is the condition that a status, which is an argument, is the last one.
func isResolved(status string) string {
	return `cast(` + status + ` as text) = '` + string(workspace.BlockerResolved) + `'`
}

// heldUp refuses a task that is not one of the project.
func heldUp(ctx context.Context, t tables.Tx, v workspace.Viewer, project workspace.ProjectID, task workspace.TaskID) error {
	if task == "" {
		return nil
	}
	if !assistant.ValidID(string(task)) {
		return workspace.ErrTask
	}
	tables.Need(t, workspace.ErrTask, []any{new(string)}, `select k.id from workspace_tasks k where k.tenant_id = $1 and k.project_id = $2 and k.id = $3`,
		v.Tenant, string(project), string(task))
	return t.Flush(ctx)
}

func loadBlocker(ctx context.Context, t tables.Tx, v workspace.Viewer, id string) (workspace.Blocker, error) {
	var all []workspace.Blocker
	if err := blockers(t, v, workspace.BlockersWanted{ID: workspace.BlockerID(id), Limit: 1}, &all); err != nil {
		return workspace.Blocker{}, err
	}
	return only(ctx, t, &all)
}
