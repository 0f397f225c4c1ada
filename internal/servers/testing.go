package servers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// shared holds the test binary's servers, one of each, because starting one takes longer than most tests. Their watchers end
// them with it.
var shared struct {
	postgres once
	redis    once
	pooler   once
	number   atomic.Int64
}

type once struct {
	sync.Mutex
	server *Server
}

const template = "aisteam_template"

// Postgres gives the test a database of its own, brought up to date, on a Postgres that the test binary shares. The address
// is the service's user's, who is nothing special, as in an installation. Without Postgres on the machine the test is
// skipped, or fails where CI=true is set.
func Postgres(tb testing.TB) (url string) {
	tb.Helper()
	url, name := database(tb)
	tb.Cleanup(func() {
		if !tb.Failed() {
			administer(tb, shared.postgres.server.URL(), `drop database `+name+` with (force)`)
		}
	})
	return url
}

// database makes a database from the template; it is there until the server ends.
func database(tb testing.TB) (url, name string) {
	tb.Helper()
	server := start(tb, &shared.postgres, func(ctx context.Context) (*Server, error) {
		s, err := StartPostgres(ctx, Options{})
		if err != nil {
			return nil, err
		}
		if err := makeTemplate(ctx, s.URL()); err != nil {
			return nil, errors.Join(err, s.Stop())
		}
		return s, nil
	})
	name = fmt.Sprintf("test_%d", shared.number.Add(1))
	administer(tb, server.URL(), `create database `+name+` template `+template+` owner `+owner)
	url, err := WithDatabase(server.URL(), name)
	if err != nil {
		tb.Fatal(err)
	}
	return as(url, service), name
}

func makeTemplate(ctx context.Context, url string) error {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	_, err = c.Exec(ctx, `create database `+template)
	if err := errors.Join(err, c.Close(ctx)); err != nil {
		return fmt.Errorf("make template: %w", err)
	}
	at, err := WithDatabase(url, template)
	if err != nil {
		return err
	}
	_, err = Install(ctx, at)
	return err
}

// EmptyPostgres gives the test an empty database of its own. The address is its owner's.
func EmptyPostgres(tb testing.TB) (url string) {
	tb.Helper()
	url = Postgres(tb)
	c, err := pgx.ParseConfig(url)
	if err != nil {
		tb.Fatal(err)
	}
	administer(tb, shared.postgres.server.URL(), `drop database `+c.Database+` with (force)`)
	administer(tb, shared.postgres.server.URL(), `create database `+c.Database+` owner `+owner)
	return Owner(url)
}

// Pooled gives the address of a test's database behind a pooler that the test binary shares. Without one on the machine the
// test is skipped, or fails where CI=true is set.
func Pooled(tb testing.TB, address string) (url string) {
	tb.Helper()
	server := start(tb, &shared.pooler, func(ctx context.Context) (*Server, error) { return StartPooler(ctx, address) })
	c, err := pgx.ParseConfig(address)
	if err == nil {
		url, err = WithDatabase(server.URL(), c.Database)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return url
}

// Redis gives the address of a Redis that the test binary shares; it may hold what other tests put there, so tests use
// keys, tenants, or one of its 64 databases, of their own. Without Redis on the machine the test is skipped, or fails where CI=true is set.
func Redis(tb testing.TB) (url string) {
	tb.Helper()
	return start(tb, &shared.redis, func(ctx context.Context) (*Server, error) {
		return StartRedis(ctx, Options{Config: []string{"--databases 64"}})
	}).URL()
}

func start(tb testing.TB, o *once, f func(context.Context) (*Server, error)) *Server {
	tb.Helper()
	o.Lock()
	defer o.Unlock()
	if o.server != nil {
		return o.server
	}
	s, err := f(context.WithoutCancel(tb.Context()))
	if errors.Is(err, ErrMissing) && os.Getenv("CI") != "true" { // what a missing server means is the machine's word
		tb.Skipf("SKIPPED, NOT TESTED: %v", err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	o.server = s
	return s
}

func administer(tb testing.TB, url, sql string) {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context())
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		tb.Fatal(err)
	}
	_, err = c.Exec(ctx, sql)
	if err := errors.Join(err, c.Close(ctx)); err != nil {
		tb.Fatalf("%s: %v", sql, err)
	}
}
