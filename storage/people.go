package storage

import (
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// lockPeople queues waiting for everybody else who changes who is who in the tenant.
func (t *tx) lockPeople(tenant assistant.TenantID) {
	var one int64
	t.need(assistant.ErrNotFound, []any{&one}, `select 1 from tenants where tenant_id = $1 :locked`, tenant)
}

// living queues reading a person, behind the lock.
func (t *tx) living(tenant assistant.TenantID, id assistant.PersonID, to *assistant.Person) {
	t.need(assistant.ErrNotFound, tables.PersonDests(to), `select `+tables.PersonColumns+tables.LivingPerson(`$2`), tenant, id)
}

// PeopleNamed returns the people it knows, each under the id that was asked for, even if they have become another person.
func (d People) PeopleNamed(ctx context.Context, tenant assistant.TenantID, ids []assistant.PersonID) (map[assistant.PersonID]assistant.Person, error) {
	out := make(map[assistant.PersonID]assistant.Person, len(ids))
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		clear(out)
		for some := range slices.Chunk(ids, headsAtOnce) {
			args := []any{tenant}
			for _, id := range some {
				if assistant.ValidID(string(id)) {
					args = append(args, string(id))
				}
			}
			if len(args) == 1 {
				continue
			}
			t.each(func(scan func(...any) error) error {
				var id assistant.PersonID
				var p assistant.Person
				err := scan(append([]any{&id}, tables.PersonDests(&p)...)...)
				out[id] = p
				return err
			}, `select o.id, `+tables.PersonColumns+` from persons o join persons p on p.id = coalesce(o.merged_into, o.id) and p.tenant_id = o.tenant_id
				where o.tenant_id = $1 and o.id in (`+list(2, len(args)-1)+`)`, args...)
		}
		return nil
	})
	return out, named(err, "look who %d persons are", len(ids))
}

// byRank orders people p: admins first, those who have left last.
const byRank = `p.left_at is not null, case ` + tables.Role + ` when 'admin' then 0 when 'approver' then 1 else 2 end, p.name, p.id`

// Profiles lists the tenant's people with the accounts linked to them, and with how many of their tasks wait for somebody to take
// them over. Admins come first and those who have left last.
func (d People) Profiles(ctx context.Context, tenant assistant.TenantID, limit int) ([]assistant.Profile, error) {
	var out []assistant.Profile
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			var p assistant.Profile
			var a assistant.Account
			if err := scan(append(tables.PersonDests(&p.Person), &a.Surface, &a.Space, &a.External, &a.Name, &a.Linked, &p.Login, &p.LeftAt, &p.Behind)...); err != nil {
				return err
			}
			if len(out) == 0 || out[len(out)-1].ID != p.ID {
				out = append(out, p)
			}
			if last := &out[len(out)-1]; a.Surface != "" {
				last.Accounts = append(last.Accounts, a)
			}
			return nil
		}, `select `+tables.PersonColumns+`, i.surface, i.space, i.external_id, i.name, i.linked_at is not null, `+ownLogin(`p.id`)+`, p.left_at, `+t.leftBehind()+`
			from (select p.* from persons p where p.tenant_id = $1 and p.merged_into is null order by `+byRank+` limit $2) p
			left join identities i on i.person_id = p.id and i.tenant_id = $1
			order by `+byRank+`, i.surface, i.space, i.external_id`,
			tenant, limit)
		return nil
	})
	return out, named(err, "list people")
}

// SetRole gives a person a role, in the name of an admin. Somebody else gets [assistant.ErrNotAdmin], and the last admin
// stays one ([assistant.ErrLastAdmin]), as does whom the token signs in ([assistant.ErrOwner]), however many try at the same time.
func (d People) SetRole(ctx context.Context, tenant assistant.TenantID, by, id assistant.PersonID, role assistant.Role) error {
	err := valid(by, id)
	if err == nil && !role.Valid() {
		err = assistant.ErrNotFound
	}
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			var admin, p assistant.Person
			var admins int64
			var owner assistant.PersonID
			t.lockPeople(tenant)
			t.living(tenant, by, &admin)
			t.living(tenant, id, &p)
			t.one([]any{&owner}, `select `+tables.Survivor(`owner`)+` from tenants where tenant_id = $1`, tenant)
			t.one([]any{&admins}, countAdmins, tenant)
			if err := t.flush(ctx); err != nil {
				return err
			}
			switch {
			case admin.Role != assistant.RoleAdmin:
				return assistant.ErrNotAdmin
			case p.Role == assistant.RoleGuest && role != assistant.RoleMember:
				return assistant.ErrGuestRole
			case p.Role == assistant.RoleAdmin && role != assistant.RoleAdmin && admins <= 1:
				return assistant.ErrLastAdmin
			case p.ID == owner && role != assistant.RoleAdmin:
				return assistant.ErrOwner
			}
			t.exec(`update persons set role = $3, left_at = null, left_by = null where id = $1 and tenant_id = $2`, p.ID, tenant, role)
			t.drawWaiting(tenant)
			return nil
		})
	}
	return named(err, "set role of person %s", id)
}

// mostCalled bounds how many people of one name are told apart.
const mostCalled = 8

// Called returns the tenant's people with a given name, here or on an account. It compares the whole name first and, if nobody has
// it, the first words.
func (d People) Called(ctx context.Context, tenant assistant.TenantID, name string) ([]assistant.Person, error) {
	var whole, first []assistant.Person
	name = tables.Clean(name)
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		for to, like := range map[*[]assistant.Person]string{
			&whole: `lower(%s) = lower($2)`,
			&first: `lower(substr(%s, 1, length($2) + 1)) = lower($2) || ' '`,
		} {
			*to = nil
			t.each(tables.Into(to, tables.PersonDests), `select `+tables.PersonColumns+` from persons p where p.tenant_id = $1 and p.merged_into is null and p.left_at is null and (`+strings.ReplaceAll(like, `%s`, `p.name`)+`
				or exists (select 1 from identities i where i.person_id = p.id and i.tenant_id = $1 and `+strings.ReplaceAll(like, `%s`, `i.name`)+`))
				order by p.name, p.id limit $3`, tenant, name, mostCalled)
		}
		return nil
	})
	if len(whole) == 0 {
		whole = first
	}
	return whole, named(err, "look who is called so")
}
