package deliver

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Panel is where people read conversations besides Discord.
type Panel struct {
	Public  assistant.Public // nil where there is none that people can open
	Tenant  assistant.TenantID
	Threads conversations // nil: only the panel's front is known
}

// conversations tells which conversation a place is.
type conversations interface {
	// ConversationAt returns the conversation bound to the place, [assistant.ErrNotFound] if there is none.
	ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error)
}

// At is where the conversation of a place can be read; "" where there is no panel that people can open.
func (l Panel) At(ctx context.Context, p assistant.Place) string {
	at := l.Public.Now().URL
	if at == "" {
		return ""
	}
	if l.Threads != nil {
		if id, err := l.Threads.ConversationAt(ctx, l.Tenant, p); err == nil {
			return at + "/c/" + string(id)
		}
	}
	return at
}
