package storage

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const (
	reachesTable     = "reaches"
	reachNameLongest = 120
	reachColumns     = `r.id, r.person_id, r.surface, r.name, r.language, r.secret, r.created_at, r.code is not null`
)

func reachDests(r *assistant.Reach, kept *string) []any {
	return []any{&r.ID, &r.Person, &r.Surface, &r.Name, &r.Language, kept, &r.Made, &r.Open}
}

// SaveReach stores where a person is told things when they are not looking. An address belongs to the last person who gave it. With
// a code it is not used, and not taken from its owner, until [Reaches.ConfirmReach] gets the same code; "" is for an address
// already proved to be theirs.
func (d Reaches) SaveReach(ctx context.Context, tenant assistant.TenantID, r assistant.Reach, code string) (assistant.Reach, error) {
	err := valid(r.Person)
	if err == nil && (!r.Surface.Away() || r.To == "") {
		err = fmt.Errorf("%q is no surface that reaches people: %w", r.Surface, assistant.ErrUnstorable)
	}
	if err == nil {
		err = d.seals.keeps(r.To)
	}
	if err != nil {
		return assistant.Reach{}, named(err, "save reach")
	}
	r.ID, r.Name, r.Open = assistant.NewID[assistant.ReachID](d.ids), clip(tables.Clean(r.Name), reachNameLongest), code != ""
	digest, hash := reachDigest(tenant, r.Surface, string(r.To)), ""
	if r.Open { // it is told apart from the same that is somebody's
		digest = secretHash("open reach", tenant, string(r.Person)+"/"+string(r.Surface)+"/"+string(r.To))
		hash = secretHash("confirm reach", tenant, code)
	}
	err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		var p assistant.Person
		t.living(tenant, r.Person, &p)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if p.Left {
			return assistant.ErrNotFound
		}
		r.Person = p.ID
		t.exec(`delete from reaches where tenant_id = $1 and surface = $2 and digest = $3`, tenant, r.Surface, digest)
		t.exec(`delete from reaches where tenant_id = $1 and surface = $2 and `+ofPerson(`person_id`, `$3`)+` and id not in (select r.id from reaches r
			where r.tenant_id = $1 and r.surface = $2 and `+ofPerson(`r.person_id`, `$3`)+` order by r.created_at desc, r.id desc limit $4)`, tenant, r.Surface, p.ID, assistant.ReachesMost-1)
		t.one([]any{&r.Made}, `insert into reaches (id, tenant_id, person_id, surface, digest, name, language, secret, code, created_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, :now) returning created_at`,
			r.ID, tenant, p.ID, r.Surface, digest, r.Name, string(r.Language), d.seals.seal(string(r.To), packPlace(reachesTable, tenant, string(r.ID))), null(hash))
		return nil
	})
	return r, named(err, "save reach")
}

// ConfirmReach lets a person be told where they have been shown the code, and forgets the others that they had on that surface. Only who gave it
// can confirm it; a code that confirms nothing of theirs is [assistant.ErrCode].
func (d Reaches) ConfirmReach(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID, code string) error {
	err := valid(person)
	if err == nil && (len(code) < secretShortest || len(code) > secretLongest) {
		err = assistant.ErrCode
	}
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			var id assistant.ReachID
			var on assistant.Surface
			var kept string
			t.need(assistant.ErrCode, []any{&id, &on, &kept}, `update reaches set code = null where tenant_id = $1 and code = $3 and created_at > :before($4)
				and `+ofPerson(`person_id`, `$2`)+` returning id, surface, secret`,
				tenant, person, secretHash("confirm reach", tenant, code), assistant.ReachCodeLife)
			if err := t.flush(ctx); err != nil {
				return err
			}
			to, err := d.seals.open(kept, packPlace(reachesTable, tenant, string(id)))
			if err != nil {
				return fmt.Errorf("open reach %s: %w", id, mend(err))
			}
			t.ownsReach(tenant, id, on, to)
			t.exec(`delete from reaches where tenant_id = $1 and surface = $2 and id <> $3
				and `+ofPerson(`person_id`, `$4`), tenant, on, id, person)
			t.unmail(tenant, person)
			return nil
		})
	}
	return named(err, "confirm reach")
}

// reachDigest is what tells whether two send to the same.
func reachDigest(tenant assistant.TenantID, on assistant.Surface, to string) string {
	return secretHash("reach", tenant, string(on)+"/"+to)
}

