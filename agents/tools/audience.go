package tools

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Audience tells who reads a conversation, and so what a call answers there.
type Audience interface {
	Readers(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) (assistant.Readers, error)
}

// Readers are those who read what the call answers. It is asked for where a tool would tell what not everybody may see, since
// it is a look at the database. Where nobody says who reads it, anybody may: nothing of others' is told there.
func (c Call) Readers(ctx context.Context) (assistant.Readers, error) {
	if c.Audience == nil || c.Conversation == "" {
		return assistant.Readers{Open: true}, nil
	}
	return c.Audience.Readers(ctx, c.Tenant, c.Conversation)
}
