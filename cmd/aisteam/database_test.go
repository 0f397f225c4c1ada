package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/internal/servers"
)

// ownRedis is the environment of a Redis in which nobody else has the same names.
func ownRedis(tb testing.TB) []string {
	tb.Helper()
	const longest = 64
	name := strings.NewReplacer("/", ".", "_", ".").Replace(tb.Name())
	return []string{"REDIS_URL=" + servers.Redis(tb), "AISTEAM_REDIS_PREFIX=" + name[max(0, len(name)-longest):]}
}

// administered is a Postgres as a company has one: it asks for passwords, and its administrator has run what we print.
type administered struct {
	*servers.Server
	t     *testing.T
	admin *pgx.Conn
	port  string
}

func newAdministered(t *testing.T) *administered {
	t.Helper()
	server, err := servers.StartPostgres(t.Context(), servers.Options{TCP: true})
	if errors.Is(err, servers.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT TESTED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	parsed, err := pgx.ParseConfig(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	a := &administered{Server: server, t: t, port: strconv.Itoa(int(parsed.Port))}
	if a.admin, err = pgx.Connect(t.Context(), server.URL()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.admin.Close(context.Background()) })
	var rules string
	if err := a.admin.QueryRow(t.Context(), "show hba_file").Scan(&rules); err != nil {
		t.Fatal(err)
	}
	text := "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
	if err := os.WriteFile(rules, []byte(text), 0o644); err != nil { // another account reads it
		t.Fatal(err)
	}
	a.run("select pg_reload_conf()")
	return a
}

func (a *administered) run(sql string) {
	a.t.Helper()
	if _, err := a.admin.Exec(a.t.Context(), sql); err != nil {
		a.t.Fatalf("%s: %v", sql, err)
	}
}

func (a *administered) url(user, password, database, query string) string {
	return fmt.Sprintf("postgres://%s:%s@127.0.0.1:%s/%s?%s", user, password, a.port, database, query)
}

// command runs the command to its end, and gives what it said.
func (a *administered) command(t *testing.T, url string, args ...string) (string, int) {
	t.Helper()
	for name, value := range map[string]string{
		"DATABASE_URL": url, "REDIS_URL": "", "AISTEAM_DATABASE_WAIT": "0", "AISTEAM_DATA": filepath.Join(t.TempDir(), "data"), "AISTEAM_ADDR": "127.0.0.1:0",
		"AISTEAM_TOKEN": testToken, "AI_PRIMARY_PROVIDER": "rehearsal", "LOG_LEVEL": "error",
	} {
		t.Setenv(name, value)
	}
	r, w := io.Pipe()
	said := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(r)
		said <- string(text)
	}()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	code := run(ctx, args, w, w, hooks{})
	_ = w.Close()
	return strings.TrimSpace(<-said), code
}

// What is printed for the administrator is all that it takes: the owner migrates and the service serves, neither of whom may
// make roles, and the service may change no table.
func TestAServiceWithoutRightsOfItsOwn(t *testing.T) {
	a := newAdministered(t)
	sql, code := a.command(t, "", "migrate", "--sql")
	if code != exitClean {
		t.Fatal(sql)
	}
	for statement := range strings.SplitSeq(sql, ";\n") {
		a.run(strings.TrimSuffix(statement, ";"))
	}
	owner, service := a.url("aisteam_owner", "CHANGE-ME-1", "aisteam", "sslmode=disable"), a.url("aisteam_service", "CHANGE-ME-2", "aisteam", "sslmode=disable")

	if said, code := a.command(t, service, "serve"); code != exitUsage || !strings.Contains(said, "run `aisteam migrate`") {
		t.Errorf("before the migration: %d %s", code, said)
	}
	if said, code := a.command(t, owner, "migrate"); code != exitClean {
		t.Fatalf("migrate: %d %s", code, said)
	}
	k := newChild(t, "DATABASE_URL="+service)
	k.startReady()
	if got := (api{t, k}).chat("", "hello").text(); got == "" {
		t.Error("no answer")
	}
	c, err := pgx.Connect(t.Context(), service)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	for _, ddl := range []string{"create table mine (x int)", "alter table tickets add column x int", "create role more", "delete from goose_db_version"} {
		if _, err := c.Exec(t.Context(), ddl); err == nil {
			t.Errorf("the service may %s", ddl)
		}
	}
	k.kill()
	a.refusals(t, service)

	t.Run("coming up", func(t *testing.T) {
		a.run("checkpoint") // this Postgres syncs nothing by itself
		if err := a.Crash(); err != nil {
			t.Fatal(err)
		}
		late := newChild(t, "DATABASE_URL="+service)
		late.start()
		eventually(t, patience, "it says that it waits", func() bool { return strings.Contains(late.log.text(), "waiting for the database") })
		if err := a.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		eventually(t, patience, "it is ready", late.ready)
		if n := strings.Count(late.log.text(), "waiting for the database"); n != 1 {
			t.Errorf("it said so %d times", n)
		}
	})
}

