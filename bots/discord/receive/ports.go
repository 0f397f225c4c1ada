package receive

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/missed"
)

// Threads tells which places are conversations already.
type Threads interface {
	// Known tells whether a conversation is bound to the place.
	Known(ctx context.Context, t assistant.TenantID, p assistant.Place) (bool, error)
	// ConversationAt returns the conversation bound to the place, [assistant.ErrNotFound] if there is none.
	ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error)
}

// Work reads what the commands tell about.
type Work interface {
	// Runs lists a conversation's runs, oldest first.
	Runs(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) ([]assistant.RunView, error)
	// Conversations lists the newest conversations.
	Conversations(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Conversation, error)
	bots.Going
	// PersonFor returns the person behind an account.
	PersonFor(ctx context.Context, t assistant.TenantID, from assistant.Identity) (assistant.Person, error)
}

// Spaces tells which servers an admin has bound to the tenant. In others nothing is taken and nothing is told.
type Spaces interface {
	Spaces(ctx context.Context, t assistant.TenantID, s assistant.Surface) ([]string, error)
}

// Backlog lists what was heard before this process started, so that what people said, changed or deleted during a gap is found.
type Backlog interface {
	// NewestHeard returns the newest message known of each of the surface's places, newest first: the place and the
	// platform's id of the message.
	NewestHeard(ctx context.Context, t assistant.TenantID, s assistant.Surface, limit int) ([]assistant.Inbound, error)
	missed.Heard
	// KnownIn tells which of some messages, one of a channel, are known: as what a person said there, or as a post of ours.
	KnownIn(ctx context.Context, t assistant.TenantID, s assistant.Surface, messages map[string]string) (map[string]bool, error)
}

// Turns shares out among all processes what a bot may do once in a while.
type Turns interface {
	// TakeTurn takes the next turn of a thing, and tells how long to wait for it.
	TakeTurn(ctx context.Context, t assistant.TenantID, thing string, every time.Duration) (time.Duration, error)
}

// History reads what a conversation's log says of one visible thing.
type History interface {
	// SlotMessages gives the messages of one slot, oldest first.
	SlotMessages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, s assistant.Slot) ([]assistant.Message, error)
}
