package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/storage"
)

// How a database that is coming up is asked again.
const (
	soonest = 250 * time.Millisecond
	latest  = 4 * time.Second
)

// reach does what needs the database, again and again while the database is coming up, for as long as is configured: services
// that are started together come up in any order. What is wrong for good it returns at once.
func (c Config) reach(ctx context.Context, log *slog.Logger, do func() error) error {
	began := time.Now()
	for wait, told := soonest, false; ; wait = min(2*wait, latest) {
		err := do()
		if err == nil && told {
			log.InfoContext(ctx, "the database answers", slog.Duration("took", time.Since(began)))
		}
		if err == nil || !storage.Coming(err) || time.Since(began)+wait > c.DatabaseWait {
			return err
		}
		if !told {
			log.WarnContext(ctx, "waiting for the database", slog.Duration("at_most", c.DatabaseWait), slog.Any("err", err))
			told = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}
