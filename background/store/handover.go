package store

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// HandOver gives the background tasks of somebody who has left to another person in the name of an admin, or ends them where there is
// none, and tells how many there were. They stay paused: their words were somebody else's, and nothing is allowed them any more. Whoever has
// them sees the conversations that they report to.
func (d Tasks) HandOver(ctx context.Context, tenant assistant.TenantID, by, from, to assistant.PersonID) (tasks int, err error) {
	err = d.writes(ctx, tenant, cmp.Or(valid(by, from), optional(to)), func(t *tx) error {
		var admin, left, next assistant.Person
		var theirs, own int
		t.lockPeople(tenant)
		t.living(tenant, by, &admin)
		t.living(tenant, from, &left)
		if to != "" {
			t.living(tenant, to, &next)
		}
		t.one([]any{&theirs, &own}, `select count(case when `+tables.Survivor(`owner_id`)+` = $2 then 1 end), count(case when `+tables.Survivor(`owner_id`)+` = $3 then 1 end)
			from background_tasks where tenant_id = $1 and status in ('active', 'paused')`, tenant, from, null(to))
		if err := t.Flush(ctx); err != nil {
			return err
		}
		switch {
		case admin.Role != assistant.RoleAdmin:
			return assistant.ErrNotAdmin
		case !left.Left:
			return assistant.ErrNotLeft
		case to != "" && !next.Role.Valid():
			return assistant.ErrTakesOver
		case to != "" && own+theirs > assistant.BackgroundsOfPerson:
			return assistant.ErrBackgroundsOwn
		}
		tasks = theirs
		t.handOver(tenant, left.ID, next.ID)
		return nil
	})
	return tasks, named(err, "hand over what person %s left", from)
}

// handOver queues it; to "" ends the tasks.
func (t *tx) handOver(tenant assistant.TenantID, from, to assistant.PersonID) {
	const theirs = `tenant_id = $1 and status in ('active', 'paused') and owner_id in (select a.id from persons a where a.tenant_id = $1 and coalesce(a.merged_into, a.id) = $2)`
	t.Exec(`delete from timers where tenant_id = $1 and kind = 'background' and ref in (select id from background_tasks where `+theirs+`)`, tenant, from)
	if to == "" {
		t.Exec(`update background_tasks set status = 'cancelled', reason = $3, updated_at = :now where `+theirs, tenant, from, assistant.WhyLeft)
		return
	}
	t.Exec(`insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at)
		select b.tenant_id, b.conversation_id, o.id, 'asked', :now from (select distinct tenant_id, conversation_id from background_tasks where `+theirs+`) b
			join persons o on o.id = $3 where o.tenant_id = $1
		on conflict (conversation_id, person_id) do nothing`, tenant, from, to)
	t.Exec(`update background_tasks set owner_id = $3, status = 'paused', reason = $4, updated_at = :now where `+theirs, tenant, from, to, assistant.WhyHanded)
}
