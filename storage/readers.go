package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Readers returns the people who read a conversation, without approvers and admins who are no members of it. A conversation that
// does not exist counts as readable by anybody: nothing private to others may be said there.
func (d Conversations) Readers(ctx context.Context, tenant assistant.TenantID, c assistant.ConversationID) (assistant.Readers, error) {
	out := assistant.Readers{Open: true}
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(c)}, func(t *tx) error {
		out = assistant.Readers{}
		t.owned(`assistant_conversations`, string(c), tenant)
		t.each(func(scan func(...any) error) error {
			var p assistant.Place
			err := scan(&p.Surface, &p.Space, &p.Channel)
			out.Open = out.Open || p.Open()
			return err
		}, `select l.surface, l.space, l.channel from places l where l.conversation_id = $1 and l.tenant_id = $2`, c, tenant)
		t.each(tables.Into(&out.People, tables.PersonDests), `select `+tables.PersonColumns+` from persons p where p.tenant_id = $1 and p.id in (select `+tables.Survivor(`m.person_id`)+`
			from assistant_conversation_members m where m.conversation_id = $2 and m.tenant_id = $1) order by p.id`, tenant, c)
		return nil
	})
	return out, named(err, "look who reads conversation %s", c)
}
