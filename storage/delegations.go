package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// delegations queues reading who has named whom to decide for them, oldest first and without those that are over. The role is the
// person's role today.
func (t *tx) delegations(tenant assistant.TenantID, to *[]assistant.Delegation) {
	*to = nil
	t.each(tables.Into(to, func(g *assistant.Delegation) []any {
		return []any{&g.ID, &g.Person, &g.Name, &g.Role, &g.Delegate, &g.Called, &g.Until, &g.CreatedAt}
	}), `select g.id, p.id, p.name, `+tables.Role+`, q.id, q.name, g.until_at, g.created_at from delegations g
			join persons p on p.tenant_id = $1 and p.id = `+tables.Survivor(`g.person_id`)+`
			join persons q on q.tenant_id = $1 and q.id = `+tables.Survivor(`g.delegate_id`)+`
		where g.tenant_id = $1 and g.ended_at is null and g.until_at > :now and `+tables.Role+` <> 'guest' and `+roleOf(`q`)+` <> 'guest' order by g.created_at, g.id`, tenant)
}

// Delegations lists who has named whom to decide for them, without those that are over.
func (d Policies) Delegations(ctx context.Context, tenant assistant.TenantID) ([]assistant.Delegation, error) {
	var out []assistant.Delegation
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.delegations(tenant, &out)
		return nil
	})
	return out, named(err, "list delegations")
}

// Delegate names who decides for a person until a moment, in the name of that person alone; whoever they had named before does so no
// more. It takes another person of the tenant who is no guest ([assistant.ErrDeputy]), and a moment to come that is not too far
// ([assistant.ErrLapse]). The same id is named once.
func (d Policies) Delegate(ctx context.Context, tenant assistant.TenantID, g assistant.Delegation) error {
	err := d.in(ctx, mode{tenant: tenant, retry: true, given: valid(string(g.ID), string(g.Person), string(g.Delegate))}, func(t *tx) error {
		var me, to assistant.Person
		var intime bool
		t.lockPeople(tenant)
		t.living(tenant, g.Person, &me)
		t.living(tenant, g.Delegate, &to)
		t.one([]any{&intime}, `select $1 > :now and $1 <= :after($2)`, g.Until, assistant.MaxDelegation)
		if err := t.flush(ctx); err != nil {
			return err
		}
		switch {
		case me.ID == to.ID || to.Role == assistant.RoleGuest || me.Role == assistant.RoleGuest:
			return assistant.ErrDeputy
		case !intime:
			return assistant.ErrLapse
		}
		t.exec(`update delegations set ended_at = :now, ended_by = $2 where tenant_id = $1 and id <> $3 and ended_at is null and `+tables.Survivor(`person_id`)+` = $2`,
			tenant, me.ID, g.ID)
		t.exec(`insert into delegations (id, tenant_id, person_id, delegate_id, until_at, created_at) values ($1, $2, $3, $4, $5, :now)
			on conflict (id) do nothing`, g.ID, tenant, me.ID, to.ID, g.Until)
		return nil
	})
	return named(err, "let person %s decide for another", g.Delegate)
}

// EndDelegation ends a delegation. Only the person who made it and admins may; others get [assistant.ErrNotAdmin]. Ending one that
// is already over is no error.
func (d Policies) EndDelegation(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.DelegationID) error {
	err := d.in(ctx, mode{tenant: tenant, retry: true, given: valid(string(by), string(id))}, func(t *tx) error {
		var actor assistant.Person
		var of assistant.PersonID
		t.lockPeople(tenant)
		t.living(tenant, by, &actor)
		t.need(assistant.ErrNotFound, []any{&of}, `select `+tables.Survivor(`g.person_id`)+` from delegations g where g.id = $1 and g.tenant_id = $2`, id, tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if of != actor.ID && actor.Role != assistant.RoleAdmin {
			return assistant.ErrNotAdmin
		}
		t.exec(`update delegations set ended_at = :now, ended_by = $3 where id = $1 and tenant_id = $2 and ended_at is null`, id, tenant, actor.ID)
		return nil
	})
	return named(err, "end delegation %s", id)
}

// inStead queues checking whether a person who speaks in somebody's stead is still named for that. If not, the message has to be
// ruled on again.
func (t *tx) inStead(m assistant.Message, of assistant.PersonID) {
	if of == "" {
		return
	}
	var one int64
	t.need(assistant.ErrCounted, []any{&one}, `select 1 from delegations g join persons p on p.id = `+tables.Survivor(`g.person_id`)+` join persons q on q.id = `+tables.Survivor(`g.delegate_id`)+`
		where g.tenant_id = $1 and g.ended_at is null and g.until_at > :now and `+tables.Role+` <> 'guest' and `+roleOf(`q`)+` <> 'guest'
		and `+tables.Survivor(`g.person_id`)+` = `+tables.Survivor(`$2`)+` and `+tables.Survivor(`g.delegate_id`)+` = `+tables.Survivor(`$3`), m.Tenant, of, null(m.Person))
}
