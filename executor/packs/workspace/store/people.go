package store

import (
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Members lists people by name. Guests, and who has left, are none of them.
func (s Workspace) Members(ctx context.Context, v workspace.Viewer, q workspace.MembersWanted) (out []workspace.Member, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error {
		out = nil
		from := wantedMembers(v, q)
		if from.bad {
			return assistant.ErrNotFound
		}
		t.Each(tables.Into(&out, func(m *workspace.Member) []any { return []any{&m.Person, &m.Name, &m.Role} }),
			`select p.id, p.name, `+tables.Role+` from persons p where `+from.where.String()+` order by p.name, p.id`, from.args...)
		return nil
	})
	out = slices.DeleteFunc(out, func(m workspace.Member) bool { return !named(m, q.Words) }) // one of the databases knows the cases of ASCII alone
	return out[:min(len(out), q.Limit)], wrap(err, "list people")
}

// named tells whether somebody's name has each of the words.
func named(m workspace.Member, text string) bool {
	name := searched(m.Name)
	for word := range strings.FieldsSeq(searched(text)) {
		if !strings.Contains(name, word) {
			return false
		}
	}
	return true
}

func wantedMembers(v workspace.Viewer, q workspace.MembersWanted) *selection {
	s := &selection{args: []any{v.Tenant, v.Person}}
	s.where.WriteString(`p.tenant_id = $1 and p.merged_into is null and (` + tables.Role + `) <> '` + string(assistant.RoleGuest) + `'
		and exists (select 1 from persons n where n.tenant_id = $1 and n.id = $2 and n.left_at is null)`)
	if q.Team != "" {
		s.bad = s.bad || !assistant.ValidID(string(q.Team))
		s.and(`exists (select 1 from workspace_team_members m join persons o on o.id = m.member_id
			where m.tenant_id = $1 and m.team_id = ? and coalesce(o.merged_into, o.id) = p.id)`, string(q.Team))
	}
	if q.Project != "" {
		s.bad = s.bad || !assistant.ValidID(string(q.Project))
		s.and(`exists (select 1 from workspace_projects w where w.id = ? and `+seen(v)+` and `+takesPart(`p.id`)+`)`, string(q.Project))
	}
	if q.With != "" {
		s.bad = s.bad || !assistant.ValidID(string(q.With))
		s.and(`p.id <> ? and exists (select 1 from workspace_projects w where `+seen(v)+` and w.status <> '`+string(workspace.ProjectArchived)+`' and `+
			takesPart(`p.id`)+` and `+takesPart(`?`)+`)`, string(q.With), string(q.With), string(q.With), string(q.With), string(q.With))
	}
	return s
}

// seen is the condition that the viewer, who is the second argument, may be told of the project w.
func seen(v workspace.Viewer) string { return visible(v).where.String() }

// takesPart is the condition that somebody works in the project w: its owner, its members, those of its team, and who has a task of it. It names
// the person four times.
func takesPart(person string) string {
	of := func(column string) string { return tables.Owned(column, person) }
	return `(` + of(`w.owner_id`) + `
		or w.id in (select m.project_id from workspace_project_members m where m.tenant_id = $1 and ` + of(`m.member_id`) + `)
		or w.scope = '` + string(workspace.ScopeTeam) + `' and w.team_id in (select m.team_id from workspace_team_members m where m.tenant_id = $1 and ` + of(`m.member_id`) + `)
		or w.id in (select a.project_id from workspace_assignees a where a.tenant_id = $1 and ` + of(`a.member_id`) + `))`
}

// Teams lists the teams of the organisation by name, with who is in them.
func (s Workspace) Teams(ctx context.Context, v workspace.Viewer) (out []workspace.Team, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error {
		out, err = teams(ctx, t, v)
		return err
	})
	return out, wrap(err, "list teams")
}

