package servers_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/internal/servers"
)

func need(t *testing.T, s *servers.Server, err error) *servers.Server {
	t.Helper()
	if errors.Is(err, servers.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT TESTED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ask(t *testing.T, url, sql string) string {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	var out string
	if err := c.QueryRow(t.Context(), sql).Scan(&out); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return out
}

func TestACrashedPostgresComesBackWithWhatWasCommitted(t *testing.T) {
	s, err := servers.StartPostgres(t.Context(), servers.Options{Durable: true, TCP: true, Config: []string{"max_connections=20"}})
	s = need(t, s, err)
	if got := ask(t, s.URL(), `show fsync`) + ask(t, s.URL(), `show max_connections`); got != "on20" {
		t.Errorf("settings are %s", got)
	}
	c, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(t.Context(), `create table kept as select 'yes'::text as word`); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Crash(); err != nil {
		t.Fatal(err)
	}
	if _, err := pgx.Connect(t.Context(), s.URL()); err == nil || s.PID() != 0 {
		t.Fatalf("it still answers as process %d", s.PID())
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, s.URL(), `select word from kept`); got != "yes" {
		t.Errorf("kept %s", got)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
}

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	a, b := servers.Postgres(t), servers.Postgres(t)
	if a == b {
		t.Fatal("shared")
	}
	if got := ask(t, a, `select count(*)::text from tenants`); got != "0" {
		t.Errorf("%s tenants in a fresh database", got)
	}
	if got := ask(t, servers.EmptyPostgres(t), `select count(*)::text from pg_tables where schemaname = 'public'`); got != "0" {
		t.Errorf("%s tables in an empty database", got)
	}
}

func TestRedisForgetsWhenItCrashes(t *testing.T) {
	s, err := servers.StartRedis(t.Context(), servers.Options{})
	s = need(t, s, err)
	o, err := redis.ParseURL(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(o)
	defer c.Close()
	if err := c.Set(t.Context(), "k", "v", 0).Err(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Crash(), s.Restart(t.Context())); err != nil {
		t.Fatal(err)
	}
	if err := c.Get(t.Context(), "k").Err(); !errors.Is(err, redis.Nil) {
		t.Errorf("after the crash: %v", err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
}

const inChild = "SERVERS_TEST_CHILD"

// A test binary that is killed leaves neither server nor directory.
func TestNothingIsLeftWhenTheStarterIsKilled(t *testing.T) {
	if os.Getenv(inChild) != "" {
		println(servers.Postgres(t)) // on stderr, unbuffered
		// Reading waits without a word of the runtime about goroutines that
		// are all asleep, which a bare select earns where no timer runs.
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	need(t, nil, binaries())
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), inChild+"=1")
	in, err := cmd.StdinPipe() // open until the child is killed
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := pgx.ParseConfig(strings.TrimSpace(url))
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	deadline := time.After(3 * time.Minute)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if _, err := os.Stat(cfg.Host); errors.Is(err, os.ErrNotExist) {
			return
		}
		select {
		case <-deadline:
			t.Fatalf("%s is still there", cfg.Host)
		case <-tick.C:
		}
	}
}

// binaries tells whether there is a Postgres to start.
func binaries() error {
	s, err := servers.StartPostgres(context.Background(), servers.Options{})
	if err != nil {
		return err
	}
	return s.Stop()
}
