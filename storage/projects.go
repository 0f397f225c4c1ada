package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

const projectColumns = `j.id, j.tenant_id, j.name, j.slug, j.domain, j.cms, j.site_url, j.allowed, j.language, j.created_at`

func scanProject(scan func(...any) error) (assistant.Project, error) {
	var p assistant.Project
	var allowed []byte
	if err := scan(&p.ID, &p.Tenant, &p.Name, &p.Slug, &p.Domain, &p.CMS, &p.SiteURL, &allowed, &p.Language, &p.At); err != nil {
		return p, err
	}
	if err := json.Unmarshal(allowed, &p.Allowed); err != nil {
		return p, fmt.Errorf("decode task types of project %s: %w", p.ID, err)
	}
	if len(p.Allowed) == 0 {
		p.Allowed = nil
	}
	p.Connections = connectionsOf(p)
	return p, nil
}

// connectionsOf says as a connection what the columns say of where the project's pages are kept.
func connectionsOf(p assistant.Project) []assistant.Connection {
	one := assistant.Connection{Kind: assistant.ConnectionKind(p.CMS), Gives: []assistant.Capability{site.Capability}}
	switch p.CMS {
	case assistant.CMSWordPress:
		one.Config = map[string]string{"address": p.SiteURL}
	case assistant.CMSFolder:
	default:
		return nil
	}
	return []assistant.Connection{one}
}

func (t *tx) projects(tenant assistant.TenantID, to *[]assistant.Project) {
	*to = nil
	t.each(func(scan func(...any) error) error {
		p, err := scanProject(scan)
		*to = append(*to, p)
		return err
	}, `select `+projectColumns+` from projects j where j.tenant_id = $1 order by j.created_at, j.id`, tenant)
}

// Projects lists the tenant's projects, oldest first.
func (d *DB) Projects(ctx context.Context, tenant assistant.TenantID) ([]assistant.Project, error) {
	var out []assistant.Project
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.projects(tenant, &out)
		return nil
	})
	return out, named(err, "list projects")
}

// Project gives a project of the tenant.
func (d *DB) Project(ctx context.Context, tenant assistant.TenantID, id assistant.ProjectID) (assistant.Project, error) {
	var p assistant.Project
	err := valid(id)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			s := t.each(func(scan func(...any) error) (err error) {
				p, err = scanProject(scan)
				return err
			}, `select `+projectColumns+` from projects j where j.id = $1 and j.tenant_id = $2`, id, tenant)
			s.must, t.checked = assistant.ErrNotFound, true
			return nil
		})
	}
	return p, named(err, "find project %s", id)
}

// SaveProject adds a project or changes it, in the name of an admin. A project of another tenant is [assistant.ErrNotFound].
func (d *DB) SaveProject(ctx context.Context, by assistant.Actor, p assistant.Project) error {
	err := valid(p.Tenant)
	if err == nil {
		err = valid(p.ID)
	}
	if err == nil {
		err = d.asAdmin(ctx, p.Tenant, by, func(t *tx) error {
			other := t.one([]any{new(assistant.TenantID)}, `select tenant_id from projects where id = $1 and tenant_id <> $2`, p.ID, p.Tenant)
			if err := t.flush(ctx); err != nil {
				return err
			}
			if other.rows > 0 {
				return assistant.ErrNotFound
			}
			return t.saveProject(p)
		})
	}
	return named(err, "save project %s", p.ID)
}

func (t *tx) saveProject(p assistant.Project) error {
	allowed := p.Allowed
	if allowed == nil {
		allowed = []assistant.TaskType{}
	}
	raw, err := asJSON(allowed)
	if err != nil {
		return err
	}
	t.must(assistant.ErrNotFound, `insert into projects (id, tenant_id, name, slug, domain, cms, site_url, allowed, language, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, :now))
		on conflict (id) do update set name = excluded.name, slug = excluded.slug, domain = excluded.domain, cms = excluded.cms,
			site_url = excluded.site_url, allowed = excluded.allowed, language = excluded.language
		where projects.tenant_id = excluded.tenant_id`,
		p.ID, p.Tenant, clean(p.Name), p.Slug, p.Domain, p.CMS, p.SiteURL, raw, p.Language, p.At)
	return nil
}

// Credential gives what opens a project's outside system.
func (d *DB) Credential(ctx context.Context, tenant assistant.TenantID, id assistant.ProjectID) (assistant.Credential, error) {
	var c assistant.Credential
	err := valid(id)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			t.need(assistant.ErrNotFound, []any{&c.User, &c.Password},
				`select username, password from project_credentials where project_id = $1 and tenant_id = $2`, id, tenant)
			return nil
		})
	}
	if err == nil {
		c.Password, err = d.seals.open(c.Password, passwordPlace(tenant, id))
	}
	return c, named(err, "find credential of project %s", id)
}

// SaveCredential keeps what opens a project's outside system, in the name of an admin, sealed where there is a key.
func (d *DB) SaveCredential(ctx context.Context, tenant assistant.TenantID, by assistant.Actor, id assistant.ProjectID, c assistant.Credential) error {
	err := valid(id)
	if err == nil && d.seals == nil && strings.HasPrefix(c.Password, sealed) {
		err = assistant.ErrUnstorable // it would be read as sealed, by a key that nobody has
	}
	if err == nil {
		err = d.asAdmin(ctx, tenant, by, func(t *tx) error {
			t.must(assistant.ErrNotFound, `insert into project_credentials (project_id, tenant_id, username, password, updated_at)
				select id, tenant_id, $3, $4, :now from projects where id = $1 and tenant_id = $2
				on conflict (project_id) do update set username = excluded.username, password = excluded.password,
					updated_at = excluded.updated_at`, id, tenant, c.User, d.seals.seal(c.Password, passwordPlace(tenant, id)))
			return nil
		})
	}
	return named(err, "save credential of project %s", id)
}
