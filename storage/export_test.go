package storage

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Disturb runs a statement between the transactions on a connection of each pool, as a pooler does.
func Disturb(ctx context.Context, d *DB, sql string) error {
	for _, pool := range []*pgxpool.Pool{d.pg.app, d.pg.engine} {
		if _, err := pool.Exec(ctx, sql); err != nil {
			return fmt.Errorf("disturb: %w", err)
		}
	}
	return nil
}
