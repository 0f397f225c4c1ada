package storage_test

import (
	"testing"

	"github.com/aisteam/aisteam/storage"
)

// TestStorageThatLacksSomethingIsNotOpened: one that is nil would be found out in the middle of a transaction.
func TestStorageThatLacksSomethingIsNotOpened(t *testing.T) {
	for what, without := range map[string]func(*storage.Config){
		"ids": func(c *storage.Config) { c.IDs = nil }, "a clock": func(c *storage.Config) { c.Now = nil }, "a logger": func(c *storage.Config) { c.Log = nil },
	} {
		cfg := config()
		cfg.Dir = t.TempDir()
		without(&cfg)
		if db, err := storage.Open(t.Context(), cfg); err == nil {
			t.Errorf("it is opened without %s: %v", what, db.Close())
		}
	}
}
