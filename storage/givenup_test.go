package storage_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestAConnectionWhoseCallerGaveUpIsWhole: a stop, a browser that goes away or a deadline may end a transaction at any moment, also as it
// begins. Whoever has its connection next is served.
func TestAConnectionWhoseCallerGaveUpIsWhole(t *testing.T) {
	cfg := config()
	cfg.Dir = t.TempDir()
	db := open(t, cfg)
	tenant, owner, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3000 {
		ctx, cancel := context.WithCancel(t.Context())
		var both sync.WaitGroup
		both.Go(func() {
			for range n % 300 * 20 { // a while, a little longer each time
				_ = ctx.Err()
			}
			cancel()
		})
		both.Go(func() {
			_, _ = db.People.Person(ctx, tenant.ID, owner.ID)
			_ = db.Tenants.SaveSettings(ctx, tenant.ID, owner.ID, assistant.DefaultSettings())
		})
		both.Wait()
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 20 {
		if _, err := db.People.Person(ctx, tenant.ID, owner.ID); err != nil {
			t.Fatalf("to read: %v", err)
		}
		if err := db.Tenants.SaveSettings(ctx, tenant.ID, owner.ID, assistant.DefaultSettings()); err != nil {
			t.Fatalf("to write: %v", err)
		}
	}
}
