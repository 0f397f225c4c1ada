package storage

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// packLog is what a pack writes into the ledger in its transaction.
type packLog struct {
	t     *tx
	heads map[assistant.ConversationID]*head // that are locked
}

// Lock implements [tables.Log].
func (p packLog) Lock(c assistant.ConversationID) {
	h := &head{tenant: p.t.mode.tenant, conversation: c}
	p.heads[c] = h
	p.t.lock(h)
}

// Append implements [tables.Log].
func (p packLog) Append(c assistant.ConversationID, ms ...assistant.Message) ([]assistant.Message, error) {
	h := p.heads[c]
	if h == nil || h.now.IsZero() { // the database has not answered
		return nil, fmt.Errorf("append to conversation %s, which is not locked", c)
	}
	entries := unmailed(ms)
	for i, m := range ms {
		entries[i].mail = m.Facts().Mail
	}
	return p.t.append(h, entries, map[string]bool{})
}

// Tell implements [tables.Log].
func (p packLog) Tell(ctx context.Context, m assistant.Message, who assistant.PersonID) error {
	if who == "" {
		p.t.one([]any{&who}, `select p.id from persons p where p.tenant_id = $1 and `+tables.Role+` = 'admin' and p.merged_into is null
			and exists (select 1 from identities i where i.tenant_id = $1 and i.person_id = p.id and i.surface in ('slack', 'discord'))
			order by p.created_at, p.id limit 1`, m.Tenant)
		if err := p.t.flush(ctx); err != nil || who == "" {
			return err
		}
	}
	p.t.tells(m, 0, who)
	return nil
}

// Channel implements [tables.Log].
func (p packLog) Channel(ctx context.Context, in assistant.Channel, who assistant.PersonID) (there assistant.ConversationID, err error) {
	t, tenant := p.t, p.t.mode.tenant
	found := t.one([]any{&there}, `select conversation_id from places where tenant_id = $1 and surface = $2 and space = $3 and channel = $4 and thread = '' and not pulls`,
		tenant, in.Surface, in.Space, in.ID)
	if err := t.flush(ctx); err != nil {
		return "", err
	}
	if found.rows > 0 {
		t.join(tenant, there, who, memberThere)
		return there, nil
	}
	there = assistant.NewID[assistant.ConversationID](t.ids)
	t.exec(`insert into assistant_conversations (id, tenant_id, user_id, title, started_at, updated_at, project_id) values ($1, $2, $3, $4, :now, :now, `+inChannel(5)+`)`,
		there, tenant, who, in.Called(), in.Surface, in.Space, in.ID)
	t.exec(`insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, under, created_at) values ($1, $2, $3, $4, $5, $6, '', $7, '', :now)`,
		t.ids.New(), tenant, there, in.Surface, in.Space, in.ID, false)
	t.join(tenant, there, who, memberAsked)
	return there, nil
}
