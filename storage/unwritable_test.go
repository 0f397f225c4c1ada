package storage_test

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
	"github.com/aisteam/aisteam/executor/packs/tickets/store"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

// crowd does much at once, and tells how much of it failed.
func crowd(t *testing.T, db *storage.DB) {
	t.Helper()
	tenant, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			if _, err := store.New(db.Packs).CreateTicket(t.Context(), tenant.ID, strconv.Itoa(i), tickets.Ticket{Title: "t"}); err != nil {
				t.Error(err)
			}
			if _, err := db.Timers.Sweep(t.Context(), 0); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got, err := store.New(db.Packs).ListTickets(t.Context(), tenant.ID, "", 100); err != nil || len(got) != 60 {
		t.Errorf("%d tickets: %v", len(got), err)
	}
}

func TestAFullPoolWaits(t *testing.T) {
	cfg := config()
	cfg.DatabaseURL, cfg.Connections = servers.Postgres(t), 2
	crowd(t, open(t, cfg))
}

// The server may have fewer connections left than the pool would open.
func TestAServerWithoutConnectionsLeftIsWaitedFor(t *testing.T) {
	url := servers.Postgres(t)
	cfg := config()
	cfg.DatabaseURL = user(t, url, "three_at_once", "connection limit 3 in role aisteam_app, aisteam_engine")
	db, err := storage.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	crowd(t, db)
}

func TestReadySaysThatThePoolIsInUse(t *testing.T) {
	url := servers.Postgres(t)
	cfg := config()
	cfg.DatabaseURL, cfg.Connections = url, 2
	db := open(t, cfg)
	c := connect(t, url)
	tablekit.Run(t, c, `begin`)
	tablekit.Run(t, c, `lock table assistant_conversations in access exclusive mode`)
	var swept sync.WaitGroup
	swept.Go(func() { _, _ = db.Timers.Sweep(t.Context(), 0) })
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for db.Health.Connections()[1].InUse == 0 {
		<-tick.C
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := db.Health.Ready(ctx); storage.PressureOf(err) != storage.PressureCrowded {
		t.Errorf("ready says %v", err)
	}
	tablekit.Run(t, c, `rollback`)
	swept.Wait()
	if err := db.Health.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestConnectionsToAnOldPrimaryAreLeft: a primary that became a standby keeps its connections, which take no writes. New ones go where
// the address leads now.
func TestConnectionsToAnOldPrimaryAreLeft(t *testing.T) {
	url := servers.Postgres(t)
	cfg := config()
	cfg.DatabaseURL = user(t, url, "stays_standby", "in role aisteam_app, aisteam_engine")
	c := connect(t, url)
	tablekit.Run(t, c, `alter role stays_standby set default_transaction_read_only = on`)
	db, err := storage.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	write := func() error {
		_, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
		return err
	}
	if err := write(); storage.PressureOf(err) != storage.PressureReadOnly {
		t.Fatalf("a write says %v", err)
	}
	tablekit.Run(t, c, `alter role stays_standby reset default_transaction_read_only`)
	for within := time.Now().Add(10 * time.Second); write() != nil; {
		if time.Now().After(within) {
			t.Fatal("nothing is written, although new connections would take it")
		}
	}
}

// A server that has become a standby is read-only, and is found out to be none any more by a look.
func TestADatabaseThatTakesNoWritesIsSaid(t *testing.T) {
	url := servers.Postgres(t)
	cfg := config()
	cfg.DatabaseURL = user(t, url, "turns_standby", "in role aisteam_app, aisteam_engine")
	db, err := storage.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tenant, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, url)
	turn := func(to string) {
		tablekit.Run(t, c, `alter role turns_standby `+to)
		tablekit.Run(t, c, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'turns_standby'`)
	}
	turn(`set default_transaction_read_only = on`)
	within := time.Now().Add(10 * time.Second)
	for err = nil; storage.PressureOf(err) != storage.PressureReadOnly; {
		if _, err = store.New(db.Packs).CreateTicket(t.Context(), tenant.ID, "k", tickets.Ticket{Title: "t"}); time.Now().After(within) {
			t.Fatalf("a write says %v", err)
		}
	}
	if p := assistant.ProblemOf(err); p.Side != assistant.SideSystem || !p.Retry {
		t.Errorf("people are told %+v", p)
	}
	for err = nil; storage.PressureOf(err) != storage.PressureReadOnly; { // a connection or two were just ended
		if err = db.Health.Ready(t.Context()); time.Now().After(within) {
			t.Fatalf("ready says %v", err)
		}
	}
	if db.Health.Unwritable() == "" {
		t.Error("it is not said that nothing can be written")
	}
	turn(`reset default_transaction_read_only`)
	for err = db.Health.Ready(t.Context()); err != nil; err = db.Health.Ready(t.Context()) {
		if time.Now().After(within.Add(10 * time.Second)) {
			t.Fatal(err)
		}
	}
	if db.Health.Unwritable() != "" {
		t.Error("it is still said that nothing can be written")
	}
}
