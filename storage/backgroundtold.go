package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// toldIn gives the conversation of what background tasks tell in a channel, which begins with the first of them: it goes on in the channel
// itself, in none of its threads. The people of the tenant are locked. It is the given one where no channel is named.
func (t *tx) toldIn(ctx context.Context, b *assistant.BackgroundTask, in assistant.Channel) error {
	if in.ID == "" {
		return nil
	}
	var there assistant.ConversationID
	found := t.one([]any{&there}, `select conversation_id from places where tenant_id = $1 and surface = $2 and space = $3 and channel = $4 and thread = '' and not pulls`,
		b.Tenant, in.Surface, in.Space, in.ID)
	if err := t.flush(ctx); err != nil {
		return err
	}
	b.Told = in.Called()
	if found.rows > 0 {
		b.Conversation = there
		t.join(b.Tenant, there, b.Owner, memberThere)
		return nil
	}
	b.Conversation = assistant.NewID[assistant.ConversationID](t.ids)
	t.exec(`insert into assistant_conversations (id, tenant_id, user_id, title, started_at, updated_at, project_id) values ($1, $2, $3, $4, :now, :now, `+inChannel(5)+`)`,
		b.Conversation, b.Tenant, b.Owner, in.Called(), in.Surface, in.Space, in.ID)
	t.join(b.Tenant, b.Conversation, b.Owner, memberAsked)
	t.exec(`insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, under, created_at) values ($1, $2, $3, $4, $5, $6, '', $7, '', :now)`,
		t.ids.New(), b.Tenant, b.Conversation, in.Surface, in.Space, in.ID, false)
	t.join(b.Tenant, b.Conversation, b.Owner, memberAsked)
	return nil
}
