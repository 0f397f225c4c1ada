package tables

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Ledger is the ledger as a store knows it whose work begins in its own rows: what it keeps and what it says in a conversation are written in
// one transaction.
type Ledger interface {
	DB
	Secrets

	// Appending is Within for a transaction that may write into the logs of conversations.
	Appending(ctx context.Context, s Scope, f func(Tx, Log) error) error
	// Across finds whose something is, as the role that reads of every tenant the little that finding takes, and goes on in a transaction of
	// that tenant. It writes nothing.
	Across(ctx context.Context, find func(Tx, *assistant.TenantID) error, within func(Tx, assistant.TenantID) error) error
}

// Log is what a transaction writes into the ledger.
type Log interface {
	// Lock queues the lock on a conversation, which is taken before any other by whoever appends to it. It is held after the next Flush.
	Lock(c assistant.ConversationID)
	// Append queues messages for the log of a conversation that is locked, with what comes of them. It gives them as they are kept.
	Append(c assistant.ConversationID, ms ...assistant.Message) ([]assistant.Message, error)
	// Tell sends somebody a message of the log where they want to hear of it; "" is an admin whom a platform reaches.
	Tell(ctx context.Context, m assistant.Message, who assistant.PersonID) error
	// Channel returns the conversation of a channel itself, outside its threads, and begins it if there is none. The person who
	// asks becomes a member. It locks the tenant's people.
	Channel(ctx context.Context, in assistant.Channel, who assistant.PersonID) (assistant.ConversationID, error)
}

// Secrets seal what is kept for one row of a table; it opens nowhere else. Without a key it is kept as it is.
type Secrets interface {
	// Seal is [assistant.ErrUnstorable] for what would be read as sealed already.
	Seal(table string, tenant assistant.TenantID, id string, secret assistant.Secret) (string, error)
	Open(table string, tenant assistant.TenantID, id, kept string) (assistant.Secret, error)
}

// Starts are a pack's rows that start work by themselves: when due, each says its words in a conversation in its owner's name. The
// ledger tells the pack what happens to people and to the runs, in the same transaction.
type Starts interface {
	// Rows is a query of all of them: id, tenant_id, owner_id, title, words, lives (it may start yet), again (it may do so more than once)
	// and hooked (by what happens outside).
	Rows() string
	// Ended queues ending what belongs to the person $2 of the tenant $1, if the condition says that they have no rights any more.
	Ended(t Tx, tenant assistant.TenantID, who assistant.PersonID, where string)
	// Linked queues that those of one person are another's, who they have become.
	Linked(t Tx, tenant assistant.TenantID, from, into assistant.PersonID)
	// Failed queues noting that what came of some words failed. Words is an expression over the arguments, of which the tenant is the first.
	Failed(t Tx, words string, args ...any)
	// Done queues counting how often a person's, everybody's of "", were to start lately, and how often that came to nothing.
	Done(t Tx, tenant assistant.TenantID, who assistant.PersonID, lately time.Duration, to *assistant.DayDone)
}
