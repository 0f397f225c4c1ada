package store

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Totals counts tasks and open blockers. Those of archived projects count only where the project is named.
func (s Workspace) Totals(ctx context.Context, v workspace.Viewer, q workspace.TotalsWanted) (out workspace.Totals, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error {
		out = workspace.Totals{ByStatus: map[workspace.TaskStatus]int{}}
		if err := countTasks(t, v, q, &out); err != nil {
			return err
		}
		return countBlockers(t, v, q, &out)
	})
	return out, wrap(err, "count tasks")
}

func countTasks(t tables.Tx, v workspace.Viewer, q workspace.TotalsWanted, to *workspace.Totals) error {
	s := wantedTasks(v, workspace.TasksWanted{Project: q.Project, Assignee: q.Assignee})
	if s.bad {
		return assistant.ErrNotFound
	}
	counted := []string{s.overdue(q.Today), s.upcoming(q.Today, q.Days), s.stalled()}
	for i, condition := range counted {
		counted[i] = `cast(coalesce(sum(case when ` + condition + ` then 1 else 0 end), 0) as bigint)`
	}
	t.Each(func(scan func(...any) error) error {
		var status workspace.TaskStatus
		var n, overdue, upcoming, stalled int
		if err := scan(&status, &n, &overdue, &upcoming, &stalled); err != nil {
			return err
		}
		to.ByStatus[status] = n
		to.Tasks, to.Overdue, to.Upcoming, to.Stalled = to.Tasks+n, to.Overdue+overdue, to.Upcoming+upcoming, to.Stalled+stalled
		return nil
	}, `select x.status, count(*), `+strings.Join(counted, `, `)+` from workspace_tasks x join workspace_projects w on w.id = x.project_id
		where `+s.where.String()+` group by x.status`, s.args...)
	return nil
}

func countBlockers(t tables.Tx, v workspace.Viewer, q workspace.TotalsWanted, to *workspace.Totals) error {
	s := visible(v)
	byID(s, `x.project_id`, q.Project)
	if q.Project == "" {
		s.and(`w.status <> ?`, string(workspace.ProjectArchived))
	}
	s.owned(`exists (select 1 from workspace_assignees a where a.task_id = x.task_id`, `a.member_id`, q.Assignee)
	s.and(`x.status <> ?`, string(workspace.BlockerResolved))
	tables.Need(t, assistant.ErrNotFound, []any{&to.OpenBlockers}, `select count(*) from workspace_blockers x join workspace_projects w on w.id = x.project_id
		where `+s.where.String(), s.args...)
	return nil
}
