// Package tables is how a pack keeps tables of its own: what it hands in, and the transactions that its store works in.
//
// A table of a pack names its tenant in tenant_id. One that names a person in person_id is private: its rows are that person's, and
// nobody else in the tenant reads or writes them. On Postgres the pack's migrations give each table its policies, by_tenant and, where it is
// private, the restrictive by_person beside it; on the embedded database, which has one tenant, the verbs of the pack see to it. The suite
// in internal/tablekit reads the catalogue and tries the pack on both.
package tables

import (
	"context"
	"io/fs"

	"github.com/aisteam/aisteam/assistant"
)

// Pack is what a pack hands in to have its tables.
type Pack struct {
	Name       string // a word in lowercase letters, which names the table of what was applied: see [Pack.Versions]
	Migrations fs.FS  // with the folders migrations/postgres and migrations/sqlite, numbered alike from 00001 on; they are applied after the ledger's own

	Starts Starts   // nil for a pack of which nothing starts work by itself
	Sealed []string // tables with the columns id, tenant_id, secret and sealed_by, whose secrets [Secrets] seals
}

// Versions is the table that records which of the pack's migrations were applied.
func (p Pack) Versions() string { return p.Name + "_db_version" }

// Scope is whose data a transaction works on. Postgres itself hides everybody else's.
type Scope struct {
	Tenant assistant.TenantID
	Person assistant.PersonID // whose private rows it works on; "" for none
	Admin  *assistant.Actor   // who must be an admin until the commit, else [assistant.ErrNotAdmin]; nil checks nobody
	Reads  bool               // it writes nothing
	Lazy   bool               // losing it in a crash of the database is harmless
}

// DB is the ledger as the store of a pack knows it.
type DB interface {
	// Within runs f in one transaction and commits it. After a conflict f is run again from its start, so it resets whatever it collects
	// for its caller. A scope whose ids are none is [assistant.ErrNotFound].
	Within(ctx context.Context, s Scope, f func(Tx) error) error
}

// Tx is a transaction. Statements are queued, and sent together: what they find is there after the next Flush, or when the transaction has
// been committed. Both databases are given the same text, with $1 for the first argument and the tokens of storage's dialect: :now is the database's
// clock, :after($1) and :before($1) are so long from now, :locked ends a query whose rows nobody else may change meanwhile.
type Tx interface {
	// Exec queues a statement that gives no rows.
	Exec(sql string, args ...any)
	// Must queues a statement that fails the transaction with this error where it finds or changes nothing. Row is called for each row of
	// its result, and is nil for one that gives none.
	Must(missing error, row Row, sql string, args ...any)
	// Each queues a query. Row is called for each row of its result.
	Each(row Row, sql string, args ...any)
	// Flush sends what is queued, and keeps the transaction open.
	Flush(ctx context.Context) error
	// NewID is an id that nobody has.
	NewID() string
}

// Row reads a row of a result.
type Row = func(scan func(dests ...any) error) error

// Into reads each row of a result into one more of a list, whose columns go where dests says.
func Into[T any](to *[]T, dests func(*T) []any) Row {
	return func(scan func(...any) error) error {
		var row T
		err := scan(dests(&row)...)
		*to = append(*to, row)
		return err
	}
}

// One queues a query of at most one row. Found is set where there is one.
func One(t Tx, found *bool, dests []any, sql string, args ...any) {
	*found = false
	t.Each(func(scan func(...any) error) error {
		*found = true
		return scan(dests...)
	}, sql, args...)
}

// Need queues a query of one row, and fails the transaction with the given error if there is none.
func Need(t Tx, missing error, dests []any, sql string, args ...any) {
	t.Must(missing, func(scan func(...any) error) error { return scan(dests...) }, sql, args...)
}
