// Package queue carries hints on Redis: tenant tokens over Streams consumer groups, and the news that a conversation's
// log has grown. Everything here may be lost, doubled or late without harm: Postgres knows, Redis hints.
//
// What travels is a token, "tenant T has something ready", at most a few per tenant, over 16 shards by tenant hash, so
// that a tenant that floods gets no more turns than a quiet one.
//
// Tokens are conserved: one ends only when whoever worked on it saw nothing more to take, and no hint was refused to its tenant
// meanwhile. Otherwise it goes to the tail of its stream, where others get their turn first.
//
//	Hint ──XADD──▶ stream {kind:shard} ──XREADGROUP──▶ Take ──claim──▶ Done (XACK, XDEL) ──nothing more──▶ count down
//	                      ▲                                             │      │
//	                      ├──────────────────────XADD, at the tail◀─────┼──────┘ more, or a hint was refused
//	                      └───────────────XAUTOCLAIM◀───────────────────┘ died: pending past idle
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

// Token is a turn for a tenant. Whoever takes one claims one thing of that tenant, calls Done, and then does it: what is being
// done holds no token.
type Token struct {
	Kind   Kind
	Tenant assistant.TenantID
	ID     string // "" for a token made locally by the sweeper
}

// Queue is the hints' carrier. Errors mean that Redis is away; callers go on without.
type Queue interface {
	// Hint issues a token unless the tenant already has its share of them; one of those does not end then.
	Hint(ctx context.Context, k Kind, t assistant.TenantID) error
	// Tokens gives out tokens of a kind until ctx ends. While Redis is away it gives none and keeps trying.
	Tokens(ctx context.Context, k Kind) <-chan Token
	// Done ends a token's turn. With more, since there was more to take, the token goes to the tail instead of ending; and so
	// does one of whose tenant a hint was refused since the last one ended.
	Done(ctx context.Context, t Token, more bool) error
	// Publish tells every replica the news.
	Publish(ctx context.Context, n assistant.News) error
	// Listen gives the news of one conversation until ctx ends. Missing some is normal.
	Listen(ctx context.Context, c assistant.ConversationID) <-chan assistant.News
}
