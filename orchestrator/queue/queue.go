// Package queue carries hints on Redis: tenant tokens over Streams consumer groups, and the news that a conversation's
// log has grown. Everything here may be lost, doubled or late without harm: Postgres knows, Redis hints.
//
// What travels is a token, "tenant T has something ready", at most a few per tenant, over 16 shards by tenant hash, so
// that a tenant that floods gets no more turns than a quiet one.
//
//	Hint ──XADD──▶ stream {kind:shard} ──XREADGROUP──▶ Take ──work──▶ Done (XACK, XDEL, count down)
//	                      ▲                                             │ died: pending past idle
//	                      └───────────────XAUTOCLAIM◀───────────────────┘
package queue

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Kind says what is ready.
type Kind string

// The kinds.
const (
	Turns      Kind = "turns"      // a conversation has mail
	Tasks      Kind = "tasks"      // a task may start
	Deliveries Kind = "deliveries" // a place is behind its log
)

// Token is a turn for a tenant. Whoever takes one works for that tenant once, then calls Done.
type Token struct {
	Kind   Kind
	Tenant assistant.TenantID
	ID     string // "" for a token made locally by the sweeper
}

// News says that a conversation's log has grown, or carries text that is not yet said.
type News struct {
	Tenant       assistant.TenantID
	Conversation assistant.ConversationID
	Activity     assistant.Activity `json:",omitempty"`
	Draft        string             `json:",omitempty"` // the answer so far
}

// Queue is the hints' carrier. Errors mean that Redis is away; callers go on without.
type Queue interface {
	// Hint issues a token unless the tenant already has its share of them.
	Hint(ctx context.Context, k Kind, t assistant.TenantID) error
	// Tokens gives out tokens of a kind until ctx ends. While Redis is away it gives none and keeps trying.
	Tokens(ctx context.Context, k Kind) <-chan Token
	// Done ends a token's turn. refused says that the tenant was denied a token meanwhile, because it had its share of
	// them: there may be more to do than tokens are out for.
	Done(ctx context.Context, t Token) (refused bool, err error)
	// Publish tells every replica the news.
	Publish(ctx context.Context, n News) error
	// Listen gives the news of one conversation until ctx ends. Missing some is normal.
	Listen(ctx context.Context, c assistant.ConversationID) <-chan News
}
