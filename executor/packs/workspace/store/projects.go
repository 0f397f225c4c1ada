package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// people joins the person that a column names, as pp, who they have become by now.
func people(column string) string {
	return ` left join persons po on po.id = ` + column + ` left join persons pp on pp.id = coalesce(po.merged_into, po.id)`
}

// Projects lists projects, the last changed first.
func (s Workspace) Projects(ctx context.Context, v workspace.Viewer, q workspace.ProjectsWanted) (out []workspace.Project, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error { return projects(t, v, q, &out) })
	return out, wrap(err, "list projects")
}

func projects(t tables.Tx, v workspace.Viewer, q workspace.ProjectsWanted, to *[]workspace.Project) error {
	*to = nil
	s := visible(v)
	byID(s, `w.id`, q.ID)
	byID(s, `w.parent_id`, q.Parent)
	among(s, `w.status`, q.Statuses)
	among(s, `w.project_type`, q.Types)
	s.words(`w.words`, q.Words)
	if q.Scope != "" {
		s.and(`w.scope = ?`, string(q.Scope))
	}
	if q.ID == "" && len(q.Statuses) == 0 {
		s.and(`w.status <> ?`, string(workspace.ProjectArchived))
	}
	if s.bad {
		return assistant.ErrNotFound
	}
	t.Each(tables.Into(to, func(p *workspace.Project) []any {
		return []any{
			&p.ID, &p.Name, &p.Description, &p.Type, &p.Scope, &p.Team, &p.Parent, &p.Owner, &p.OwnerName, &p.Status, &p.Start, &p.End, &p.Color,
			&p.Emoji, &p.Archived, &p.Created, &p.Updated, &p.Version,
		}
	}), `select w.id, w.name, w.description, w.project_type, w.scope, w.team_id, w.parent_id, coalesce(pp.id, w.owner_id), pp.name, w.status, w.start_date,
			w.target_end_date, w.color, w.emoji, w.reason, w.created_at, w.updated_at, w.version
		from workspace_projects w`+people(`w.owner_id`)+` where `+s.where.String()+` order by w.updated_at desc, w.id desc`+s.most(q.Limit), s.args...)
	return nil
}

// CreateProject makes a project of the viewer's. A known key gives the project that has it.
func (s Workspace) CreateProject(ctx context.Context, v workspace.Viewer, key string, p workspace.Project) (workspace.Project, error) {
	return create(ctx, s, v, key, p, ofProjects())
}

// UpdateProject writes a project over the version that it names. Its owner stays.
func (s Workspace) UpdateProject(ctx context.Context, v workspace.Viewer, key string, p workspace.Project) (workspace.Project, error) {
	return update(ctx, s, v, key, p, ofProjects())
}

// RemoveProject takes back a project that was made and has nothing in it.
func (s Workspace) RemoveProject(ctx context.Context, v workspace.Viewer, key string, id workspace.ProjectID, version int) error {
	return remove(ctx, s, v, key, string(id), version, ofProjects())
}

func ofProjects() noun[workspace.Project] {
	return noun[workspace.Project]{
		entity: workspace.EntityProject, table: `workspace_projects`, from: `from workspace_projects x join workspace_projects w on w.id = x.id`,
		wrong: workspace.Project.Wrong,
		facts: func(p workspace.Project) facts { return facts{string(p.ID), p.ID, p.Version, p.Name, p.Fields()} },
		enter: func(t tables.Tx, v workspace.Viewer, _ workspace.Project) error {
			tables.Need(t, assistant.ErrNotFound, []any{new(string)}, `select n.tenant_id from tenants n where n.tenant_id = $1 and `+member(`$2`)+` :locked`, v.Tenant, v.Person)
			return nil
		},
		among: tables.Owned(`owner_id`, `$3`), within: func(v workspace.Viewer, _ workspace.Project) string { return string(v.Person) },
		insert: insertProject, update: updateProject, load: loadProject,
		kept: `exists (select 1 from workspace_tasks where project_id = $1) or exists (select 1 from workspace_blockers where project_id = $1)
			or exists (select 1 from workspace_documents where project_id = $1) or exists (select 1 from workspace_projects where parent_id = $1)`,
		parts: []string{`delete from workspace_project_members where project_id = $1`},
	}
}