func teams(ctx context.Context, t tables.Tx, v workspace.Viewer) ([]workspace.Team, error) {
	var out []workspace.Team
	t.Each(tables.Into(&out, func(m *workspace.Team) []any { return []any{&m.ID, &m.Name, &m.Description} }),
		`select x.id, x.name, x.description from workspace_teams x where x.tenant_id = $1 and `+member(`$2`)+` order by x.name, x.id`, v.Tenant, v.Person)
	if err := t.Flush(ctx); err != nil {
		return nil, err
	}
	at := map[workspace.TeamID]*workspace.Team{}
	for i := range out {
		at[out[i].ID] = &out[i]
	}
	t.Each(func(scan func(...any) error) error {
		var of workspace.TeamID
		var m workspace.Member
		if err := scan(&of, &m.Person, &m.Name); err != nil || at[of] == nil {
			return err
		}
		at[of].Members = append(at[of].Members, m)
		return nil
	}, `select distinct x.team_id, coalesce(pp.id, x.member_id), pp.name from workspace_team_members x`+people(`x.member_id`)+`
		where x.tenant_id = $1 and pp.left_at is null order by 3, 2`, v.Tenant)
	return out, t.Flush(ctx)
}

// CreateTeam makes a team of its members. A known key gives the team that has it.
func (s Workspace) CreateTeam(ctx context.Context, v workspace.Viewer, key string, team workspace.Team) (out workspace.Team, err error) {
	err = team.Wrong()
	if err == nil {
		err = tables.Storable(key)
	}
	if err == nil {
		err = s.write(ctx, v, func(t tables.Tx) error {
			out, err = makeTeam(ctx, t, v, key, team)
			return err
		})
	}
	return out, wrap(err, "create team")
}

func makeTeam(ctx context.Context, t tables.Tx, v workspace.Viewer, key string, team workspace.Team) (workspace.Team, error) {
	var found bool
	if err := ofProjects().enter(t, v, workspace.Project{}); err != nil {
		return team, err
	}
	tables.One(t, &found, []any{&team.ID}, `select id from workspace_teams where tenant_id = $1 and key = $2`, v.Tenant, key)
	if err := t.Flush(ctx); err != nil {
		return team, err
	}
	if !found {
		team.ID = workspace.TeamID(t.NewID())
		t.Exec(`insert into workspace_teams (id, tenant_id, key, name, description, created_at) values ($1, $2, $3, $4, $5, :now)`,
			string(team.ID), v.Tenant, key, team.Name, team.Description)
		for _, m := range team.Members {
			if err := joins(t, v, `workspace_team_members (tenant_id, team_id, member_id)`, string(team.ID), m.Person); err != nil {
				return team, err
			}
		}
	}
	all, err := teams(ctx, t, v)
	for _, one := range all {
		if one.ID == team.ID {
			return one, err
		}
	}
	return team, err
}

// joins queues that somebody of the organisation becomes a member of what the id names.
func joins(t tables.Tx, v workspace.Viewer, table, id string, who assistant.PersonID) error {
	if !assistant.ValidID(string(who)) {
		return assistant.ErrNotFound
	}
	t.Must(assistant.ErrNotFound, nil, `insert into `+table+` select $1, (cast($3 as text)):id, p.id from persons p
		where p.tenant_id = $1 and p.id = $2 and (`+tables.Role+`) <> '`+string(assistant.RoleGuest)+`'`, v.Tenant, string(who), id)
	return nil
}

// AddMember lets somebody take part in a project. Whoever sees it may do that.
func (s Workspace) AddMember(ctx context.Context, v workspace.Viewer, project workspace.ProjectID, who assistant.PersonID) error {
	return wrap(s.write(ctx, v, func(t tables.Tx) error {
		if err := into(t, v, project); err != nil {
			return err
		}
		var there bool
		var name string
		if !assistant.ValidID(string(who)) {
			return assistant.ErrNotFound
		}
		tables.Need(t, workspace.ErrProject, []any{&name}, `select name from workspace_projects where id = $1`, string(project))
		tables.One(t, &there, []any{new(string)}, `select member_id from workspace_project_members where project_id = $1 and member_id = $2`, string(project), string(who))
		if err := t.Flush(ctx); err != nil || there {
			return err
		}
		if err := joins(t, v, `workspace_project_members (tenant_id, project_id, member_id)`, string(project), who); err != nil {
			return err
		}
		return happened(t, v, "", workspace.Event{
			Project: project, Type: workspace.EntityProject, Entity: string(project), Action: workspace.ActionUpdated, Title: name,
			Changes: []workspace.Difference{{Name: "member_ids", New: string(who)}},
		})
	}), "add member")
}
