package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant/tables"
)

// Within runs a transaction of a pack's store. What comes of it, and what it costs, is as with the ledger's own verbs: conflicts
// are tried again, what the database can never store is [assistant.ErrUnstorable].
func (d Packs) Within(ctx context.Context, s tables.Scope, f func(tables.Tx) error) error {
	if err := optional(s.Person); err != nil {
		return err
	}
	return d.in(ctx, mode{tenant: s.Tenant, person: s.Person, read: s.Reads, retry: true}, func(t *tx) error { return f(packTx{t}) })
}

// packTx is a transaction as a pack knows it.
type packTx struct{ t *tx }

// Exec implements [tables.Tx].
func (p packTx) Exec(sql string, args ...any) { p.t.exec(sql, cleaned(args)...) }

// Must implements [tables.Tx].
func (p packTx) Must(missing error, sql string, args ...any) {
	p.t.must(missing, sql, cleaned(args)...)
}

// Each implements [tables.Tx].
func (p packTx) Each(row func(scan func(...any) error) error, sql string, args ...any) {
	p.t.each(row, sql, cleaned(args)...)
}

// Flush implements [tables.Tx].
func (p packTx) Flush(ctx context.Context) error { return p.t.flush(ctx) }

// NewID implements [tables.Tx].
func (p packTx) NewID() string { return p.t.ids.New() }

// cleaned are the arguments with texts that either database keeps: no pack can forget to ask for that.
func cleaned(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		if s, is := a.(string); is {
			a = clean(s)
		}
		out[i] = a
	}
	return out
}
