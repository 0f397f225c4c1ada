package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Known tells whether the place is bound to a conversation already, so that a reply there needs no mention.
func (d Places) Known(ctx context.Context, tenant assistant.TenantID, p assistant.Place) (bool, error) {
	var found *stmt
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		var one int64
		found = t.one([]any{&one}, `select 1 from places
			where tenant_id = $1 and surface = $2 and space = $3 and channel = $4 and thread = $5`,
			tenant, p.Surface, p.Space, p.Channel, p.Thread)
		return nil
	})
	if err != nil {
		return false, named(err, "look up a place on %s", p.Surface)
	}
	return found.rows > 0, nil
}

// ConversationAt returns the conversation that the place is bound to, or [assistant.ErrNotFound].
func (d Places) ConversationAt(ctx context.Context, tenant assistant.TenantID, p assistant.Place) (assistant.ConversationID, error) {
	var id assistant.ConversationID
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&id}, `select conversation_id from places
			where tenant_id = $1 and surface = $2 and space = $3 and channel = $4 and thread = $5`,
			tenant, p.Surface, p.Space, p.Channel, p.Thread)
		return nil
	})
	return id, named(err, "look up a conversation on %s", p.Surface)
}

// NewestHeard gives the newest message known of each of a surface's places, newest first: its place, and the platform's
// id of it.
func (d Places) NewestHeard(ctx context.Context, tenant assistant.TenantID, s assistant.Surface, limit int) ([]assistant.Inbound, error) {
	return d.NewestHeardIn(ctx, tenant, s, "", limit)
}

// NewestHeardIn is NewestHeard for one workspace or server of the platform; "" is for all.
func (d Places) NewestHeardIn(ctx context.Context, tenant assistant.TenantID, s assistant.Surface, space string, limit int) ([]assistant.Inbound, error) {
	var out []assistant.Inbound
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			in := assistant.Inbound{Tenant: tenant}
			in.Place.Surface = s
			err := scan(&in.Place.Space, &in.Place.Channel, &in.Place.Thread, &in.Conversation, &in.ExternalID)
			out = append(out, in)
			return err
		}, `select p.space, p.channel, p.thread, p.conversation_id, g.external_id from places p
			join assistant_messages g on g.conversation_id = p.conversation_id and g.seq = (
				select max(h.seq) from assistant_messages h where h.conversation_id = p.conversation_id and h.external_id <> '')
			where p.tenant_id = $1 and p.surface = $2 and (p.space = $3 or cast($3 as text) = '') and not `+inDirect(`p`)+`
			order by g.created_at desc limit $4`, tenant, s, space, limit)
		return nil
	})
	return out, named(err, "list what was heard on %s", s)
}
