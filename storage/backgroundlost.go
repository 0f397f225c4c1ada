package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// lost queues looking whether what a task tells can still be shown: of all that was to be shown in the chats of its conversation since
// the task was begun or changed last, the platforms have refused something and taken nothing.
func (t *tx) lost(s *firing) {
	const ours = `from places p where p.conversation_id = b.conversation_id and p.tenant_id = b.tenant_id and p.surface in ('slack', 'discord')`
	refused := `exists (select 1 from deliveries d where d.place_id = p.id and d.withheld and d.updated_at > b.updated_at)`
	shown := `exists (select 1 from deliveries d where d.place_id = p.id and not d.withheld and d.ref <> '' and d.updated_at > b.updated_at)`
	chat := ` and not ` + inDirect(`p`)
	t.one([]any{&s.lost}, `select exists (select 1 `+ours+chat+` and `+refused+`) and not exists (select 1 `+ours+chat+` and (`+shown+` or not `+refused+`))
		from background_tasks b where b.id = $1 and b.tenant_id = $2`, s.Due.Ref, s.Due.Tenant)
}

// pausedSaid says in a task's conversation that it is paused, and why, and sends that to its owner: nobody may be looking there, and
// what cannot be shown there has to be read somewhere. Where its owner cannot have it any more, an admin is sent it.
func (t *tx) pausedSaid(ctx context.Context, h *head, s *firing, why string) ([]assistant.Message, error) {
	m := s.task.Paused(s.Due.DueAt, why)
	m.ID = assistant.NewID[assistant.MessageID](t.ids)
	ms, err := t.append(h, []entry{{message: m}}, map[string]bool{})
	if err != nil {
		return nil, err
	}
	who := s.owner.ID
	if who == "" || s.owner.Role == assistant.RoleGuest {
		who = ""
		t.one([]any{&who}, `select p.id from persons p where p.tenant_id = $1 and `+personRole+` = 'admin' and p.merged_into is null
			and exists (select 1 from identities i where i.tenant_id = $1 and i.person_id = p.id and i.surface in ('slack', 'discord'))
			order by p.created_at, p.id limit 1`, s.Due.Tenant)
		if err := t.flush(ctx); err != nil || who == "" {
			return ms, err
		}
	}
	t.tells(ms[0], who)
	return ms, nil
}
