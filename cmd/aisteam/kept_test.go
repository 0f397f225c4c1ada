package main

import (
	"database/sql"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"github.com/aisteam/aisteam/internal/servers"
)

// kept is a child's database, looked at and set forward behind its back.
type kept struct {
	*sql.DB

	tb       testing.TB
	postgres bool
}

func (c *child) kept(tb testing.TB) *kept {
	tb.Helper()
	k := &kept{tb: tb}
	driver, source := "sqlite", "file:"+filepath.Join(c.data, "aisteam.db")+"?_pragma=busy_timeout(5000)"
	for _, v := range c.env {
		if url, ok := strings.CutPrefix(v, "DATABASE_URL="); ok && url != "" {
			driver, source, k.postgres = "pgx", servers.Superuser(url), true
		}
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = db.Close() })
	k.DB = db
	return k
}

// changes runs statements; {long ago} and {d} stand for a time in the past and for the duration, as the database writes them.
func (k *kept) changes(d time.Duration, statements ...string) (rows int64) {
	k.tb.Helper()
	past, span := "1", strconv.FormatInt(d.Microseconds(), 10)
	if k.postgres {
		past, span = "timestamptz '2000-01-01'", span+" * interval '1 microsecond'"
	}
	for _, s := range statements {
		res, err := k.ExecContext(k.tb.Context(), strings.NewReplacer("{long ago}", past, "{d}", span).Replace(s))
		if err != nil {
			k.tb.Fatalf("%s: %v", s, err)
		}
		n, _ := res.RowsAffected()
		rows += n
	}
	return rows
}

// passes makes all that waits for people as much older, so that it is as if as much time had passed.
func (k *kept) passes(d time.Duration) {
	k.tb.Helper()
	k.changes(d, `update pending_actions set created_at = created_at - {d}, expires_at = expires_at - {d} where status = 'pending'`,
		`update agent_plans set created_at = created_at - {d}, expires_at = expires_at - {d} where status = 'proposed'`,
		`update places set created_at = created_at - {d}`,
		`update timers set due_at = due_at - {d} where kind <> 'background'`)
}

// reads gives what a query finds, one column of one row.
func (k *kept) reads(to any, query string, args ...any) {
	k.tb.Helper()
	if err := k.QueryRowContext(k.tb.Context(), query, args...).Scan(to); err != nil {
		k.tb.Fatalf("%s: %v", query, err)
	}
}

// refused counts what was said since a background task began last, and what platforms did not show of it.
func (k *kept) refused() (n int) {
	k.tb.Helper()
	k.reads(&n, `select count(*) from deliveries where withheld and slot like 'said:%' and updated_at > (select max(started_at) from background_runs)`)
	return n
}

// atRest tells whether nothing is left to be done, nor to be shown on a platform: what waits now waits for people or for its time.
func (k *kept) atRest() bool {
	k.tb.Helper()
	var left int
	k.reads(&left, `select (select count(*) from mail)
		+ (select count(*) from assistant_conversations where ready_at is not null or token is not null)
		+ (select count(*) from assistant_tasks where status in ('open', 'in_progress') and (ready_at is not null or token is not null))
		+ (select count(*) from places where not pulls and (ready_at is not null or token is not null))`)
	return left == 0
}
