package storage_test

import (
	"crypto/rand"
	"log/slog"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/store"
	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
	"github.com/aisteam/aisteam/storage/storagetest"
)

func config() storage.Config {
	return storage.Config{IDs: assistant.NewIDs(time.Now, rand.Reader), Now: time.Now, Log: slog.New(slog.DiscardHandler), FilesRoom: storagetest.FilesRoom, Packs: stores.All()}
}

func open(t *testing.T, cfg storage.Config) *storage.DB {
	t.Helper()
	db, err := storage.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// background are the background tasks of a ledger.
func background(db *storage.DB) store.Tasks { return store.New(db.Packs) }

func onPostgres(t *testing.T) *storage.DB {
	t.Helper()
	cfg := config()
	cfg.DatabaseURL = servers.EmptiedPostgres(t)
	return open(t, cfg)
}

func onSQLite(t *testing.T) *storage.DB {
	t.Helper()
	cfg := config()
	cfg.Dir = servers.Embedded(t)
	return open(t, cfg)
}

func TestPostgresKeepsEveryPromise(t *testing.T) { storagetest.Conformance(t, onPostgres) }

func TestSQLiteKeepsEveryPromise(t *testing.T) { storagetest.Conformance(t, onSQLite) }
