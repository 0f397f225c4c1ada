package storage_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

const (
	waitsHere, waitsElsewhere = 3, 3_000 // of each kind that waits, and as many runs of each state
	readOfTable               = 500      // entries of indexes and rows, at most
)

// What a page reads does not grow with what waits for other teams, and with what they have worked on: each statement has an index
// by whose it is.
func TestAPageReadsNothingOfWhatOtherTeamsWaitFor(t *testing.T) {
	cfg := config()
	cfg.DatabaseURL = servers.Postgres(t)
	db, tenant := seeded(t, cfg)
	c := connect(t, cfg.DatabaseURL)
	var others assistant.TenantID
	if err := c.QueryRow(t.Context(), `insert into tenants (tenant_id, name) values (gen_random_uuid(), 'Others') returning tenant_id::text`).Scan(&others); err != nil {
		t.Fatal(err)
	}
	waiting(t, c, tenant, waitsHere)
	waiting(t, c, others, waitsElsewhere)
	tablekit.Run(t, c, `analyze`)
	pages := map[string]func(context.Context) (int, error){
		"every page": func(ctx context.Context) (int, error) {
			o, err := db.Conversations.Overview(ctx, tenant, assistant.Look{Lines: 10})
			return len(o.Waiting), err
		},
		"what waits": func(ctx context.Context) (int, error) {
			all, err := db.Decisions.Pending(ctx, tenant)
			return len(all), err
		},
	}
	for _, wanted := range []assistant.RunsWanted{
		assistant.RunsOngoing, assistant.RunsWaiting, assistant.RunsStuck, assistant.RunsFailed, assistant.RunsEnded, assistant.RunsAll,
	} {
		pages["work that is "+string(wanted)] = func(ctx context.Context) (int, error) {
			all, err := db.Runs.Work(ctx, tenant, "", wanted, 50)
			return len(all), err
		}
	}
	for what, read := range pages {
		t.Run(what, func(t *testing.T) {
			before := readOfTables(t, c, db)
			n, err := read(t.Context())
			if err != nil || n > 5*waitsHere {
				t.Fatalf("%d are shown, %v", n, err)
			}
			for table, all := range readOfTables(t, c, db) {
				if here := all - before[table]; here > readOfTable {
					t.Errorf("%d entries of %s were read", here, table)
				}
			}
		})
	}
}

// waiting puts so many plans, questions, actions and failed runs that wait into a tenant, and runs of the other states, each in a
// conversation of its own.
func waiting(t *testing.T, c *pgx.Conn, tenant assistant.TenantID, n int) {
	t.Helper()
	tablekit.Run(t, c, `insert into assistant_conversations (id, tenant_id, title) select gen_random_uuid(), $1, 'Talk ' || n from generate_series(1, $2) n`, tenant, n)
	for _, kind := range []string{
		`agent_plans (id, version, tenant_id, conversation_id, title, goal, status, body) select gen_random_uuid(), 1, tenant_id, id, title, '', 'proposed', '{}'`,
		`clarifications (id, tenant_id, conversation_id, stage, body) select gen_random_uuid(), tenant_id, id, 'requirements', '{}'`,
		`pending_actions (id, tenant_id, conversation_id, tool_name, tool_input, entity_type, new_state, body)
			select gen_random_uuid(), tenant_id, id, 'create_ticket', '{}', 'ticket', '{}', '{}'`,
	} {
		tablekit.Run(t, c, `insert into `+kind+` from assistant_conversations where tenant_id = $1`, tenant)
	}
	for _, status := range []string{"planning", "running", "completed", "failed", "cancelled"} {
		tablekit.Run(t, c, `insert into assistant_runs (id, tenant_id, conversation_id, created_by, title, status)
			select gen_random_uuid(), tenant_id, id, 'hans', title, $2 from assistant_conversations where tenant_id = $1`, tenant, status)
	}
}

// readOfTables is how many entries of indexes, and rows without one, were read so far of each table. A backend tells that within a
// second of its last transaction, so it is asked for it until the counts stand still.
func readOfTables(t *testing.T, c *pgx.Conn, db *storage.DB) map[string]int64 {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for last, still := int64(-1), 0; ; {
		if time.Now().After(deadline) {
			t.Fatal("the counts never stand still")
		}
		if err := storage.Disturb(t.Context(), db, `select pg_stat_force_next_flush()`); err != nil {
			t.Fatal(err)
		}
		tablekit.Run(t, c, `select pg_stat_force_next_flush()`) // it has written much before
		all, sum := map[string]int64{}, int64(0)
		rows, err := c.Query(t.Context(), `select t.relname::text, (coalesce(t.seq_tup_read, 0)
			+ coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0))::bigint from pg_stat_user_tables t`)
		if err != nil {
			t.Fatal(err)
		}
		var table string
		var n int64
		if _, err := pgx.ForEachRow(rows, []any{&table, &n}, func() error {
			all[table], sum = n, sum+n
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if still++; sum != last {
			last, still = sum, 0
		}
		if still == 3 {
			return all
		}
	}
}
