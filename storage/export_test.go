package storage

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
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

// Explained is the plan of a statement, carried out on a connection of each pool.
func Explained(ctx context.Context, d *DB, sql string) (plans []string, err error) {
	for _, pool := range []*pgxpool.Pool{d.pg.app, d.pg.engine} {
		rows, err := pool.Query(ctx, "explain (analyze) "+sql)
		if err != nil {
			return nil, fmt.Errorf("explain: %w", err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, fmt.Errorf("explain: %w", err)
		}
		plans = append(plans, strings.Join(lines, "\n"))
	}
	return plans, nil
}

// Beside is another replica on the same database.
func Beside(d *DB) *DB {
	return grouped(&ledger{
		told: d.told, back: d.back, dialect: d.dialect, pg: d.pg, lite: d.lite, room: d.room, ids: d.ids, now: d.now, log: d.log, seals: d.seals, starts: d.starts,
		replica: replica{id: d.ids.New()},
	})
}

// Pass lets time go by for the replicas: the database's clock stays, and what they said moves back.
func Pass(ctx context.Context, d *DB, by time.Duration) error {
	return d.in(ctx, mode{engine: true}, func(t *tx) error {
		t.exec(`update replicas set beat_at = beat_at - $1`, by)
		return nil
	})
}

// Writer tells of the embedded database's writing connection: how its last commit was flushed (2: before it was answered)
// and how many statements it keeps prepared.
func Writer(ctx context.Context, d *DB) (synchronous, prepared int, err error) {
	c, err := d.lite.writers.take(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer d.lite.writers.put(c, nil)
	err = c.conn.QueryRowContext(ctx, "pragma synchronous").Scan(&synchronous)
	return synchronous, len(c.prepared), err
}
