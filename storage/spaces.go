package storage

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// BindSpace says, in the name of an admin, that a workspace or server of a platform is the tenant's. Binding it again is no
// error; one that is another tenant's is [assistant.ErrDecided].
func (d Tenants) BindSpace(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, surface assistant.Surface, space string) error {
	err := cmp.Or(valid(tenant), tables.Storable(space))
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			var one int64
			t.exec(`insert into spaces (tenant_id, surface, space, created_at) values ($1, $2, $3, :now)
				on conflict (surface, space) do nothing`, tenant, surface, space)
			t.need(assistant.ErrDecided, []any{&one},
				`select 1 from spaces where tenant_id = $1 and surface = $2 and space = $3`, tenant, surface, space)
			return nil
		})
	}
	return named(err, "bind %s space", surface)
}

// UnbindSpace takes a workspace or server away from the tenant, in the name of an admin. What is not bound is no error, and
// what was said there stays.
func (d Tenants) UnbindSpace(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, surface assistant.Surface, space string) error {
	err := valid(tenant)
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			t.exec(`delete from spaces where tenant_id = $1 and surface = $2 and space = $3`, tenant, surface, tables.Clean(space))
			return nil
		})
	}
	return named(err, "unbind %s space", surface)
}

// Spaces lists the workspaces or servers of a platform that are the tenant's, the first bound first.
func (d Tenants) Spaces(ctx context.Context, tenant assistant.TenantID, surface assistant.Surface) ([]string, error) {
	var out []string
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, func(s *string) []any { return []any{s} }), `select space from spaces where tenant_id = $1 and surface = $2 order by created_at, space`, tenant, surface)
		return nil
	})
	return out, named(err, "list %s spaces", surface)
}
