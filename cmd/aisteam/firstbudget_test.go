package main

import (
	"crypto/rand"
	"log/slog"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// What a new install may spend in a day is bounded before anybody has set anything.
func TestAFirstStartHasABudget(t *testing.T) {
	t.Parallel()
	ids := assistant.NewIDs(time.Now, rand.Reader)
	db, err := storage.Open(t.Context(), storage.Config{Dir: servers.Embedded(t), IDs: ids, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tenant, owner, err := db.Tenants.Bootstrap(t.Context(), firstStart(ids))
	if err != nil {
		t.Fatal(err)
	}
	got, err := db.Spending.Spending(t.Context(), tenant.ID, owner.ID)
	if err != nil || got.Bounds != assistant.FirstSettings() || got.Bounds.DailyTokens <= 0 || got.Own.Held {
		t.Errorf("%+v %v", got, err)
	}
}