// ownsReach queues making an address belong to the person who has confirmed it, and to nobody else.
func (t *tx) ownsReach(tenant assistant.TenantID, id assistant.ReachID, on assistant.Surface, to string) {
	digest := reachDigest(tenant, on, to)
	t.exec(`delete from sign_in_codes where tenant_id = $1 and role is not null and person_id in (select r.person_id from reaches r
		where r.tenant_id = $1 and r.surface = $2 and r.digest = $3 and r.id <> $4)`, tenant, on, digest, id)
	t.exec(`delete from reaches where tenant_id = $1 and surface = $2 and digest = $3 and id <> $4`, tenant, on, digest, id)
	t.exec(`update reaches set digest = $3 where tenant_id = $1 and id = $2`, tenant, id, digest)
}

// Reaches lists where a person is told things when they are not looking, in the order they were given and with the addresses.
// Unconfirmed ones are included.
func (d Reaches) Reaches(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID) ([]assistant.Reach, error) {
	var out []assistant.Reach
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(person)}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			var r assistant.Reach
			var kept string
			if err := scan(reachDests(&r, &kept)...); err != nil {
				return err
			}
			to, err := d.seals.open(kept, packPlace(reachesTable, tenant, string(r.ID)))
			if err != nil {
				return fmt.Errorf("open reach %s: %w", r.ID, mend(err))
			}
			r.To = assistant.Secret(to)
			out = append(out, r)
			return nil
		}, `select `+reachColumns+` from reaches r where r.tenant_id = $1
			and `+ofPerson(`r.person_id`, `$2`)+` order by r.created_at, r.id`, tenant, person)
		return nil
	})
	return out, named(err, "list where person %s is reached", person)
}

// DropReach forgets one of a person's; one that is not theirs, or is forgotten already, is [assistant.ErrNotFound].
func (d Reaches) DropReach(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID, id assistant.ReachID) error {
	err := valid(string(person), string(id))
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			t.must(assistant.ErrNotFound, `delete from reaches where tenant_id = $1 and id = $2
				and `+ofPerson(`person_id`, `$3`), tenant, id, person)
			t.unmail(tenant, person)
			return nil
		})
	}
	return named(err, "drop reach %s", id)
}

// PushKey returns the key that identifies the tenant's installation to push services: the stored one, or else the fresh one, which
// it stores. If several replicas come with fresh keys at once, all get the same one. It is sealed under the first secret key.
func (d Reaches) PushKey(ctx context.Context, tenant assistant.TenantID, fresh assistant.Secret) (assistant.Secret, error) {
	var key string
	place := strings.Join([]string{"push_keys", string(tenant), "secret"}, "\x00")
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		var kept string
		t.exec(`insert into push_keys (tenant_id, secret, made_at) values ($1, $2, :now) on conflict (tenant_id) do nothing`, tenant, d.seals.seal(string(fresh), place))
		t.need(assistant.ErrNotFound, []any{&kept}, `select secret from push_keys where tenant_id = $1 :locked`, tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		var err error
		if key, err = d.seals.open(kept, place); err != nil {
			return fmt.Errorf("open the key for push services: %w", mend(err))
		}
		if !strings.HasPrefix(kept, sealed+d.seals.label()) {
			t.exec(`update push_keys set secret = $2 where tenant_id = $1`, tenant, d.seals.seal(key, place))
		}
		return nil
	})
	return assistant.Secret(key), named(err, "find the key for push services")
}

// awayAccounts queues reading on which surfaces somebody is reached while they look at nothing: one account on each, whatever it takes to
// tell them there. Devices come before mail.
func (t *tx) awayAccounts(tenant assistant.TenantID, to *assistant.Addressee) {
	t.each(tables.Into(&to.Accounts, func(i *assistant.Identity) []any { return []any{&i.Surface, &i.External} }), `select distinct r.surface, p.id
		from reaches r join persons p on p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $2) and p.left_at is null
		where r.tenant_id = $1 and r.code is null and `+tables.Survivor(`r.person_id`)+` = p.id order by r.surface desc`, tenant, to.Person)
}

// reachable is the condition that the tenant $1 has somebody who is told while they look at nothing.
const reachable = `exists (select 1 from reaches r where r.tenant_id = $1 and r.code is null)`

// ofPerson is the condition that a row is a person's, whichever of their ids it and the argument name.
func ofPerson(column, id string) string {
	return tables.Survivor(column) + ` = (select coalesce(q.merged_into, q.id) from persons q where q.id = ` + id + `)`
}
