package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// LeftChannel pauses the background tasks of somebody, a person or whoever an account is of, that begin with what happens in a channel:
// they are in it no more. The tasks say so. Of accounts that nobody has, nothing is paused.
func (d Hooks) LeftChannel(ctx context.Context, tenant assistant.TenantID, who assistant.Actor, c assistant.Channel) error {
	err := optional(who.Person)
	if err == nil {
		err = storable(c.Space, c.ID)
	}
	if err == nil {
		err = storable(who.From.Space, who.From.External)
	}
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, retry: true}, func(t *tx) error {
			person := who.Person
			if person == "" {
				found := t.one([]any{&person}, `select person_id from identities where tenant_id = $1 and surface = $2 and space = $3 and external_id = $4`,
					tenant, who.From.Surface, who.From.Space, who.From.External)
				if err := t.flush(ctx); err != nil || found.rows == 0 {
					return err
				}
			}
			watches := `tenant_id = $1 and status = 'active' and ` + survivor(`owner_id`) + ` = ` + survivor(`$2`) + ` and id in (select h.task_id from hooks h
				where h.tenant_id = $1 and h.happening <> '' and h.surface = $3 and h.space = $4 and h.channel = $5)`
			t.exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at)
				select tenant_id, conversation_id, 'background', id, 0, :now from background_tasks where `+watches+`
				on conflict (tenant_id, kind, ref, version) do update set due_at = excluded.due_at`, tenant, person, c.Surface, c.Space, c.ID)
			t.exec(`update background_tasks set status = 'paused', reason = $6, updated_at = :now where `+watches, tenant, person, c.Surface, c.Space, c.ID, assistant.WhyOutside)
			return nil
		})
	}
	return named(err, "pause what looks at a channel")
}
