package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// leftBehind counts the things that start work by themselves and stopped because their owner, person p, has left.
func (t *tx) leftBehind() string {
	return `case when p.left_at is null then 0 else (select count(*) from ` + t.starts.rows + ` b where b.tenant_id = p.tenant_id
	and b.lives and (b.owner_id = p.id or b.owner_id in (select a.id from persons a where a.merged_into = p.id))) end`
}

// noMore is the condition that a person, the second argument, has lost all rights. It guards the ends of what they have, so that
// nothing ends for a person who still has rights.
const noMore = `exists (select 1 from persons p where p.id = $2 and p.tenant_id = $1 and ` + tables.Role + ` = 'guest')`

// ends queues ending what belongs to a person without rights: their standing approvals, delegations from and to them, sessions,
// codes, invitations, and whatever starts work for them by itself. What they were asked passes to somebody else. by is the admin who did it; "" is the platform.
func (t *tx) ends(tenant assistant.TenantID, who, by assistant.PersonID) {
	theirs := func(column string) string { return tables.Survivor(column) + ` = $2` }
	t.exec(`update standing_yeses set ended_at = :now, ended_by = $3 where tenant_id = $1 and ended_at is null and `+theirs(`person_id`)+` and `+noMore, tenant, who, null(by))
	t.exec(`update delegations set ended_at = :now, ended_by = $3 where tenant_id = $1 and ended_at is null
		and (`+theirs(`person_id`)+` or `+theirs(`delegate_id`)+`) and `+noMore, tenant, who, null(by))
	for _, s := range t.starts.packs {
		s.Ended(packTx{t}, tenant, who, noMore)
	}
	t.exec(`update sessions set revoked_at = :now where tenant_id = $1 and revoked_at is null and `+theirs(`person_id`)+` and `+noMore, tenant, who)
	t.exec(`delete from reaches where tenant_id = $1 and `+theirs(`person_id`)+` and `+noMore, tenant, who)
	t.exec(`delete from passkeys where tenant_id = $1 and `+theirs(`person_id`)+` and `+noMore, tenant, who)
	t.exec(endOpenID+` and `+theirs(`person_id`)+` and `+noMore, tenant, who)
	t.exec(`delete from sign_in_codes where tenant_id = $1 and `+theirs(`person_id`)+` and `+noMore, tenant, who)
	t.exec(`delete from link_codes where tenant_id = $1 and `+theirs(`person_id`)+` and `+noMore, tenant, who)
	t.exec(`update invitations set revoked_at = :now where tenant_id = $1 and used_at is null and revoked_at is null
		and (`+theirs(`person_id`)+` or `+theirs(`made_by`)+`) and `+noMore, tenant, who)
	t.passesQuestions(tenant, who)
	t.exec(`delete from assistant_conversation_members where tenant_id = $1 and `+theirs(`person_id`)+`
		and exists (select 1 from persons l where l.id = $2 and l.left_at is not null)`, tenant, who)
	t.exec(`delete from assistant_conversation_filings where tenant_id = $1 and `+theirs(`person_id`)+`
		and exists (select 1 from persons l where l.id = $2 and l.left_at is not null)`, tenant, who)
	t.drawWaiting(tenant)
}

// drawWaiting queues redrawing the places that show an action that waits, since who may decide it has changed. A card that comes
// out the same is not sent again. A place that is being shown right now loses its claim, since its card was drawn before the
// change.
func (t *tx) drawWaiting(tenant assistant.TenantID) {
	t.exec(`update places set token = null, lease_until = null, ready_at = :now, shown = case when shown < w.seq then shown else w.seq - 1 end
		from (select p.id, min(m.seq) as seq from pending_actions a
			join places p on p.conversation_id = a.conversation_id and p.tenant_id = $1 and not p.pulls
			join deliveries d on d.place_id = p.id and d.ref <> '' and not d.withheld and d.slot in ('approval:' || cast(a.id as text), 'approval:' || cast(a.run_id as text))
			join assistant_messages m on m.conversation_id = a.conversation_id and m.tenant_id = $1 and m.slot = d.slot
			where a.tenant_id = $1 and a.status = 'pending' group by p.id) w
		where places.id = w.id and places.tenant_id = $1`, tenant)
}

// leaves queues that somebody belongs to the team no more. Whoever comes back is a member, and begins with nothing else.
func (t *tx) leaves(tenant assistant.TenantID, who, by assistant.PersonID) {
	t.exec(`update persons set left_at = coalesce(left_at, :now), left_by = $3, role = 'member' where id = $2 and tenant_id = $1`, tenant, who, null(by))
	t.ends(tenant, who, by)
}

