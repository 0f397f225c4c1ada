package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Tasks lists tasks: what is due first comes first, and what has no day last.
func (s Workspace) Tasks(ctx context.Context, v workspace.Viewer, q workspace.TasksWanted) (out []workspace.Task, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error {
		out, err = tasks(ctx, t, v, q)
		return err
	})
	return out, wrap(err, "list tasks")
}

func tasks(ctx context.Context, t tables.Tx, v workspace.Viewer, q workspace.TasksWanted) ([]workspace.Task, error) {
	var out []workspace.Task
	s := wantedTasks(v, q)
	if s.bad {
		return nil, assistant.ErrNotFound
	}
	t.Each(tables.Into(&out, func(k *workspace.Task) []any {
		return []any{
			&k.ID, &k.Project, &k.ProjectName, &k.Title, &k.Description, &k.Status, &k.Priority, &k.Due, &k.Created, &k.Updated, &k.Completed, &k.Version,
		}
	}), `select x.id, x.project_id, w.name, x.title, x.description, x.status, x.priority, x.due_date, x.created_at, x.updated_at, x.completed_at, x.version
		from workspace_tasks x join workspace_projects w on w.id = x.project_id where `+s.where.String()+`
		order by case when x.due_date = '' then 1 else 0 end, x.due_date, x.updated_at desc, x.id desc`+s.most(q.Limit), s.args...)
	if err := t.Flush(ctx); err != nil {
		return nil, err
	}
	return out, taskParts(ctx, t, v, out)
}

func wantedTasks(v workspace.Viewer, q workspace.TasksWanted) *selection {
	s := visible(v)
	byID(s, `x.id`, q.ID)
	byID(s, `x.project_id`, q.Project)
	if q.ID == "" && q.Project == "" {
		s.and(`w.status <> ?`, string(workspace.ProjectArchived))
	}
	s.owned(`exists (select 1 from workspace_assignees a where a.task_id = x.id`, `a.member_id`, q.Assignee)
	among(s, `x.status`, q.Statuses)
	among(s, `x.priority`, q.Priorities)
	if q.Label != "" {
		s.and(`exists (select 1 from workspace_labels l where l.task_id = x.id and l.label = ?)`, q.Label)
	}
	s.words(`x.words`, q.Words)
	if q.Open {
		s.and(`x.status <> ?`, string(workspace.TaskDone))
	}
	if !q.DoneSince.IsZero() {
		s.and(`x.completed_at >= ?`, q.DoneSince)
	}
	if q.Overdue {
		s.and(s.overdue(q.Today))
	}
	if q.Upcoming > 0 {
		s.and(s.upcoming(q.Today, q.Upcoming))
	}
	if q.Stalled {
		s.and(s.stalled())
	}
	return s
}

// overdue is the condition of [workspace.Task.Overdue].
func (s *selection) overdue(today workspace.Date) string {
	return s.bind(`x.due_date <> '' and x.status <> ? and x.due_date < ?`, string(workspace.TaskDone), string(today))
}

// upcoming is the condition of [workspace.Task.Upcoming].
func (s *selection) upcoming(today workspace.Date, days int) string {
	return s.bind(`x.due_date <> '' and x.status <> ? and x.due_date >= ? and x.due_date <= ?`, string(workspace.TaskDone), string(today), string(today.Add(days)))
}

// stalled is the condition of [workspace.Task.Stalled].
func (s *selection) stalled() string {
	return s.bind(`x.status = ? and x.updated_at <= :before(?)`, string(workspace.TaskInProgress), workspace.StalledAfter)
}

// taskParts reads who tasks are assigned to and what they are labelled with.
func taskParts(ctx context.Context, t tables.Tx, v workspace.Viewer, all []workspace.Task) error {
	if len(all) == 0 {
		return nil
	}
	at := map[workspace.TaskID]*workspace.Task{}
	for i := range all {
		at[all[i].ID] = &all[i]
	}
	s := &selection{args: []any{v.Tenant}}
	s.where.WriteString(`x.tenant_id = $1`)
	among(s, `x.task_id`, ids(all, func(k workspace.Task) string { return string(k.ID) }))
	t.Each(func(scan func(...any) error) error {
		var of workspace.TaskID
		var m workspace.Member
		if err := scan(&of, &m.Person, &m.Name); err != nil {
			return err
		}
		at[of].Assignees = append(at[of].Assignees, m)
		return nil
	}, `select distinct x.task_id, coalesce(pp.id, x.member_id), pp.name from workspace_assignees x`+people(`x.member_id`)+` where `+s.where.String()+` order by 3, 2`, s.args...)
	t.Each(func(scan func(...any) error) error {
		var of workspace.TaskID
		var label string
		if err := scan(&of, &label); err != nil {
			return err
		}
		at[of].Labels = append(at[of].Labels, label)
		return nil
	}, `select x.task_id, x.label from workspace_labels x where `+s.where.String()+` order by x.label`, s.args...)
	return t.Flush(ctx)
}
