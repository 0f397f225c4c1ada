// Package ingest validates what people say and do on the panel and through the API, and passes it to the inbox.
package ingest

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/owner"
)

// Conversations finds conversations. Another tenant's are [assistant.ErrNotFound], here as below.
type Conversations interface {
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
}

// Work finds what is decided, answered and changed.
type Work interface {
	Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error)
	Plan(ctx context.Context, t assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error)
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conversation assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
}

// Approvals finds actions that wait for a person.
type Approvals interface {
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// Projects finds projects.
type Projects interface {
	Project(ctx context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.Project, error)
}

// Config is what an [Ingest] is made of.
type Config struct {
	Inbox         bots.Inbox
	Conversations Conversations
	Work          Work
	Approvals     Approvals
	Projects      Projects
	Owner         *owner.Owner
	Now           func() time.Time
	Rates         *Rates // of all people
}

// Ingest takes what people say and do.
type Ingest struct{ Config }

// New makes what takes it; it starts nothing.
func New(c Config) *Ingest { return &Ingest{Config: c} }
