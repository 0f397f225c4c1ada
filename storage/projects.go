package storage

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const projectColumns = `j.id, j.tenant_id, j.name, j.slug, j.domain, j.allowed, j.language, j.created_at`

// livingProjects are those that nobody has deleted, as a table that is called j.
const livingProjects = `(select * from projects where deleted_at is null) j`

// projects queues reading projects with their connections, in one statement: to is told of each project once for each of its
// connections, and once of one that has none.
func (t *tx) projects(to func(assistant.Project, *assistant.Connection), from, where string, args ...any) *stmt {
	return t.each(func(scan func(...any) error) error {
		var p assistant.Project
		var allowed, gives, config []byte
		var kind assistant.ConnectionKind
		var opened bool
		if err := scan(&p.ID, &p.Tenant, &p.Name, &p.Slug, &p.Domain, &allowed, &p.Language, &p.At, &kind, &gives, &config, &opened); err != nil {
			return err
		}
		if err := json.Unmarshal(allowed, &p.Allowed); err != nil {
			return fmt.Errorf("decode task types of project %s: %w", p.ID, err)
		}
		if len(p.Allowed) == 0 {
			p.Allowed = nil
		}
		c, err := scanConnection(p.ID, kind, gives, config, opened)
		if err == nil {
			to(p, c)
		}
		return err
	}, `select `+projectColumns+`, `+opened+` from `+from+` left join connections n on n.project_id = j.id and n.tenant_id = j.tenant_id
		where `+where+` order by j.created_at, j.id, n.kind`, args...)
}

// joined takes what [tx.projects] tells into a list.
func joined(list *[]assistant.Project) func(assistant.Project, *assistant.Connection) {
	*list = nil
	return func(p assistant.Project, c *assistant.Connection) {
		if n := len(*list); n == 0 || (*list)[n-1].ID != p.ID {
			*list = append(*list, p)
		}
		if c != nil {
			last := &(*list)[len(*list)-1]
			last.Connections = append(last.Connections, *c)
		}
	}
}

func (t *tx) projectsOf(tenant assistant.TenantID, to *[]assistant.Project) {
	t.projects(joined(to), livingProjects, `j.tenant_id = $1`, tenant)
}

// Projects lists the tenant's projects, oldest first.
func (d Projects) Projects(ctx context.Context, tenant assistant.TenantID) ([]assistant.Project, error) {
	var out []assistant.Project
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.projectsOf(tenant, &out)
		return nil
	})
	return out, named(err, "list projects")
}

// Project gives a project of the tenant.
func (d Projects) Project(ctx context.Context, tenant assistant.TenantID, id assistant.ProjectID) (assistant.Project, error) {
	var found []assistant.Project
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.needed(assistant.ErrNotFound, t.projects(joined(&found), livingProjects, `j.id = $1 and j.tenant_id = $2`, id, tenant))
		return nil
	})
	if err != nil {
		return assistant.Project{}, named(err, "find project %s", id)
	}
	return found[0], nil
}

// SaveProject adds a project or replaces it with all of its connections, in the name of an admin. A connection listed in secrets
// gets that secret, or loses its own if it is empty; other connections keep theirs. It returns [assistant.ErrNotFound] for a
// project that was deleted or belongs to another tenant, and [assistant.ErrTaken] for a slug that another project has or had.
func (d Projects) SaveProject(ctx context.Context, by assistant.Actor, p assistant.Project, secrets assistant.Secrets) error {
	err := cmp.Or(valid(p.Tenant), valid(p.ID))
	if err == nil {
		err = d.storable(secrets)
	}
	if err == nil {
		err = d.asAdmin(ctx, p.Tenant, by, func(t *tx) error {
			other := t.one([]any{new(assistant.TenantID)}, `select tenant_id from projects where id = $1 and (tenant_id <> $2 or deleted_at is not null)`, p.ID, p.Tenant)
			taken := t.one([]any{new(assistant.ProjectID)}, `select id from projects where tenant_id = $2 and slug = $3 and id <> $1`, p.ID, p.Tenant, p.Slug)
			if err := t.flush(ctx); err != nil {
				return err
			}
			if other.rows > 0 {
				return assistant.ErrNotFound
			}
			if taken.rows > 0 {
				return assistant.ErrTaken
			}
			return t.saveProject(p, secrets)
		})
	}
	return named(err, "save project %s", p.ID)
}

