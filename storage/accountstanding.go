package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// askedEvery is how often a platform is asked about an account on whose standing something hangs.
const askedEvery = 24 * time.Hour

// KeepStanding keeps what a platform says of an account, and ends what its person has where they have no right any more by it. Whose
// accounts are there no more has left; who is found again comes back as a member, unless an admin has removed them. ended tells whether
// somebody had a right before. Nothing is known of other accounts, and what the platform does not say changes nothing.
func (d People) KeepStanding(ctx context.Context, tenant assistant.TenantID, of assistant.Identity) (ended bool, err error) {
	err = d.in(ctx, mode{tenant: tenant, retry: true, given: tables.Storable(of.Space, of.External)}, func(t *tx) error {
		var p assistant.Person
		var after assistant.Role
		ended = false
		var guest, gone bool
		seen := t.one([]any{&guest, &gone}, `select guest_at is not null, gone_at is not null from identities
			where tenant_id = $1 and surface = $2 and space = $3 and external_id = $4`, tenant, of.Surface, of.Space, of.External)
		if err := t.flush(ctx); err != nil || seen.rows == 0 {
			return err
		}
		if of.Standing == assistant.StandingMember && !guest && !gone || of.Standing == assistant.StandingUnsaid || of.Standing == assistant.StandingUnknown {
			t.accountStands(tenant, of) // nothing is new, and nobody else has to wait
			return nil
		}
		t.lockPeople(tenant)
		known := t.one(tables.PersonDests(&p), `select `+tables.PersonColumns+` from identities i join persons p on p.id = i.person_id
			where i.tenant_id = $1 and i.surface = $2 and i.space = $3 and i.external_id = $4`, tenant, of.Surface, of.Space, of.External)
		if err := t.flush(ctx); err != nil || known.rows == 0 {
			return err
		}
		t.accountStands(tenant, of)
		switch {
		case of.Standing == assistant.StandingMember:
			t.exec(`update persons set left_at = null where id = $2 and tenant_id = $1 and left_by is null`, tenant, p.ID)
			t.drawWaiting(tenant)
		case of.Standing.Outside():
			t.exec(`update persons set left_at = :now, role = 'member' where id in (select p.id from persons p where p.id = $2 and p.tenant_id = $1 and p.left_at is null
				and `+tables.Role+` = 'guest' and not exists (select 1 from identities i where i.person_id = p.id and i.gone_at is null))`, tenant, p.ID)
			t.ends(tenant, p.ID, "")
		}
		t.one([]any{&after}, `select `+tables.Role+` from persons p where p.id = $2 and p.tenant_id = $1`, tenant, p.ID)
		if err := t.flush(ctx); err != nil {
			return err
		}
		ended = p.Role != assistant.RoleGuest && after == assistant.RoleGuest
		return nil
	})
	return ended, named(err, "keep what %s says of an account", of.Surface)
}

// accountStands queues keeping how an account stands, and that its platform was asked.
func (t *tx) accountStands(tenant assistant.TenantID, of assistant.Identity) {
	which := ` where tenant_id = $1 and surface = $2 and space = $3 and external_id = $4`
	set := ``
	switch of.Standing {
	case assistant.StandingMember:
		set = `, guest_at = null, gone_at = null`
	case assistant.StandingGuest:
		set = `, guest_at = coalesce(guest_at, :now), gone_at = null`
	case assistant.StandingGone:
		set = `, guest_at = coalesce(guest_at, :now), gone_at = coalesce(gone_at, :now)`
	case assistant.StandingUnsaid, assistant.StandingUnknown:
	}
	t.exec(`update identities set asked_at = :now`+set+which, tenant, of.Surface, of.Space, of.External)
}

// AccountsToAsk lists accounts of a surface that its platform was not asked about for a day and on whose standing something hangs: of
// people who decide, or who have something that would go on without them. Those that were not asked for longest come first.
func (d People) AccountsToAsk(ctx context.Context, tenant assistant.TenantID, on assistant.Surface, limit int) ([]assistant.Identity, error) {
	var out []assistant.Identity
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, func(a *assistant.Identity) []any { return []any{&a.Surface, &a.Space, &a.External} }), `select i.surface, i.space, i.external_id from identities i join persons p on p.id = i.person_id
			where i.tenant_id = $1 and i.surface = $2 and i.gone_at is null and (i.asked_at is null or i.asked_at <= :before($3)) and p.left_at is null and `+tables.Role+` <> 'guest'
				and (`+tables.Role+` <> 'member'
					or exists (select 1 from `+t.starts.rows+` b where b.tenant_id = p.tenant_id and b.owner_id = p.id and b.lives)
					or exists (select 1 from standing_yeses s where s.tenant_id = p.tenant_id and s.person_id = p.id and s.ended_at is null)
					or exists (select 1 from delegations g where g.tenant_id = p.tenant_id and p.id in (g.person_id, g.delegate_id) and g.ended_at is null)
					or exists (select 1 from sessions s where s.tenant_id = p.tenant_id and s.person_id = p.id and s.revoked_at is null))
			order by coalesce(i.asked_at, i.created_at), i.space, i.external_id limit $4`, tenant, on, askedEvery, limit)
		return nil
	})
	return out, named(err, "list accounts to ask about")
}
