package storage_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
	"github.com/aisteam/aisteam/executor/packs/tickets/store"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
	"github.com/aisteam/aisteam/storage/storagetest"
)

// refused opens storage and gives the line that it was refused with.
func refused(t *testing.T, url string) string {
	t.Helper()
	cfg := config()
	cfg.DatabaseURL = url
	db, err := storage.Open(t.Context(), cfg)
	if err == nil {
		_ = db.Close()
		return "not refused"
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than a line: %v", err)
	}
	return err.Error()
}

// user makes somebody who may log in, until the test is over.
func user(t *testing.T, url, name, rights string) string {
	t.Helper()
	c := connect(t, url)
	tablekit.Run(t, c, `create role `+name+` login `+rights)
	t.Cleanup(func() {
		if _, err := c.Exec(context.Background(), `drop role `+name); err != nil {
			t.Error(err)
		}
	})
	return strings.Replace(url, "aisteam_service@", name+"@", 1)
}

func TestALoginThatBypassesRowSecurityIsRefused(t *testing.T) {
	url := servers.Postgres(t)
	for _, address := range []string{
		servers.Superuser(url), user(t, url, "past_policies", "bypassrls in role aisteam_app, aisteam_engine"),
	} {
		for _, says := range []string{"DATABASE_URL", "row level security", "create role aisteam login", "grant aisteam_app, aisteam_engine to aisteam"} {
			if got := refused(t, address); !strings.Contains(got, says) {
				t.Errorf("%s: does not say %q: %s", address, says, got)
			}
		}
	}
	if got := refused(t, url); got != "not refused" {
		t.Error(got)
	}
}

// What the line says is what mends it.
func TestALoginWithoutTheRolesIsToldWhatToRun(t *testing.T) {
	url := servers.Postgres(t)
	address := user(t, url, "nobody_special", "")
	got := refused(t, address)
	_, line, _ := strings.Cut(got, "run ")
	line, _, found := strings.Cut(line, ";")
	if !found || !strings.HasPrefix(line, "grant aisteam_app, aisteam_engine to ") {
		t.Fatal(got)
	}
	tablekit.Run(t, connect(t, url), line)
	if got := refused(t, address); got != "not refused" {
		t.Error(got)
	}
}

func TestATableWhosePoliciesDoNotHoldIsRefused(t *testing.T) {
	url := servers.Postgres(t)
	c := connect(t, url)
	for _, change := range []string{"no force row level security", "disable row level security", "owner to aisteam_app"} {
		tablekit.Run(t, c, `alter table tickets `+change)
		if got := refused(t, url); !strings.Contains(got, "tickets") || !strings.Contains(got, "row level security") {
			t.Errorf("%s: %s", change, got)
		}
		tablekit.Run(t, c, `alter table tickets enable row level security, force row level security`)
		tablekit.Run(t, c, `alter table tickets owner to aisteam_owner`)
	}
	if got := refused(t, url); got != "not refused" {
		t.Error(got)
	}
}

// Who may not change the schema is told who may, and a database that is up to date is nobody's to change.
func TestAServiceUserIsToldWhoMigrates(t *testing.T) {
	url := strings.Replace(servers.EmptyPostgres(t), "aisteam_owner@", "aisteam_service@", 1)
	err := storage.Migrate(t.Context(), storage.Config{DatabaseURL: url})
	if err == nil || !strings.Contains(err.Error(), "aisteam migrate") || !strings.Contains(err.Error(), "create role aisteam_app nologin") {
		t.Error(err)
	}
	if got := refused(t, url); !strings.Contains(got, "aisteam migrate") {
		t.Error(got)
	}
	if err := storage.Migrate(t.Context(), storage.Config{DatabaseURL: servers.Postgres(t)}); err != nil {
		t.Error(err)
	}
}

// everybody does one of each kind of write, in several tenants, over and over.
func everybody(t *testing.T, db *storage.DB, between func()) {
	t.Helper()
	own, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	tenants := []assistant.TenantID{own.ID}
	for _, team := range []string{"T1", "T2"} {
		between()
		in, err := db.Installs.SaveInstall(t.Context(), assistant.Install{Team: team, App: "A1", By: "U1", Tokens: assistant.Tokens{Access: "xoxb"}})
		if err != nil {
			t.Fatal(err)
		}
		tenants = append(tenants, in.Tenant)
	}
	for i := range 12 {
		between()
		tenant := tenants[i%len(tenants)]
		if _, err := store.New(db.Packs).CreateTicket(t.Context(), tenant, time.Duration(i).String(), tickets.Ticket{Title: "t"}); err != nil {
			t.Fatal(err)
		}
		between()
		if all, err := store.New(db.Packs).ListTickets(t.Context(), tenant, "", 100); err != nil || len(all) != i/len(tenants)+1 {
			t.Errorf("tenant %d has %d tickets: %v", i%len(tenants), len(all), err)
		}
		between()
		if _, err := db.Timers.Sweep(t.Context(), 0); err != nil {
			t.Error(err)
		}
	}
}

// witness makes tables say as whom they are written to.
func witness(t *testing.T, url string) (written func(want ...string)) {
	t.Helper()
	c := connect(t, url)
	tablekit.Run(t, c, `alter table tickets add column written_by text default current_user`)
	tablekit.Run(t, c, `alter table tenants add column written_by text default current_user`)
	tablekit.Run(t, c, `grant insert (written_by) on tenants to aisteam_engine`)
	return func(want ...string) {
		t.Helper()
		got := tablekit.Texts(t, c, `select distinct written_by from tickets union select distinct written_by from tenants order by 1`)
		if !slices.Equal(got, want) {
			t.Errorf("written by %v, want %v", got, want)
		}
	}
}

// Whatever stands between may reset what was said of the connection.
func TestAResetConnectionDoesNotDropTheRole(t *testing.T) {
	for _, reset := range []string{"reset role", "discard all", "reset session authorization"} {
		t.Run(reset, func(t *testing.T) {
			cfg := config()
			url := servers.Postgres(t)
			cfg.DatabaseURL = url + "&pool_max_conns=1&default_query_exec_mode=cache_describe"
			written := witness(t, url)
			db := open(t, cfg)
			everybody(t, db, func() {
				if err := storage.Disturb(t.Context(), db, reset); err != nil {
					t.Fatal(err)
				}
			})
			written("aisteam_app", "aisteam_engine")
		})
	}
}

func TestAPoolerDoesNotDropTheRole(t *testing.T) {
	direct := servers.Postgres(t)
	cfg := config()
	cfg.DatabaseURL = servers.Pooled(t, direct)
	written := witness(t, direct)
	everybody(t, open(t, cfg), func() {})
	written("aisteam_app", "aisteam_engine")
}

// With connections that are somebody else's after each transaction, everything is as without. Each change tries some of it.
func TestPostgresBehindAPoolerKeepsEveryPromise(t *testing.T) {
	pooled := func(t *testing.T) *storage.DB {
		t.Helper()
		cfg := config()
		cfg.DatabaseURL = servers.Pooled(t, servers.EmptiedPostgres(t))
		return open(t, cfg)
	}
	storagetest.Chosen(t, pooled, func(laws map[string]func(*testing.T)) []string { return sampled.Names(t, laws, 50) })
}
