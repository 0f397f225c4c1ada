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
}

// Versions is the table in which a database keeps what was applied of the pack's migrations.
func (p Pack) Versions() string { return p.Name + "_db_version" }

// Scope is for whom a transaction works. On Postgres the database itself shows it nothing of anybody else.
type Scope struct {
	Tenant assistant.TenantID
	Person assistant.PersonID // whose private rows it works on; "" for none
	Reads  bool               // it writes nothing
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
	// Must is Exec for one that fails the transaction with this error where it changes nothing.
	Must(missing error, sql string, args ...any)
	// Each queues a query. Row is called for each row of its result.
	Each(row func(scan func(dests ...any) error) error, sql string, args ...any)
	// Flush sends what is queued, and keeps the transaction open.
	Flush(ctx context.Context) error
	// NewID is an id that nobody has.
	NewID() string
}

// One queues a query of at most one row. Found is set where there is one.
func One(t Tx, found *bool, dests []any, sql string, args ...any) {
	*found = false
	t.Each(func(scan func(...any) error) error {
		*found = true
		return scan(dests...)
	}, sql, args...)
}

// Owned is the condition that a row is a person's whose id is an argument: it names them, or somebody who has become them since by
// joining two accounts.
func Owned(column, person string) string {
	return column + ` in (select o.id from persons o where coalesce(o.merged_into, o.id) = ` + person + `)`
}
