package storage_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// A run is stuck only where nothing is left that would move it on; what waits for people is counted with its age.
func TestWhatWaitsIsCounted(t *testing.T) {
	url := servers.Postgres(t)
	cfg := config()
	cfg.DatabaseURL = url
	db := open(t, cfg)
	if b, err := db.Health.Backlog(t.Context()); err != nil || b != (assistant.Backlog{}) {
		t.Fatalf("of an empty database: %+v, %v", b, err)
	}
	c := connect(t, url)
	tablekit.Run(t, c, `set session_replication_role = replica`) // rows that refer to nothing are enough here
	const tenant = "01900000-0000-7000-8000-000000000001"
	talk := func(n, ready string) {
		tablekit.Run(t, c, `insert into assistant_conversations (id, tenant_id, ready_at) values ('01900000-0000-7000-8000-00000000000`+n+`', '`+tenant+`', `+ready+`)`)
	}
	work := func(n, conversation, age string) {
		tablekit.Run(t, c, `insert into assistant_runs (id, tenant_id, conversation_id, created_by, title, status, updated_at) values
			('01900000-0000-7000-8000-0000000001`+n+`', '`+tenant+`', '01900000-0000-7000-8000-00000000000`+conversation+`', 'x', 'x', 'running', now() - interval '`+age+`')`)
	}
	talk("1", "null")
	talk("2", "now()")
	work("01", "1", "1 hour")   // stuck
	work("02", "1", "1 minute") // has only just moved
	work("03", "2", "1 hour")   // its conversation has mail
	work("04", "1", "1 hour")   // somebody has to decide
	work("05", "1", "1 hour")   // a task is due
	tablekit.Run(t, c, `insert into pending_actions (id, tenant_id, conversation_id, run_id, tool_name, tool_input, entity_type, new_state, body, created_at) values
		(gen_random_uuid(), '`+tenant+`', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000104', 'x', '{}', 'x', '{}', '{}', now() - interval '2 hours')`)
	tablekit.Run(t, c, `insert into assistant_tasks (id, tenant_id, run_id, conversation_id, step_key, created_by, status, task_type, parameters, summary, ready_at) values
		(gen_random_uuid(), '`+tenant+`', '01900000-0000-7000-8000-000000000105', '01900000-0000-7000-8000-000000000001', 'x', 'x', 'open', 'x', '{}', 'x', now())`)
	b, err := db.Health.Backlog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if b.OldestApproval < 2*time.Hour || b.OldestApproval > 3*time.Hour {
		t.Errorf("the oldest decision has waited for %v", b.OldestApproval)
	}
	b.OldestApproval = 0
	if d := cmp.Diff(assistant.Backlog{Conversations: 1, Approvals: 1, Runs: 5, StuckRuns: 1}, b); d != "" {
		t.Error(d)
	}
}

// The same text counts on SQLite.
func TestWhatWaitsIsCountedOnSQLite(t *testing.T) {
	if b, err := onSQLite(t).Health.Backlog(t.Context()); err != nil || b != (assistant.Backlog{}) {
		t.Errorf("of an empty database: %+v, %v", b, err)
	}
}
