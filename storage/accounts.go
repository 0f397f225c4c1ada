package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Account returns the account by which a person is known on a surface. Accounts of the given space and accounts without a space
// count, and the person's own come before linked ones. It returns [assistant.ErrNotFound] if there is none.
func (d People) Account(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID, surface assistant.Surface, space string) (assistant.Identity, error) {
	out := assistant.Identity{Surface: surface}
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&out.Space, &out.External, &out.Name}, `select i.space, i.external_id, i.name from identities i
			where i.tenant_id = $1 and i.surface = $3 and i.space in ($4, '')
			  and i.person_id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $2)
			order by i.linked_at is not null, i.space desc, i.external_id limit 1`, tenant, id, surface, space)
		return nil
	})
	if err != nil {
		return assistant.Identity{}, named(err, "find account of person %s", id)
	}
	return out, nil
}

// AccountsOf lists the accounts by which a person is known, their own before linked ones.
func (d People) AccountsOf(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID) ([]assistant.Identity, error) {
	var out []assistant.Identity
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, func(i *assistant.Identity) []any { return []any{&i.Surface, &i.Space, &i.External, &i.Name} }), `select i.surface, i.space, i.external_id, i.name from identities i
			where i.tenant_id = $1 and i.person_id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $2)
			order by i.linked_at is not null, i.surface, i.space, i.external_id`, tenant, id)
		return nil
	})
	return out, named(err, "list accounts of person %s", id)
}
