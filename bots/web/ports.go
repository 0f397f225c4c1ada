package web

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Conversations lists and finds conversations. Another tenant's are [assistant.ErrNotFound].
type Conversations interface {
	// ConversationsBefore lists those that began before one of them, the newest first; of all where it names none.
	ConversationsBefore(ctx context.Context, t assistant.TenantID, before assistant.ConversationID, limit int) ([]assistant.Conversation, error)
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
}

// History reads conversations' logs.
type History interface {
	Messages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, before int64, limit int) (assistant.Page, error)
	MessagesAfter(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, seq int64, limit int) ([]assistant.Message, error)
	// Heads gives the seq of the newest message of each of the conversations that the tenant has.
	Heads(ctx context.Context, t assistant.TenantID, ids []assistant.ConversationID) (map[assistant.ConversationID]int64, error)
	SlotMessages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, s assistant.Slot) ([]assistant.Message, error)
	Settled(ctx context.Context, t assistant.TenantID, id assistant.MessageID) (bool, error)
}

// Work reads what is planned, asked and done.
type Work interface {
	Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error)
	Runs(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) ([]assistant.RunView, error)
	Plan(ctx context.Context, t assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error)
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conversation assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
}

// Approvals reads the actions that wait for a person.
type Approvals interface {
	Approvals(ctx context.Context, t assistant.TenantID) ([]assistant.ApprovalRecord, error)
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// Settings keeps what holds for the whole tenant. Only an admin changes it; storage asks who it is.
type Settings interface {
	Settings(ctx context.Context, t assistant.TenantID) (assistant.Settings, error)
	SaveSettings(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.Settings) error
}

// Spaces keeps which servers act in the tenant. Only an admin changes it.
type Spaces interface {
	Spaces(ctx context.Context, t assistant.TenantID, s assistant.Surface) ([]string, error)
	BindSpace(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.Surface, space string) error
	UnbindSpace(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.Surface, space string) error
}

// Pending lists all that waits for people.
type Pending interface {
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
}

// Files keeps what people upload and agents make.
type Files interface {
	SaveFile(ctx context.Context, k assistant.KeptFile) error
	File(ctx context.Context, t assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error)
}

// Library lists and deletes what is kept. Storage asks whose a file is.
type Library interface {
	KeptFiles(ctx context.Context, t assistant.TenantID, by assistant.PersonID, limit int) ([]assistant.KeptFile, error)
	DeleteFile(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.FileID) error
	DeletedFiles(ctx context.Context, t assistant.TenantID, ids []assistant.FileID) (map[assistant.FileID]bool, error)
}

// News gives the news of one conversation until ctx ends. Missing some is normal.
type News interface {
	Listen(ctx context.Context, c assistant.ConversationID) <-chan assistant.News
}

// Executor does one task outside a plan. It answers with the approval it needs where a person must confirm first.
type Executor interface {
	Execute(ctx context.Context, r assistant.ExecuteRequest) (assistant.ExecuteResult, error)
}
