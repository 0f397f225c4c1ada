package storage_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

const (
	shortTalk, longTalk = 10, 10_000
	talkTurns           = 5
)

// What a turn reads of the log and adds to it does not grow with it, whatever the planner knew of conversations when the statements
// were prepared: nothing in a new installation, and that they are short in one that is used.
func TestATurnAfterALongTalkReadsNoMoreThanAfterAShortOne(t *testing.T) {
	for what, others := range map[string]int{"in a new installation": 0, "where other conversations are short": 150} {
		t.Run(what, func(t *testing.T) {
			cfg := config()
			cfg.DatabaseURL = servers.Postgres(t)
			db, tenant := seeded(t, cfg)
			look := connect(t, cfg.DatabaseURL)
			for _, thread := range []string{"short", "long"} {
				if err := answerIn(t.Context(), db, tenant, thread, thread); err != nil {
					t.Fatal(err)
				}
			}
			if others > 0 {
				shortTalks(t, look, others)
			}
			prepare(t, db, tenant)
			talked(t, look, "short", shortTalk)
			talked(t, look, "long", longTalk)
			read := map[string]int64{}
			for _, thread := range []string{"short", "long"} {
				before := readOfLog(t, look, db)
				for n := range talkTurns {
					if err := answerIn(t.Context(), db, tenant, thread, fmt.Sprintf("%s/%d", thread, n)); err != nil {
						t.Fatal(err)
					}
				}
				read[thread] = readOfLog(t, look, db) - before
			}
			t.Logf("entries of the log's indexes read in %d turns: %d after %d messages, %d after %d", talkTurns, read["short"], shortTalk, read["long"], longTalk)
			if float64(read["long"]) > 1.2*float64(read["short"]) {
				t.Errorf("%d entries were read after %d messages, %d after %d", read["long"], longTalk, read["short"], shortTalk)
			}
		})
	}
}

// seeded is a database with a tenant, and one connection, so that what it was prepared with stays.
func seeded(t *testing.T, cfg storage.Config) (*storage.DB, assistant.TenantID) {
	t.Helper()
	cfg.DatabaseURL += "&pool_max_conns=1"
	db := open(t, cfg)
	tenant, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	return db, tenant.ID
}

// prepare does what the turns that are counted do, in conversations that are short.
func prepare(t *testing.T, db *storage.DB, tenant assistant.TenantID) {
	t.Helper()
	for n := range 3 {
		if err := answerIn(t.Context(), db, tenant, "before", fmt.Sprintf("before/%d", n)); err != nil {
			t.Fatal(err)
		}
	}
}

// shortTalks makes conversations of twenty messages each, and the planner know of them.
func shortTalks(t *testing.T, c *pgx.Conn, n int) {
	t.Helper()
	tablekit.Run(t, c, `insert into assistant_conversations (id, tenant_id, user_id, seq)
		select gen_random_uuid(), tenant_id, user_id, 0 from (select * from assistant_conversations limit 1) a, generate_series(1, $1)`, n)
	tablekit.Run(t, c, `insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, kind, content, body_type, body)
		select gen_random_uuid(), tenant_id, id, n, 'k' || n, 'assistant', 'message', 'a word', 'said', '{}' from assistant_conversations, generate_series(1, 20) n where seq = 0`)
	tablekit.Run(t, c, `update assistant_conversations set seq = 20 where seq = 0`)
	tablekit.Run(t, c, `analyze`)
}

// talked puts messages into the conversation of a thread, all of which stand there.
func talked(t *testing.T, c *pgx.Conn, thread string, n int) {
	t.Helper()
	tablekit.Run(t, c, `insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, kind, content, body_type, body)
		select gen_random_uuid(), c.tenant_id, c.id, c.seq + n, 'earlier/' || n, 'assistant', 'message', 'Earlier word ' || n, 'said', '{}'
		from assistant_conversations c join places p on p.conversation_id = c.id and p.thread = $1, generate_series(1, $2) n`, thread, n)
	tablekit.Run(t, c, `update assistant_conversations c set seq = c.seq + $2 from places p where p.conversation_id = c.id and p.thread = $1`, thread, n)
	tablekit.Run(t, c, `update places p set shown = c.seq from assistant_conversations c where c.id = p.conversation_id and p.thread = $1`, thread)
}

// readOfLog is how many entries of the indexes of the log were read so far. A backend tells that within a second of its last
// transaction, so it is asked for one until the count stands still.
func readOfLog(t *testing.T, c *pgx.Conn, db *storage.DB) (n int64) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for last, still := int64(-1), 0; still < 3; {
		if time.Now().After(deadline) {
			t.Fatal("the count never stands still")
		}
		if err := storage.Disturb(t.Context(), db, `select pg_stat_force_next_flush()`); err != nil {
			t.Fatal(err)
		}
		if err := c.QueryRow(t.Context(), `select coalesce(sum(idx_tup_read), 0)::bigint from pg_stat_user_indexes where relname = 'assistant_messages'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if still++; n != last {
			last, still = n, 0
		}
	}
	return n
}
