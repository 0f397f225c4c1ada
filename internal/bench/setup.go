package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

// bench is the installation that is measured, and what has been found.
type bench struct {
	rig      *rig.Rig
	slack    *rig.Slack
	replicas []*rig.Replica
	sql      *pgxpool.Pool // as the superuser, to fill and to look
	store    *storage.DB   // as the product, to start what no surface starts
	redis    *redis.Client
	hints    *queue.Redis
	ids      *assistant.IDs
	tenant   assistant.TenantID
	slow     *http.Server // a page that takes its time
	slowURL  string
	visits   visits

	people  atomic.Int64
	phases  phases
	refused atomic.Int64 // messages that were not taken, and sent again
	commit  times        // floors
	trip    times
	handler times
	table   table
}

const (
	pageTakes     = 50 * time.Millisecond // an audit fetches two: the page, and robots.txt
	longPageTakes = 400 * time.Millisecond
	longPage      = "/sites/long/"
)

// takes is how long a page takes.
func takes(path string) time.Duration {
	if strings.HasPrefix(path, longPage) {
		return longPageTakes
	}
	return pageTakes
}

func setUp(ctx context.Context, binary string) (b *bench, err error) {
	b = &bench{ids: assistant.NewIDs(time.Now, rand.Reader)}
	defer func() {
		if err != nil {
			b.tearDown(false)
		}
	}()
	if b.rig, err = rig.NewOf(ctx, binary); err != nil {
		return b, err
	}
	if b.slack, err = rig.StartSlack(ctx); err != nil {
		return b, err
	}
	if err = b.servePage(ctx); err != nil {
		return b, err
	}
	for range 2 {
		r, err := b.rig.Start(ctx, append(b.slack.Environment(), "AISTEAM_PUBLIC_URL="+b.slowURL)...)
		if err != nil {
			return b, err
		}
		b.replicas = append(b.replicas, r)
	}
	return b, b.connect(ctx)
}

// connect opens the bench's own ways in.
func (b *bench) connect(ctx context.Context) (err error) {
	if b.sql, err = pgxpool.New(ctx, b.rig.Postgres.URL()); err != nil {
		return fmt.Errorf("connect to postgres: %w", err)
	}
	b.store, err = storage.Open(ctx, storage.Config{DatabaseURL: b.rig.Database, IDs: b.ids, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return fmt.Errorf("open storage: %w", err)
	}
	if b.redis, err = b.rig.RedisClient(); err != nil {
		return err
	}
	b.hints = queue.New(b.redis, queue.Config{Consumer: "bench"})
	if err := b.sql.QueryRow(ctx, `select tenant_id::text from tenants order by created_at limit 1`).Scan(&b.tenant); err != nil {
		return fmt.Errorf("find the tenant: %w", err)
	}
	return nil
}

// servePage serves the page that is audited: what a task waits for.
func (b *bench) servePage(ctx context.Context) error {
	listen, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("serve a slow page: %w", err)
	}
	b.slowURL = "http://" + listen.Addr().String()
	b.slow = &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.visits.came(r.URL.Path, time.Now())
		<-time.After(takes(r.URL.Path))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><html lang="en"><title>A slow page</title><h1>A slow page</h1>`))
	})}
	go func() { _ = b.slow.Serve(listen) }()
	return nil
}

func (b *bench) tearDown(keep bool) {
	if b.store != nil {
		_ = b.store.Close()
	}
	if b.sql != nil {
		b.sql.Close()
	}
	if b.slow != nil {
		_ = b.slow.Close()
	}
	if b.slack != nil {
		b.slack.Close()
	}
	if b.redis != nil {
		_ = b.redis.Close()
	}
	if b.rig != nil {
		if kept := b.rig.Close(keep); kept != "" {
			fmt.Fprintln(os.Stderr, "kept:", kept)
		}
	}
}

// someone is one of fifty people, and a new direct message channel: turns do not wait for each other's pace.
func (b *bench) someone() (channel, user string) {
	n := b.people.Add(1)
	return "D" + strconv.FormatInt(n, 10), "U" + strconv.FormatInt(n%50, 10)
}