// refusals: each of what can be wrong with an address is one line that names the variable and the mend.
func (a *administered) refusals(t *testing.T, service string) {
	t.Helper()
	for _, r := range []struct {
		name, url string
		says      []string
		before    string
		after     string
		pretend   func(*testing.T)
	}{
		{name: "wrong password", url: a.url("aisteam_service", "wrong", "aisteam", "sslmode=disable"), says: []string{"password", "alter role"}},
		{name: "nobody of that name", url: a.url("nobody_such", "x", "aisteam", "sslmode=disable"), says: []string{"nobody_such"}},
		{name: "no such database", url: a.url("aisteam_service", "CHANGE-ME-2", "elsewhere", "sslmode=disable"), says: []string{"elsewhere", "create database"}},
		{name: "no TLS there", url: a.url("aisteam_service", "CHANGE-ME-2", "aisteam", "sslmode=require"), says: []string{"TLS", "sslmode"}},
		{name: "nobody listens", url: "postgres://aisteam_service@127.0.0.1:1/aisteam?sslmode=disable", says: []string{"nobody answers", "127.0.0.1:1"}},
		{
			name: "may not connect", url: service, says: []string{"aisteam migrate --sql"},
			before: "revoke connect on database aisteam from aisteam_service", after: "grant connect on database aisteam to aisteam_service",
		},
		{
			name: "a standby", url: service, says: []string{"no writes", "primary"},
			before: "alter role aisteam_service set default_transaction_read_only = on", after: "alter role aisteam_service reset default_transaction_read_only",
		},
		{
			name: "no connection left", url: service, says: []string{"AISTEAM_DATABASE_CONNECTIONS"},
			before: "alter role aisteam_service connection limit 0", after: "alter role aisteam_service connection limit -1",
		},
		{name: "a superuser", url: a.url("postgres", "", "aisteam", "sslmode=disable"), says: []string{"superuser"}},
		{name: "a newer schema", url: service, says: []string{"newer program", "backup"}, pretend: a.newer},
	} {
		t.Run(r.name, func(t *testing.T) {
			if r.pretend != nil {
				r.pretend(t)
			}
			if r.before != "" {
				a.run(r.before)
			}
			said, code := a.command(t, r.url, "serve")
			if r.after != "" {
				a.run(r.after)
			}
			if code != exitUsage || strings.Contains(said, "\n") || strings.Contains(said, "CHANGE-ME") {
				t.Errorf("%d %s", code, said)
			}
			for _, word := range append(r.says, "aisteam: ") {
				if !strings.Contains(said, word) {
					t.Errorf("it does not say %q: %s", word, said)
				}
			}
			t.Log(said)
		})
	}
}

// newer pretends, until the test is over, that a later program was here.
func (a *administered) newer(t *testing.T) {
	t.Helper()
	address, err := servers.WithDatabase(a.URL(), "aisteam")
	if err != nil {
		t.Fatal(err)
	}
	do := func(sql string) {
		c, err := pgx.Connect(context.Background(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(context.Background())
		if _, err := c.Exec(context.Background(), sql); err != nil {
			t.Error(err)
		}
	}
	do("insert into goose_db_version (version_id, is_applied) values (99999, true)")
	t.Cleanup(func() { do("delete from goose_db_version where version_id = 99999") })
}
