package storage

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const (
	installColumns = `i.tenant_id, i.enterprise_id, i.team_id, i.app_id, i.name, i.bot_user, i.bot_id, i.token, i.refresh_token,
		i.expires_at, i.token_at, i.scopes, i.installed_by, i.installed_at`
	installKey = `enterprise_id = $1 and team_id = $2 and app_id = $3 and tenant_id = $4`
)

// installRow reads an install.
type installRow struct {
	assistant.Install

	scopes string
}

func (r *installRow) dests() []any {
	return []any{
		&r.Tenant, &r.Enterprise, &r.Team, &r.App, &r.Name, &r.BotUser, &r.BotID, &r.Tokens.Access, &r.Tokens.Refresh,
		&r.Tokens.Expires, &r.Tokens.At, &r.scopes, &r.By, &r.At,
	}
}

func (r *installRow) install(d *ledger) (assistant.Install, error) {
	if r.scopes != "" {
		r.Scopes = strings.Split(r.scopes, ",")
	}
	err := d.openTokens(&r.Install)
	return r.Install, err
}

func keyOf(in assistant.Install, more ...any) []any {
	return append([]any{in.Enterprise, in.Team, in.App, in.Tenant}, more...)
}

// SaveInstall stores what a workspace granted. A workspace without a tenant becomes one, with the person who installed as its first
// admin; otherwise the install goes to the existing tenant and no role changes. A rotation under way becomes void, and what waited
// there for a working token is shown at once.
func (d Installs) SaveInstall(ctx context.Context, in assistant.Install) (assistant.Install, error) {
	if in.Space() == "" || in.Tokens.Access == "" {
		return in, named(assistant.ErrNotFound, "save install without a workspace or a token")
	}
	access, refresh := d.sealTokens(in)
	err := d.in(ctx, mode{engine: true, retry: true}, func(t *tx) error {
		tenant, known, err := t.tenantOf(ctx, assistant.SurfaceSlack, in.Space())
		if err != nil {
			return err
		}
		if in.Tenant = tenant; known {
			t.become(in.Tenant)
		} else if err := t.foundTenant(&in); err != nil {
			return err
		}
		t.exec(`update spaces set parent = $1 where tenant_id = $2 and surface = $3 and space = $4`,
			in.Enterprise, in.Tenant, assistant.SurfaceSlack, in.Space())
		t.exec(`insert into slack_installs (enterprise_id, team_id, app_id, tenant_id, name, bot_user, bot_id, token, refresh_token,
				scopes, installed_by, is_enterprise, expires_at, token_at, installed_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, case when cast($13 as bigint) > 0 then :after($13) end, :now, :now)
			on conflict (enterprise_id, team_id, app_id) do update set name = excluded.name, bot_user = excluded.bot_user,
				bot_id = excluded.bot_id, token = excluded.token, refresh_token = excluded.refresh_token, scopes = excluded.scopes,
				installed_by = excluded.installed_by, is_enterprise = excluded.is_enterprise, expires_at = excluded.expires_at,
				token_at = excluded.token_at, installed_at = excluded.installed_at, revoked_at = null, claim = null, claim_until = null`,
			keyOf(in, tables.Clean(in.Name), in.BotUser, in.BotID, access, refresh, strings.Join(in.Scopes, ","), in.By, in.Whole(), in.Tokens.Life)...)
		t.openSpace(in.Tenant, assistant.SurfaceSlack, in.Space())
		return nil
	})
	return in, named(err, "save install in %s", in.Space())
}

// tenantOf looks up whose a space is, as the engine.
func (t *tx) tenantOf(ctx context.Context, surface assistant.Surface, space string) (id assistant.TenantID, known bool, err error) {
	found := t.one([]any{&id}, `select tenant_id from spaces where surface = $1 and space = $2`, surface, space)
	err = t.flush(ctx)
	return id, err == nil && found.rows > 0, err
}

// foundTenant makes the tenant of a workspace that is new, with its first admin, and goes on as that tenant.
func (t *tx) foundTenant(in *assistant.Install) error {
	in.Tenant = assistant.NewID[assistant.TenantID](t.ids)
	t.exec(`insert into tenants (tenant_id, name, created_at) values ($1, $2, :now)`, in.Tenant, tables.Clean(cmp.Or(in.Name, in.Space())))
	t.become(in.Tenant)
	if err := t.setTo(in.Tenant, assistant.FirstSettings()); err != nil {
		return err
	}
	t.exec(`insert into spaces (tenant_id, surface, space, created_at) values ($1, $2, $3, :now)`,
		in.Tenant, assistant.SurfaceSlack, in.Space())
	if in.By == "" {
		return nil
	}
	admin := assistant.Person{ID: assistant.NewID[assistant.PersonID](t.ids), Tenant: in.Tenant, Role: assistant.RoleAdmin}
	t.insertPerson(admin)
	t.exec(`insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at)
		values ($1, $2, $3, $4, $5, '', :now)`, in.Tenant, assistant.SurfaceSlack, in.Space(), in.By, admin.ID)
	return nil
}

// InstallOf gives the install that serves a workspace, and whose the workspace is: its own install before its
// organisation's. enterprise is the organisation when the platform says that its install is meant; a workspace heard of so
// for the first time becomes its tenant's, and is found by its own id from then on.
func (d Installs) InstallOf(ctx context.Context, enterprise, team string) (assistant.Install, assistant.TenantID, error) {
	in, tenant, parent, err := d.findInstall(ctx, enterprise, team)
	if err == nil && in.Whole() && team != "" && team != in.Enterprise && (tenant == "" || parent != in.Enterprise) {
		tenant, err = d.adopt(ctx, in, team)
	}
	if err == nil && tenant == "" {
		tenant = in.Tenant
	}
	return in, tenant, named(err, "find install")
}

