package storage

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const bootstrapLock = 7164820 // any number that only this program uses

// Bootstrap gives the first tenant and its owner, who is the same person ever after, whatever roles change. An empty database gets the seed; several
// replicas may start at once.
func (d Tenants) Bootstrap(ctx context.Context, seed assistant.Seed) (assistant.Tenant, assistant.Person, error) {
	var tenant assistant.Tenant
	var owner assistant.Person
	err := d.in(ctx, mode{engine: true}, func(t *tx) error {
		if lock := t.d.lockProgram(); lock != "" {
			t.each(ignore, lock, int64(bootstrapLock))
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		first := t.one([]any{&tenant.ID, &tenant.Name}, `select tenant_id, name from tenants order by created_at, tenant_id limit 1`)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if first.rows == 0 {
			return t.plant(seed, &tenant, &owner)
		}
		t.become(tenant.ID)
		t.exec(`update tenants set owner = (select p.id from persons p where p.tenant_id = $1 and `+tables.Role+` = $2 and p.merged_into is null
			order by p.created_at, p.id limit 1) where tenant_id = $1 and owner is null`, tenant.ID, assistant.RoleAdmin)
		t.need(assistant.ErrNotFound, tables.PersonDests(&owner), `select `+tables.PersonColumns+tables.LivingPerson(`(select o.owner from tenants o where o.tenant_id = $1)`), tenant.ID)
		return nil
	})
	if err != nil {
		return assistant.Tenant{}, assistant.Person{}, named(err, "bootstrap")
	}
	return tenant, owner, nil
}

// FirstTenant is the tenant that the service was set up with; [assistant.ErrNotFound] where it never was.
func (d Tenants) FirstTenant(ctx context.Context) (assistant.Tenant, error) {
	var tenant assistant.Tenant
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&tenant.ID, &tenant.Name}, `select tenant_id, name from tenants order by created_at, tenant_id limit 1`)
		return nil
	})
	return tenant, named(err, "find the first tenant")
}

// ignore reads a row for nothing.
func ignore(func(...any) error) error { return nil }

// become queues going on as one tenant, so that row level security holds for the rest of the transaction.
func (t *tx) become(tenant assistant.TenantID) {
	if as := t.d.asTenant(); as != "" {
		t.each(ignore, as, tenant)
	}
}

func (t *tx) plant(seed assistant.Seed, tenant *assistant.Tenant, owner *assistant.Person) error {
	*tenant, *owner = seed.Tenant, seed.Owner
	if tenant.ID == "" {
		tenant.ID = assistant.NewID[assistant.TenantID](t.ids)
	}
	if owner.ID == "" {
		owner.ID = assistant.NewID[assistant.PersonID](t.ids)
	}
	owner.Tenant, owner.Role = tenant.ID, assistant.RoleAdmin
	t.exec(`insert into tenants (tenant_id, name, created_at) values ($1, $2, :now)`, tenant.ID, tables.Clean(tenant.Name))
	t.become(tenant.ID)
	t.insertPerson(*owner)
	if seed.Settings != (assistant.Settings{}) {
		if err := t.setTo(tenant.ID, seed.Settings); err != nil {
			return err
		}
	}
	t.exec(`update tenants set owner = $2 where tenant_id = $1`, tenant.ID, owner.ID)
	for _, p := range seed.Projects {
		p.Tenant = tenant.ID
		if p.ID == "" {
			p.ID = assistant.NewID[assistant.ProjectID](t.ids)
		}
		if err := t.saveProject(p, nil); err != nil {
			return err
		}
	}
	return nil
}

// personOwn is the role that a person was given. Whoever has left has none of it any more.
const personOwn = `case when p.left_at is not null then 'guest' else p.role end`

// roleOf is [tables.Role] of a person by another name.
func roleOf(person string) string {
	return strings.NewReplacer(" p.", " "+person+".").Replace(tables.Role)
}

func (t *tx) insertPerson(p assistant.Person) {
	t.exec(`insert into persons (id, tenant_id, name, role, zone, created_at) values ($1, $2, $3, $4, $5, :now)`,
		p.ID, p.Tenant, tables.Clean(p.Name), p.Role, p.Zone)
}

func (t *tx) makePerson(tenant assistant.TenantID, from assistant.Identity) assistant.Person {
	p := assistant.Person{
		ID: assistant.NewID[assistant.PersonID](t.ids), Tenant: tenant, Name: nameOf(from), Role: assistant.RoleMember, Zone: zoneOf(from),
	}
	t.exec(`insert into persons (id, tenant_id, name, role, zone, created_at) values ($1, $2, `+ownName(`$2`, `$1`, `$3`, `$6`, `$7`)+`, $4, $5, :now)`,
		p.ID, p.Tenant, p.Name, p.Role, p.Zone, written(from.Surface), from.External)
	t.exec(`insert into identities (tenant_id, surface, space, external_id, person_id, name, created_at, guest_at)
		values ($1, $2, $3, $4, $5, $6, :now, case when $7 then :now end)`,
		tenant, from.Surface, from.Space, from.External, p.ID, p.Name, from.Standing.Outside())
	return p
}

// PersonFor returns the person behind an account on a platform, and makes them a member of the tenant if the account is new. The
// role is the one they have when acting through this account: its groups may raise it, and it is a guest's while the platform
// says so. A click tells less of an account than a message does, so a name is taken only where there is none; [Intake.Receive]
// keeps it up to date.
func (d People) PersonFor(ctx context.Context, tenant assistant.TenantID, from assistant.Identity) (assistant.Person, error) {
	if err := valid(tenant); err != nil {
		return assistant.Person{}, named(err, "find person")
	}
	var p assistant.Person
	err := d.in(ctx, mode{tenant: tenant, retry: true}, func(t *tx) error {
		var had seen
		var grants []assistant.Grant
		var own assistant.Role // whatever other accounts there are
		found := t.one(append(tables.PersonDests(&p), &own, &had.account, &had.guest, &had.placed), `select `+tables.PersonColumns+`, `+personOwn+`, i.name, i.guest_at is not null, p.zone_chosen from identities i
			join persons p on p.id = i.person_id
			where i.tenant_id = $1 and i.surface = $2 and i.space = $3 and i.external_id = $4`,
			tenant, from.Surface, from.Space, from.External)
		if len(from.Groups) > 0 {
			t.grants(tenant, from.Surface, &grants)
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		if found.rows == 0 {
			p = t.makePerson(tenant, from)
			own = p.Role
		} else {
			t.glimpse(from, &p, had)
		}
		as := from
		if as.Standing == assistant.StandingUnsaid && had.guest {
			as.Standing = assistant.StandingGuest
		}
		p.Role = assistant.RoleOf(own, as, grants)
		return nil
	})
	if err != nil {
		return assistant.Person{}, fmt.Errorf("find person: %w", err)
	}
	return p, nil
}

// Person gives a person of the tenant: of an id that has become another person's, that one.
func (d People) Person(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID) (assistant.Person, error) {
	var p assistant.Person
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, tables.PersonDests(&p),
			`select `+tables.PersonColumns+tables.LivingPerson(`$2`), tenant, id)
		return nil
	})
	return p, named(err, "find person %s", id)
}
