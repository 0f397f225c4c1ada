package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

const samples = 500

// floors are what nothing on this machine can be faster than: a round trip to Redis, a commit that is on the disk, and a
// request that is answered without doing anything.
func floors(ctx context.Context, b *bench) error {
	var err error
	if b.trip, err = sample(samples, func() error { return b.redis.Ping(ctx).Err() }); err != nil {
		return fmt.Errorf("ping redis: %w", err)
	}
	if err := b.commits(ctx); err != nil {
		return err
	}
	if err := b.requests(ctx); err != nil {
		return err
	}
	b.table.note("floor: Redis round trip", b.trip.String())
	b.table.note("floor: Postgres commit", b.commit.String())
	b.table.note("floor: bare handler", b.handler.String())
	return nil
}

// commits measures an insert of one row with its flush to the disk.
func (b *bench) commits(ctx context.Context) error {
	conn, err := b.sql.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `create table if not exists bench_floor (n bigint generated always as identity primary key, text text)`); err != nil {
		return fmt.Errorf("make a table: %w", err)
	}
	b.commit, err = sample(samples, func() error {
		_, err := conn.Exec(ctx, `insert into bench_floor (text) values ($1)`, "a row of about the size of a short message")
		return err
	})
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func (b *bench) requests(ctx context.Context) error {
	listen, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
	})}
	go func() { _ = server.Serve(listen) }()
	defer func() { _ = server.Close() }()
	body := strings.Repeat("x", 400)
	b.handler, err = sample(samples, func() error {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+listen.Addr().String(), strings.NewReader(body))
		if err != nil {
			return err
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		_, _ = io.Copy(io.Discard, res.Body)
		return res.Body.Close()
	})
	if err != nil {
		return fmt.Errorf("ask a bare handler: %w", err)
	}
	return nil
}

// sample times n calls after some that do not count.
func sample(n int, call func() error) (times, error) {
	var out times
	for i := range n + n/10 {
		began := time.Now()
		if err := call(); err != nil {
			return out, err
		}
		if i >= n/10 {
			out = append(out, time.Since(began))
		}
	}
	return out, nil
}
