// Package store keeps a workspace in tables of the pack's own.
//
// What somebody may see is asked in every query (sees) and, on Postgres, by the policies of the tables again: the projects of their
// organisation, of their teams, their own and those that they take part in, and what is in these. A row counts its changes in its version, and
// is written only over the version that was seen. Whatever is written is in the feed by the same transaction; the databases refuse to change
// the feed.
package store

import (
	"context"
	"embed"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

//go:embed migrations
var migrations embed.FS

// Pack is what a ledger needs to have the tables.
func Pack() tables.Pack { return tables.Pack{Name: "workspace", Migrations: migrations} }

// Workspace is what the ledger keeps of it.
type Workspace struct {
	db  tables.DB
	ago time.Duration // so long ago is when it writes that something was done
}

// New returns the workspace that a ledger keeps.
func New(db tables.DB) Workspace { return Workspace{db: db} }

// Ago returns the workspace as it writes what was done so long ago, such as what is brought along from elsewhere.
func Ago(s Workspace, d time.Duration) Workspace {
	s.ago = d
	return s
}

// earlier is a transaction that writes as of some time ago.
type earlier struct {
	tables.Tx

	ago time.Duration
}

// Exec implements [tables.Tx].
func (e earlier) Exec(sql string, args ...any) {
	if e.ago > 0 && strings.Contains(sql, ":now") {
		args = append(args, e.ago)
		sql = strings.ReplaceAll(sql, ":now", ":before($"+strconv.Itoa(len(args))+")")
	}
	e.Tx.Exec(sql, args...)
}

// read runs queries for a viewer.
func (s Workspace) read(ctx context.Context, v workspace.Viewer, f func(tables.Tx) error) error {
	return s.within(ctx, v, true, f)
}

// write runs a transaction that changes something for a viewer.
func (s Workspace) write(ctx context.Context, v workspace.Viewer, f func(tables.Tx) error) error {
	return s.within(ctx, v, false, f)
}

func (s Workspace) within(ctx context.Context, v workspace.Viewer, reads bool, f func(tables.Tx) error) error {
	if v.Person == "" { // of nobody in particular the ledger asks nothing
		return assistant.ErrNotFound
	}
	return s.db.Within(ctx, tables.Scope{Tenant: v.Tenant, Person: v.Person, Reads: reads}, func(t tables.Tx) error { return f(earlier{t, s.ago}) })
}

// wrap says what was being done.
func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// orNull is nothing for an empty id.
func orNull[T ~string](id T) any {
	if id == "" {
		return nil
	}
	return string(id)
}
