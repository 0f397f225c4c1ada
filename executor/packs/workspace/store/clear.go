package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Clear takes away the projects that the viewer sees whose keys begin so, with all that is in them, and the teams that no other project
// needs. It gives how many projects these were.
func (s Workspace) Clear(ctx context.Context, v workspace.Viewer, beginning string) (n int, err error) {
	err = s.write(ctx, v, func(t tables.Tx) error {
		n = 0
		from := visible(v)
		from.and(`substr(w.key, 1, length(cast(? as text))) = ?`, beginning, beginning)
		these := `(select w.id from workspace_projects w where ` + from.where.String() + `)`
		tables.One(t, new(bool), []any{&n}, `select count(*) from workspace_projects x where x.id in `+these, from.args...)
		t.Exec(`delete from workspace_links where task_id in (select k.id from workspace_tasks k where k.project_id in `+these+`)`, from.args...)
		for _, table := range []string{`links`, `comments`, `blockers`, `labels`, `assignees`, `documents`, `tasks`, `project_members`} {
			t.Exec(`delete from workspace_`+table+` where project_id in `+these, from.args...)
		}
		t.Exec(`update workspace_projects set parent_id = null where parent_id in `+these, from.args...)
		t.Exec(`delete from workspace_projects where id in `+these, from.args...)
		teams := `(select x.id from workspace_teams x where x.tenant_id = $1 and substr(x.key, 1, length(cast($2 as text))) = $2
			and not exists (select 1 from workspace_projects p where p.team_id = x.id))`
		t.Exec(`delete from workspace_team_members where team_id in `+teams, v.Tenant, beginning)
		t.Exec(`delete from workspace_teams where id in `+teams, v.Tenant, beginning)
		return nil
	})
	return n, wrap(err, "clear projects")
}
