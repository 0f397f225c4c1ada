package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// work is what the stores have been asked for since they were started.
type work struct{ transactions, flushes, commands float64 }

// soFar reads it. Postgres's backends report what they did within a second of idling.
func (b *bench) soFar(ctx context.Context) (w work, err error) {
	select {
	case <-time.After(1200 * time.Millisecond):
	case <-ctx.Done():
		return w, fmt.Errorf("wait for statistics: %w", ctx.Err())
	}
	err = b.sql.QueryRow(ctx, `select (select xact_commit from pg_stat_database where datname = current_database()), (select wal_sync from pg_stat_wal)`).
		Scan(&w.transactions, &w.flushes)
	if err != nil {
		return w, fmt.Errorf("read postgres's statistics: %w", err)
	}
	info, err := b.redis.Info(ctx, "stats").Result()
	if err != nil {
		return w, fmt.Errorf("read redis's statistics: %w", err)
	}
	for line := range strings.Lines(info) {
		if n, ok := strings.CutPrefix(strings.TrimSpace(line), "total_commands_processed:"); ok {
			w.commands, _ = strconv.ParseFloat(n, 64)
		}
	}
	return w, nil
}

// per says what each of n turns needed.
func (w work) per(before work, n int) string {
	of := float64(n)
	return fmt.Sprintf("%.1f transactions, %.1f flushes to disk, %.1f Redis commands",
		(w.transactions-before.transactions)/of, (w.flushes-before.flushes)/of, (w.commands-before.commands)/of)
}
