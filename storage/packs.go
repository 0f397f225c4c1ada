package storage

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Within runs a transaction of a pack's store. What comes of it, and what it costs, is as with the ledger's own verbs: conflicts
// are tried again, what the database can never store is [assistant.ErrUnstorable].
func (d Packs) Within(ctx context.Context, s tables.Scope, f func(tables.Tx) error) error {
	return d.within(ctx, s, func(t *tx) error { return f(packTx{t}) })
}

// Appending implements [tables.Ledger].
func (d Packs) Appending(ctx context.Context, s tables.Scope, f func(tables.Tx, tables.Log) error) error {
	return d.within(ctx, s, func(t *tx) error { return f(packTx{t}, packLog{t, map[assistant.ConversationID]*head{}}) })
}

func (d Packs) within(ctx context.Context, s tables.Scope, f func(*tx) error) error {
	switch err := optional(s.Person); {
	case err != nil:
		return err
	case s.Admin != nil:
		return d.asAdmin(ctx, s.Tenant, *s.Admin, f)
	}
	return d.in(ctx, mode{tenant: s.Tenant, person: s.Person, read: s.Reads, lazy: s.Lazy, retry: true}, f)
}

// Across implements [tables.Ledger].
func (d Packs) Across(ctx context.Context, find func(tables.Tx, *assistant.TenantID) error, within func(tables.Tx, assistant.TenantID) error) error {
	return d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		var tenant assistant.TenantID
		if err := find(packTx{t}, &tenant); err != nil {
			return err
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.become(tenant)
		return within(packTx{t}, tenant)
	})
}

// Seal implements [tables.Secrets].
func (d Packs) Seal(table string, tenant assistant.TenantID, id string, secret assistant.Secret) (string, error) {
	if err := d.seals.keeps(secret); err != nil {
		return "", err
	}
	return d.seals.seal(string(secret), packPlace(table, tenant, id)), nil
}

// Open implements [tables.Secrets].
func (d Packs) Open(table string, tenant assistant.TenantID, id, kept string) (assistant.Secret, error) {
	plain, err := d.seals.open(kept, packPlace(table, tenant, id))
	return assistant.Secret(plain), err
}

// packPlace is where the secret of a row is kept.
func packPlace(table string, tenant assistant.TenantID, id string) string {
	return strings.Join([]string{table, string(tenant), id, "secret"}, "\x00")
}

// packTx is a transaction as a pack knows it.
type packTx struct{ t *tx }

// Exec implements [tables.Tx].
func (p packTx) Exec(sql string, args ...any) { p.t.exec(sql, cleaned(args)...) }

// Must implements [tables.Tx].
func (p packTx) Must(missing error, row tables.Row, sql string, args ...any) {
	p.t.queue(&stmt{sql: sql, args: cleaned(args), row: row, must: missing})
}

// Each implements [tables.Tx].
func (p packTx) Each(row tables.Row, sql string, args ...any) {
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
			a = tables.Clean(s)
		}
		out[i] = a
	}
	return out
}
