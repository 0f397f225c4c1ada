package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/servers"
)

// ownServers are a Postgres and a Redis that a test may end.
type ownServers struct {
	t               *testing.T
	postgres, redis *servers.Server
	url             string // of the service's database
}

func newOwnServers(t *testing.T) *ownServers {
	t.Helper()
	o := &ownServers{t: t}
	started := func(s *servers.Server, err error) *servers.Server {
		t.Helper()
		if errors.Is(err, servers.ErrMissing) && os.Getenv("CI") != "true" {
			t.Skipf("SKIPPED, NOT TESTED: %v", err)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Stop() })
		return s
	}
	o.postgres = started(servers.StartPostgres(t.Context(), servers.Options{Durable: true}))
	o.redis = started(servers.StartRedis(t.Context(), servers.Options{}))
	var err error
	if o.url, err = servers.Install(t.Context(), o.postgres.URL()); err != nil {
		t.Fatal(err)
	}
	return o
}

// restart ends both as a power cut does, and starts them again; meanwhile that much time passes.
func (o *ownServers) restart(passed time.Duration) {
	o.t.Helper()
	for _, s := range []*servers.Server{o.redis, o.postgres} {
		if err := errors.Join(s.Crash(), s.Restart(o.t.Context())); err != nil {
			o.t.Fatal(err)
		}
	}
	c := o.connect()
	defer c.Close(context.Background()) // what it did is committed
	// The database's clock decides everything. It cannot be moved, so all that is written is as much older.
	rows, err := c.Query(o.t.Context(), `select format('update %I set %s', c.table_name, string_agg(format('%I = %I - $1::bigint * interval ''1 microsecond''', c.column_name, c.column_name), ', '))
		from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER' group by c.table_name`)
	if err != nil {
		o.t.Fatal(err)
	}
	changes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(changes) < 20 {
		o.t.Fatalf("%d tables have times: %v", len(changes), err)
	}
	for _, change := range changes {
		if _, err := c.Exec(o.t.Context(), change, passed.Microseconds()); err != nil {
			o.t.Fatalf("%s: %v", change, err)
		}
	}
}

func (o *ownServers) connect() *pgx.Conn {
	o.t.Helper()
	c, err := pgx.Connect(o.t.Context(), o.postgres.URL())
	if err != nil {
		o.t.Fatal(err)
	}
	return c
}

// count asks for a number.
func (o *ownServers) count(query string) (n int) {
	o.t.Helper()
	c := o.connect()
	defer c.Close(context.Background()) // it was only read
	if err := c.QueryRow(o.t.Context(), query).Scan(&n); err != nil {
		o.t.Fatal(err)
	}
	return n
}

// TestAYesThreeDaysLaterIsDoneOnce: a background task asks by direct message, and an agent in a thread. Then every process, Redis and
// Postgres end at once. Three days later both are approved where they stand, twice each, and each is done once.
func TestAYesThreeDaysLaterIsDoneOnce(t *testing.T) {
	own := newOwnServers(t)
	w := newSlackWorld(t, "DATABASE_URL="+own.url, "REDIS_URL="+own.redis.URL())
	calm := func() {}
	w.child.startReady()
	if !w.asksAPI(http.MethodPut, "/api/settings", map[string]any{"membersApprove": true, "approvalHours": 100, "planHours": 100}, nil) {
		t.Fatal("the settings were not taken")
	}
	w.say("Every day at 9 create a ticket about the contact form and tell me its number", calm)
	w.press(w.shows("the plan", calm, has("plan_approve")), "plan_approve", calm)
	w.shows("that it is made", calm, says("Made the background task"))
	var made struct{ Tasks []struct{ ID string } }
	if !w.asksAPI(http.MethodGet, "/api/tasks", nil, &made) || len(made.Tasks) != 1 || !w.asksAPI(http.MethodPost, "/api/tasks/"+made.Tasks[0].ID+"/run", nil, nil) {
		t.Fatalf("it cannot be run: %+v", made)
	}
	direct := func() (found fakeslack.Message) {
		eventually(t, time.Minute, "the card as a direct message", func() bool {
			for _, m := range w.slack.Posted(w.slack.Direct(asker), "") {
				if found = m; has("approval_approve")(m) {
					return true
				}
			}
			return false
		})
		return found
	}
	inPerson := direct()
	thread := *w
	thread.root = ""
	thread.say("Create a ticket about the broken footer and tell me its number", calm)
	inThread := thread.shows("the card in the thread", calm, has("approval_approve"))

	other := newChild(t, "SLACK_SIGNING_SECRET="+secret, "SLACK_BOT_TOKEN=xoxb-fake", "SLACK_API_URL="+w.slack.APIURL(), "DATABASE_URL="+own.url, "REDIS_URL="+own.redis.URL())
	other.startReady()
	w.child.kill()
	other.kill()
	own.restart(72 * time.Hour)
	w.child.startReady()
	other.startReady()
	if n := own.count(`select count(*) from tickets`); n != 0 {
		t.Fatalf("%d tickets without a yes", n)
	}
	if n := own.count(`select count(*) from pending_actions where status = 'pending' and created_at < now() - interval '71 hours'`); n != 2 {
		t.Fatalf("%d decisions have waited for three days", n)
	}

	for range 2 { // whoever is not sure presses again
		w.press(inPerson, "approval_approve", calm)
		thread.press(inThread, "approval_approve", calm)
	}
	w.shows("the report of the background task", calm, says("Its number is"))
	thread.shows("the report in the thread", calm, says("Its number is"))
	eventually(t, time.Minute, "everything is done", func() bool {
		return own.count(`select (select count(*) from mail) + (select count(*) from assistant_runs where status in ('planning', 'running'))
			+ (select count(*) from places where ready_at is not null and not pulls)`) == 0
	})
	for query, want := range map[string]int{
		`select count(*) from tickets`: 2,
		`select count(*) from tickets where title ilike '%contact form%' or title ilike '%footer%'`:                 2,
		`select count(*) from tool_calls where tool = 'create_ticket'`:                                              2,
		`select count(*) from assistant_messages where body_type = 'approval_decided' and author = 'user'`:          2,
		`select count(*) from assistant_messages where author = 'assistant' and content like '%Its number is%'`:     2,
		`select count(*) from pending_actions where status = 'approved' and decided_at > now() - interval '1 hour'`: 2,
	} {
		if got := own.count(query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	if said := w.slack.Dump(w.slack.Direct(asker), ""); strings.Count(said, "contact form") == 0 {
		t.Errorf("the direct messages say nothing of it:\n%s", said)
	}
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}
