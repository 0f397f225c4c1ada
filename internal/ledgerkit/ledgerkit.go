// Package ledgerkit opens a ledger of a test's own, with a tenant in it: the real storage, embedded unless the test names a
// Postgres.
package ledgerkit

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/store"
	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// Verbs are those of a ledger and of its packs' stores, for code that needs several of them.
type Verbs struct {
	storage.Verbs
	BackgroundTasks
}

// BackgroundTasks are those of a ledger.
type BackgroundTasks = store.Tasks

// DB is an open ledger, with what its packs keep.
type DB struct {
	*storage.DB

	Verbs       Verbs
	Backgrounds BackgroundTasks
}

// Bare opens a ledger without a tenant.
func Bare(ctx context.Context, c storage.Config) (*DB, error) {
	c.Packs = stores.All()
	db, err := storage.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	kept := store.New(db.Packs)
	return &DB{db, Verbs{db.Verbs, kept}, kept}, nil
}

// Ledger is a ledger and whose it is.
type Ledger struct {
	*DB

	IDs    *assistant.IDs
	Log    *slog.Logger
	Tenant assistant.TenantID
	Owner  assistant.Person
}

// Open opens the ledger for the length of the test. What the config leaves open is as a test wants it: a directory of its own,
// the real clock, random ids and no log. The tenant belongs to Olga and has these projects.
func Open(tb testing.TB, c storage.Config, projects ...assistant.Project) *Ledger {
	tb.Helper()
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.IDs == nil {
		c.IDs = assistant.NewIDs(c.Now, rand.Reader)
	}
	if c.DatabaseURL == "" && c.Dir == "" {
		c.Dir = servers.Embedded(tb)
	}
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	db, err := Bare(tb.Context(), c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	home, owner, err := db.Tenants.Bootstrap(tb.Context(), assistant.Seed{
		Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}, Projects: projects,
	})
	if err != nil {
		tb.Fatal(err)
	}
	return &Ledger{DB: db, IDs: c.IDs, Log: c.Log, Tenant: home.ID, Owner: owner}
}