func (t *tx) saveProject(p assistant.Project, secrets assistant.Secrets) error {
	allowed := p.Allowed
	if allowed == nil {
		allowed = []assistant.TaskType{}
	}
	raw, err := asJSON(allowed)
	if err != nil {
		return err
	}
	t.must(assistant.ErrNotFound, `insert into projects (id, tenant_id, name, slug, domain, allowed, language, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, :now))
		on conflict (id) do update set name = excluded.name, slug = excluded.slug, domain = excluded.domain,
			allowed = excluded.allowed, language = excluded.language
		where projects.tenant_id = excluded.tenant_id and projects.deleted_at is null`,
		p.ID, p.Tenant, tables.Clean(p.Name), p.Slug, p.Domain, raw, p.Language, p.At)
	return t.saveConnections(p, secrets)
}

// ProjectUse counts what hangs on a project.
func (d Projects) ProjectUse(ctx context.Context, tenant assistant.TenantID, id assistant.ProjectID) (assistant.ProjectUse, error) {
	var u assistant.ProjectUse
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&u.Conversations, &u.Plans, &u.Runs}, `select
			(select count(*) from assistant_conversations c where c.tenant_id = j.tenant_id and c.project_id = j.id),
			(select count(*) from agent_plans a where a.tenant_id = j.tenant_id and (a.project_id = j.id or cast(a.body as text) like '%' || cast(j.id as text) || '%') and a.status = '`+string(assistant.PlanOpen)+`'),
			(select count(*) from assistant_runs r where r.tenant_id = j.tenant_id and r.status in (`+goingRuns+`) and (r.project_id = j.id
				or exists (select 1 from assistant_tasks k where k.run_id = r.id and k.tenant_id = j.tenant_id and k.project_id = j.id)))
			from `+livingProjects+` where j.id = $1 and j.tenant_id = $2`, id, tenant)
		return nil
	})
	return u, named(err, "look what hangs on project %s", id)
}

// goingRuns are the states of a run that has not ended.
const goingRuns = `'` + string(assistant.RunPlanning) + `', '` + string(assistant.RunRunning) + `'`

// DeleteProject takes a project away, in the name of an admin, with all of its connections and what opens them; its conversations
// and what was done stay. It is [assistant.ErrInUse] while a run works on it, and [assistant.ErrNotFound] where it is gone.
func (d Projects) DeleteProject(ctx context.Context, tenant assistant.TenantID, by assistant.Actor, id assistant.ProjectID) error {
	err := valid(id)
	if err == nil {
		err = d.asAdmin(ctx, tenant, by, func(t *tx) error {
			t.need(assistant.ErrNotFound, []any{new(assistant.ProjectID)}, `select id from projects where id = $1 and tenant_id = $2 and deleted_at is null :locked`, id, tenant)
			going := t.one([]any{new(assistant.RunID)}, `select r.id from assistant_runs r where r.tenant_id = $2 and r.status in (`+goingRuns+`) and (r.project_id = $1
				or exists (select 1 from assistant_tasks k where k.run_id = r.id and k.tenant_id = $2 and k.project_id = $1)) limit 1`, id, tenant)
			if err := t.flush(ctx); err != nil {
				return err
			}
			if going.rows > 0 {
				return assistant.ErrInUse
			}
			t.exec(`delete from connections where project_id = $1 and tenant_id = $2`, id, tenant)
			t.exec(`delete from project_credentials where project_id = $1 and tenant_id = $2`, id, tenant)
			t.exec(`update assistant_conversations set project_id = null where project_id = $1 and tenant_id = $2`, id, tenant)
			t.exec(`update projects set deleted_at = :now where id = $1 and tenant_id = $2`, id, tenant)
			return nil
		})
	}
	return named(err, "delete project %s", id)
}
