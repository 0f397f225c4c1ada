package servers

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// emptied are the databases that tests have given back, free for the next.
var emptied struct {
	sync.Mutex
	free []string
}

// emptySQL takes out what a test has written: all but what a new database holds, without triggers, which would defend it.
// It waits for what a process that was killed has left at work in the server, which would be in a deadlock with it; somebody
// who still holds a row after that makes it fail.
const emptySQL = `
set lock_timeout = '5s';
do $$
begin
	for i in 1..100 loop
		perform pg_stat_clear_snapshot();
		exit when not exists (select from pg_stat_activity
			where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle');
		perform pg_sleep(0.05);
	end loop;
end $$;
set session_replication_role = replica;
do $$
declare t record;
begin
	for t in select oid::regclass as name from pg_class
		where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like '%\_db\_version' and pg_relation_size(oid) > 0
	loop execute format('delete from %s', t.name); end loop;
	for t in select format('%I.%I', schemaname, sequencename)::regclass as name from pg_sequences
		where schemaname = 'public' and last_value is not null and sequencename not like '%\_db\_version\_id\_seq'
	loop perform setval(t.name, 1, false); end loop;
end $$`

// EmptiedPostgres gives the test what Postgres gives, in a tenth of the time: a database that a test before it has used, without
// what that one wrote. It is for tests that leave the schema, the rights and the settings of the database as they are.
func EmptiedPostgres(tb testing.TB) (url string) {
	tb.Helper()
	if url = takeEmptied(); url == "" {
		url, _ = database(tb)
	}
	tb.Cleanup(func() {
		if tb.Failed() {
			return // it may be looked at
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), time.Minute)
		defer cancel()
		if err := empty(ctx, Superuser(url)); err != nil {
			tb.Errorf("servers: %v", err)
			return
		}
		emptied.Lock()
		defer emptied.Unlock()
		emptied.free = append(emptied.free, url)
	})
	return url
}

func takeEmptied() (url string) {
	emptied.Lock()
	defer emptied.Unlock()
	if n := len(emptied.free); n > 0 {
		url, emptied.free = emptied.free[n-1], emptied.free[:n-1]
	}
	return url
}

func empty(ctx context.Context, url string) error {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("empty a database: connect: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	if _, err := c.Exec(ctx, emptySQL); err != nil {
		return fmt.Errorf("empty a database: %w", err)
	}
	return nil
}