func (d Installs) findInstall(ctx context.Context, enterprise, team string) (in assistant.Install, tenant assistant.TenantID, parent string, err error) {
	var row installRow
	err = d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		row, tenant, parent = installRow{}, "", ""
		t.one([]any{&tenant, &parent}, `select tenant_id, parent from spaces where surface = $1 and space = $2 and space <> ''`,
			assistant.SurfaceSlack, team)
		if err := t.flush(ctx); err != nil {
			return err
		}
		of := cmp.Or(enterprise, parent)
		t.need(assistant.ErrNotFound, []any{&row.Enterprise, &row.Team, &row.App, &row.Tenant},
			`select enterprise_id, team_id, app_id, tenant_id from slack_installs where revoked_at is null
				and (team_id = $1 and $1 <> '' or team_id = '' and enterprise_id <> '' and enterprise_id in ($1, $2))
			order by team_id desc, token_at desc limit 1`, team, of)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.become(row.Tenant)
		t.need(assistant.ErrNotFound, row.dests(), `select `+installColumns+` from slack_installs i where `+installKey+` and revoked_at is null`,
			keyOf(row.Install)...)
		return nil
	})
	if err == nil {
		in, err = row.install(d.ledger)
	}
	return in, tenant, parent, err
}

// Served lists the workspaces that an install serves, and whose they are: each with its own install, and those of an
// organisation that were heard of. The newest installs come first.
func (d Installs) Served(ctx context.Context, limit int) ([]assistant.Served, error) {
	var out []assistant.Served
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, func(w *assistant.Served) []any { return []any{&w.Tenant, &w.Space} }), `select s.tenant_id, s.space from spaces s join slack_installs i on i.revoked_at is null
				and (i.team_id = s.space or i.team_id = '' and i.enterprise_id = s.parent)
			where s.surface = $1 and s.space <> s.parent group by s.tenant_id, s.space order by max(i.token_at) desc, s.space limit $2`,
			assistant.SurfaceSlack, limit)
		return nil
	})
	return out, named(err, "list served workspaces")
}

// adopt takes a workspace of an organisation in: unless it is somebody's already, it becomes the install's tenant's, and
// who installed is known there too.
func (d Installs) adopt(ctx context.Context, in assistant.Install, team string) (tenant assistant.TenantID, err error) {
	err = d.in(ctx, mode{engine: true, retry: true}, func(t *tx) error {
		var known bool
		if tenant, known, err = t.tenantOf(ctx, assistant.SurfaceSlack, team); err != nil {
			return err
		}
		if known {
			t.exec(`update spaces set parent = $1 where surface = $2 and space = $3`, in.Enterprise, assistant.SurfaceSlack, team)
			return nil
		}
		tenant = in.Tenant
		t.become(tenant)
		t.exec(`insert into spaces (tenant_id, surface, space, parent, created_at) values ($1, $2, $3, $4, :now)`,
			tenant, assistant.SurfaceSlack, team, in.Enterprise)
		t.exec(`insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at)
			select i.tenant_id, i.surface, $1, i.external_id, i.person_id, i.name, :now from identities i
			where i.tenant_id = $2 and i.surface = $3 and i.space = $4 and i.external_id = $5
			on conflict (tenant_id, surface, space, external_id) do nothing`, team, tenant, assistant.SurfaceSlack, in.Enterprise, in.By)
		return nil
	})
	return tenant, named(err, "take in %s", team)
}

// LeaveSpace says that an organisation's install no longer serves a workspace of it. It stays its tenant's.
func (d Installs) LeaveSpace(ctx context.Context, enterprise, team string) error {
	err := d.in(ctx, mode{engine: true}, func(t *tx) error {
		t.exec(`update spaces set parent = '' where surface = $1 and space = $2 and parent = $3 and parent <> ''`,
			assistant.SurfaceSlack, team, enterprise)
		return nil
	})
	return named(err, "leave %s", team)
}

// RevokeInstall ends an install and forgets its tokens. [assistant.ErrFenced] says that they are no longer those that the
// caller has, or that somebody else is rotating them just now: another look will tell. The claim's token is for who rotates.
func (d Installs) RevokeInstall(ctx context.Context, c assistant.InstallClaim) error {
	in := c.Install
	err := d.in(ctx, mode{tenant: in.Tenant}, func(t *tx) error {
		var row installRow
		t.need(assistant.ErrNotFound, row.dests(), `select `+installColumns+` from slack_installs i where `+installKey+` and revoked_at is null :locked`,
			keyOf(in)...)
		if err := t.flush(ctx); err != nil {
			return err
		}
		stored, err := row.install(d.ledger)
		if err != nil {
			return err
		}
		if stored.Tokens.Access != in.Tokens.Access {
			return assistant.ErrFenced
		}
		t.must(assistant.ErrFenced, `update slack_installs set token = '', refresh_token = '', expires_at = null, revoked_at = :now,
			claim = null, claim_until = null where `+installKey+` and (claim is null or claim_until <= :now or claim = $5)`,
			keyOf(in, null(c.Token))...)
		return nil
	})
	return named(err, "revoke install in %s", in.Space())
}

// SpendNonce uses up what may be used once: [assistant.ErrDecided] when it has been used before. It is remembered for as
// long as it could be shown again.
func (d Installs) SpendNonce(ctx context.Context, tenant assistant.TenantID, nonce string, keep time.Duration) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		t.exec(`delete from spent_nonces where tenant_id = $1 and until <= :now`, tenant)
		t.must(assistant.ErrDecided, `insert into spent_nonces (tenant_id, nonce, until) values ($1, $2, :after($3))
			on conflict (tenant_id, nonce) do nothing`, tenant, nonce, keep)
		return nil
	})
	return named(err, "spend nonce")
}