func insertProject(ctx context.Context, t tables.Tx, v workspace.Viewer, id, key string, p workspace.Project) error {
	if err := belongs(ctx, t, v, p); err != nil {
		return err
	}
	t.Exec(`insert into workspace_projects (id, tenant_id, key, name, description, words, project_type, scope, team_id, parent_id, owner_id, status, start_date,
			target_end_date, color, emoji, reason, created_at, updated_at, version)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, :now, :now, 1)`,
		id, v.Tenant, key, p.Name, p.Description, searched(p.Name, p.Description), string(p.Type), string(p.Scope), orNull(p.Team), orNull(p.Parent), v.Person,
		string(p.Status), string(p.Start), string(p.End), p.Color, p.Emoji, p.Archived)
	return nil
}

func updateProject(ctx context.Context, t tables.Tx, v workspace.Viewer, was, p workspace.Project) error {
	if was.Team != p.Team || was.Parent != p.Parent {
		if err := belongs(ctx, t, v, p); err != nil {
			return err
		}
	}
	t.Exec(`update workspace_projects set name = $2, description = $3, words = $4, project_type = $5, scope = $6, team_id = $7, parent_id = $8, status = $9,
			start_date = $10, target_end_date = $11, color = $12, emoji = $13, reason = $14, updated_at = :now, version = version + 1 where id = $1`,
		string(p.ID), p.Name, p.Description, searched(p.Name, p.Description), string(p.Type), string(p.Scope), orNull(p.Team), orNull(p.Parent), string(p.Status),
		string(p.Start), string(p.End), p.Color, p.Emoji, p.Archived)
	return nil
}

// belongs refuses a team that the viewer is not in, and a parent that they do not see or that the project is an ancestor of.
func belongs(ctx context.Context, t tables.Tx, v workspace.Viewer, p workspace.Project) error {
	if p.Team != "" {
		if !assistant.ValidID(string(p.Team)) {
			return workspace.ErrTeam
		}
		tables.Need(t, workspace.ErrTeam, []any{new(string)}, `select m.team_id from workspace_team_members m where m.tenant_id = $1 and `+
			tables.Owned(`m.member_id`, `$2`)+` and m.team_id = $3`, v.Tenant, v.Person, string(p.Team))
	}
	if p.Parent == "" {
		return t.Flush(ctx)
	}
	if err := into(t, v, p.Parent); err != nil {
		return err
	}
	if p.ID != "" {
		var circle bool
		tables.One(t, &circle, []any{new(string)}, `with recursive above(id) as (select w.id from workspace_projects w where w.id = $1
			union select w.parent_id from workspace_projects w join above a on a.id = w.id where w.parent_id is not null)
			select a.id from above a where a.id = $2`, string(p.Parent), string(p.ID))
		if err := t.Flush(ctx); err != nil {
			return err
		}
		if circle {
			return workspace.ErrCircle
		}
	}
	return t.Flush(ctx)
}

func loadProject(ctx context.Context, t tables.Tx, v workspace.Viewer, id string) (workspace.Project, error) {
	var all []workspace.Project
	if err := projects(t, v, workspace.ProjectsWanted{ID: workspace.ProjectID(id), Limit: 1}, &all); err != nil {
		return workspace.Project{}, err
	}
	return only(ctx, t, &all)
}

// only is the one thing that a query finds.
func only[T any](ctx context.Context, t tables.Tx, all *[]T) (none T, err error) {
	if err := t.Flush(ctx); err != nil {
		return none, err
	}
	if len(*all) == 0 {
		return none, assistant.ErrNotFound
	}
	return (*all)[0], nil
}
