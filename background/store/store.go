// Package store keeps background tasks, the times that they were due, and the hooks by which events begin them. The ledger's migrations made
// the tables, and so they stand in every database before this package's are applied.
//
// A due time is taken up in one transaction: the task's words enter its conversation, and the next time is set. The timers of kind
// background and hook are this package's rows in the ledger's table, and so are the standing yeses that are given to a task.
package store

import (
	"context"
	"embed"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

//go:embed migrations
var migrations embed.FS

// Pack is what a ledger needs to have the tables.
func Pack() tables.Pack {
	return tables.Pack{Name: "background", Migrations: migrations, Starts: starts{}, Sealed: []string{hooksTable}}
}

// Tasks are the background tasks of a ledger.
type Tasks struct{ db tables.Ledger }

// New returns those that a ledger keeps.
func New(db tables.Ledger) Tasks { return Tasks{db} }

// tx is a transaction.
type tx struct {
	tables.Tx
	tables.Log // nil in one that writes nothing
}

// reads runs f in a transaction that writes nothing, unless something is wrong with what the verb was given.
func (d Tasks) reads(ctx context.Context, tenant assistant.TenantID, given error, f func(*tx) error) error {
	if given != nil {
		return given
	}
	return d.db.Within(ctx, tables.Scope{Tenant: tenant, Reads: true}, func(t tables.Tx) error { return f(&tx{Tx: t}) })
}

func (d Tasks) writes(ctx context.Context, tenant assistant.TenantID, given error, f func(*tx) error) error {
	return d.within(ctx, tables.Scope{Tenant: tenant}, given, f)
}

func (d Tasks) within(ctx context.Context, s tables.Scope, given error, f func(*tx) error) error {
	if given != nil {
		return given
	}
	return d.db.Appending(ctx, s, func(t tables.Tx, l tables.Log) error { return f(&tx{t, l}) })
}

// one queues a query of at most one row, and tells whether there was one.
func (t *tx) one(dests []any, sql string, args ...any) (found *bool) {
	found = new(bool)
	tables.One(t, found, dests, sql, args...)
	return found
}

func (t *tx) need(missing error, dests []any, sql string, args ...any) {
	tables.Need(t, missing, dests, sql, args...)
}

// lockPeople queues waiting for everybody else who changes who is who in the tenant.
func (t *tx) lockPeople(tenant assistant.TenantID) {
	t.Must(assistant.ErrNotFound, func(func(...any) error) error { return nil }, `select 1 from tenants where tenant_id = $1 :locked`, tenant)
}

// living queues reading a person, whoever they have become.
func (t *tx) living(tenant assistant.TenantID, id assistant.PersonID, to *assistant.Person) {
	t.need(assistant.ErrNotFound, tables.PersonDests(to), `select `+tables.PersonColumns+tables.LivingPerson(`$2`), tenant, id)
}

// due queues that a timer of a task or of events is due in their conversation.
func (t *tx) due(tenant assistant.TenantID, c assistant.ConversationID, kind assistant.TimerKind, ref string, at time.Time) {
	t.Exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at) values ($1, $2, $3, $4, 0, $5)
		on conflict (tenant_id, kind, ref, version) do update set due_at = excluded.due_at`, tenant, c, kind, ref, at)
}

// valid is [assistant.ErrNotFound] for ids from outside that are none, which one database would not even look for.
func valid[ID ~string](ids ...ID) error {
	for _, id := range ids {
		if !assistant.ValidID(string(id)) {
			return assistant.ErrNotFound
		}
	}
	return nil
}

// optional is like valid, and accepts an empty id.
func optional[ID ~string](id ID) error {
	if id == "" {
		return nil
	}
	return valid(id)
}

// named wraps an error with what was being done.
func named(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

// null is nothing for an empty id, and the id otherwise.
func null[ID ~string](id ID) any {
	if id == "" {
		return nil
	}
	return string(id)
}