// leaving queues counting what would end if a person left.
func (t *tx) leaving(tenant assistant.TenantID, who assistant.PersonID, to *assistant.Leaving) {
	theirs := func(column string) string { return tables.Survivor(column) + ` = $2` }
	t.one([]any{&to.Standing, &to.Delegations, &to.Tasks, &to.Hooks, &to.Sessions, &to.Invitations, &to.Waiting, &to.Talks}, `select
		(select count(*) from standing_yeses s where s.tenant_id = $1 and s.ended_at is null and s.used < s.most and s.until_at > :now and `+theirs(`s.person_id`)+`),
		(select count(*) from delegations g where g.tenant_id = $1 and g.ended_at is null and g.until_at > :now and (`+theirs(`g.person_id`)+` or `+theirs(`g.delegate_id`)+`)),
		(select count(*) from `+t.starts.rows+` b where b.tenant_id = $1 and b.lives and `+theirs(`b.owner_id`)+`),
		(select count(*) from `+t.starts.rows+` b where b.tenant_id = $1 and b.lives and b.hooked and `+theirs(`b.owner_id`)+`),
		(select count(*) from sessions s where `+aliveWithin(`$3`)+` and `+theirs(`s.person_id`)+`),
		(select count(*) from invitations v where `+openInvitation+` and (`+theirs(`v.person_id`)+` or `+theirs(`v.made_by`)+`)),
		(select count(*) from agent_plans w where w.tenant_id = $1 and w.version > 0 and w.status = 'proposed'`+waits+` and `+theirs(`w.requested_by`)+`)
			+ (select count(*) from clarifications w where w.tenant_id = $1 and w.status = 'open'`+waits+` and `+theirs(`w.asked_of`)+`)
			+ (select count(*) from pending_actions w where w.tenant_id = $1 and w.status = 'pending'`+waits+` and `+theirs(`w.user_id`)+`),
		(select count(distinct m.conversation_id) from assistant_conversation_members m where m.tenant_id = $1 and `+theirs(`m.person_id`)+`)`,
		tenant, who, assistant.SessionIdle)
	t.each(tables.Into(&to.Titles, func(title *string) []any { return []any{title} }), `select b.title from `+t.starts.rows+` b
		where b.tenant_id = $1 and b.lives and `+theirs(`b.owner_id`)+` order by b.title, b.id limit $3`, tenant, who, assistant.LeavingTitles)
}

// Leaving tells an admin what would end if a person were removed.
func (d People) Leaving(ctx context.Context, tenant assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error) {
	var out assistant.Leaving
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(by, id)}, func(t *tx) error {
		out = assistant.Leaving{}
		p, err := t.mayRemove(ctx, tenant, by, id)
		if err != nil {
			return err
		}
		out = assistant.Leaving{Person: p.ID, Name: p.Name, Left: p.Left}
		t.leaving(tenant, p.ID, &out)
		return nil
	})
	return out, named(err, "look what person %s has", id)
}

// Remove takes somebody out of the team in the name of an admin, and tells what has ended by it: they may do nothing any more, their
// sessions are over at once, and their background tasks wait for whoever takes them over. What they said stays. The last admin stays
// ([assistant.ErrLastAdminLeaves]), and so does whom the token signs in ([assistant.ErrOwnerLeaves]).
func (d People) Remove(ctx context.Context, tenant assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error) {
	var out assistant.Leaving
	err := d.in(ctx, mode{tenant: tenant, retry: true, given: valid(by, id)}, func(t *tx) error {
		out = assistant.Leaving{}
		t.lockPeople(tenant)
		p, err := t.mayRemove(ctx, tenant, by, id)
		if err != nil {
			return err
		}
		out = assistant.Leaving{Person: p.ID, Name: p.Name, Left: true}
		t.leaving(tenant, p.ID, &out)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.leaves(tenant, p.ID, by)
		return nil
	})
	return out, named(err, "remove person %s", id)
}

// mayRemove reads whom an admin wants to remove, where they can be.
func (t *tx) mayRemove(ctx context.Context, tenant assistant.TenantID, by, id assistant.PersonID) (assistant.Person, error) {
	var admin, p assistant.Person
	var admins int64
	var owner assistant.PersonID
	t.living(tenant, by, &admin)
	t.living(tenant, id, &p)
	t.one([]any{&owner}, `select `+tables.Survivor(`owner`)+` from tenants where tenant_id = $1`, tenant)
	t.one([]any{&admins}, countAdmins, tenant)
	if err := t.flush(ctx); err != nil {
		return p, err
	}
	switch {
	case admin.Role != assistant.RoleAdmin:
		return p, assistant.ErrNotAdmin
	case p.ID == owner:
		return p, assistant.ErrOwnerLeaves
	case p.Role == assistant.RoleAdmin && admins <= 1:
		return p, assistant.ErrLastAdminLeaves
	}
	return p, nil
}

// countAdmins counts who is one now.
const countAdmins = `select count(*) from persons p where p.tenant_id = $1 and ` + tables.Role + ` = 'admin' and p.merged_into is null`
