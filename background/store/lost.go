package store

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
	chat := ` and p.channel not like '` + assistant.DirectMark + `%'`
	t.one([]any{&s.lost}, `select exists (select 1 `+ours+chat+` and `+refused+`) and not exists (select 1 `+ours+chat+` and (`+shown+` or not `+refused+`))
		from background_tasks b where b.id = $1 and b.tenant_id = $2`, s.Due.Ref, s.Due.Tenant)
}

// pausedSaid says in a task's conversation that it is paused, and why, and sends that to its owner: nobody may be looking there, and
// what cannot be shown there has to be read somewhere. Where its owner cannot have it any more, an admin is sent it.
func (t *tx) pausedSaid(ctx context.Context, s *firing, why string) ([]assistant.Message, error) {
	m := s.task.Paused(s.Due.DueAt, why)
	m.ID = assistant.MessageID(t.NewID())
	ms, err := t.Append(s.task.Conversation, m)
	if err != nil {
		return nil, err
	}
	who := s.owner.ID
	if s.owner.Role == assistant.RoleGuest {
		who = ""
	}
	return ms, t.Tell(ctx, ms[0], who)
}
