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
	"github.com/aisteam/aisteam/internal/sampled"
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
	ages(o.t, c, passed)
}

// ages makes all that is written as much older: the database's clock decides everything, and it cannot be moved.
func ages(tb testing.TB, c *pgx.Conn, passed time.Duration) {
	tb.Helper()
	rows, err := c.Query(tb.Context(), `select format('update %I set %s', c.table_name, string_agg(format('%I = %I - $1::bigint * interval ''1 microsecond''', c.column_name, c.column_name), ', '))
		from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER' group by c.table_name`)
	if err != nil {
		tb.Fatal(err)
	}
	changes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(changes) < 20 {
		tb.Fatalf("%d tables have times: %v", len(changes), err)
	}
	for _, change := range changes {
		if _, err := c.Exec(tb.Context(), change, passed.Microseconds()); err != nil {
			tb.Fatalf("%s: %v", change, err)
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

// approvesWhatIsAsked presses the yes of a card, whether it stands alone or has a number among others.
func approvesWhatIsAsked(t *testing.T, r storyRoom) {
	t.Helper()
	label := ""
	eventually(t, patience, "it is asked again", func() bool {
		for _, l := range r.buttons() {
			if l == "Approve" || l == "Approve 1" {
				label = l
			}
		}
		return label != ""
	})
	r.presses(label)
}

// TestAYesThreeDaysLaterIsDoneOnce: a background task asks by direct message, an agent in threads on Slack and Discord and in the panel,
// and a plan's finished page waits in another thread. Then every process, Redis and Postgres end at once, with nothing set. Three days
// later what waits as long as a plan is approved where it stands, on Slack twice; what stood alone has expired, says so, and is asked
// again by a press, or not at all. Each is done once.
func TestAYesThreeDaysLaterIsDoneOnce(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "long stories", 2, 3)
	own := newOwnServers(t)
	w := newStoryHouse(t, "DATABASE_URL="+own.url, "REDIS_URL="+own.redis.URL())
	w.starts()
	inPerson := w.asksInPerson(t)
	approved, forgotten, planned := w.rooms(t), w.rooms(t), w.rooms(t)["slack"]
	for _, r := range approved {
		r.opens("Create a ticket about the broken footer and tell me its number")
		r.waits("Approve")
	}
	for _, r := range forgotten {
		r.opens("Create a ticket about the wrong header and tell me its number")
		r.waits("Approve")
	}
	plansPage(planned, "Services")
	other := newChild(t, "SLACK_SIGNING_SECRET="+secret, "SLACK_BOT_TOKEN=xoxb-fake", "SLACK_API_URL="+w.slack.APIURL(), "DATABASE_URL="+own.url, "REDIS_URL="+own.redis.URL(),
		"AISTEAM_DATA="+w.child.data, "AISTEAM_PUBLIC_URL="+strings.TrimSuffix(w.child.url("/"), "/")) // both show the folder of pages at one address
	other.startReady()

	w.child.kill()
	other.kill()
	own.restart(71 * time.Hour) // a plan waits three days
	w.starts()
	other.startReady()
	w.panel.enters(w.child)
	own.counts(map[string]int{`select count(*) from tickets`: 0})
	for range 2 { // an unsure person presses again
		w.press(inPerson, "approval_approve", calm)
	}
	w.shows("the report of the background task", calm, says("Its number is"))
	planned.presses("Approve")
	planned.reads("1 step can be undone")
	for name, r := range forgotten {
		r.returns()
		r.reads("Nobody decided on it in time, so it was not done.")
		r.reads("xpired")
		if n := howOften(r, "Approve"); n != 0 {
			t.Errorf("on %s %d cards still ask:\n%s", name, n, r.shown())
		}
	}
	for _, r := range approved {
		made := own.count(`select count(*) from tickets where title ilike '%footer%'`)
		r.returns()
		r.presses("Ask again")
		approvesWhatIsAsked(t, r)
		eventually(t, patience, "the ticket is made", func() bool { return own.count(`select count(*) from tickets where title ilike '%footer%'`) == made+1 })
	}
	own.rests(len(forgotten)) // nobody has asked again
	own.counts(map[string]int{
		`select count(*) from tickets`:                                                                     4,
		`select count(*) from tickets where title ilike '%contact form%'`:                                  1,
		`select count(*) from tickets where title ilike '%footer%'`:                                        3,
		`select count(*) from tool_calls where tool = 'create_ticket'`:                                     4,
		`select count(*) from tool_calls where tool = 'create_page'`:                                       1,
		`select count(*) from assistant_messages where body_type = 'approval_decided' and author = 'user'`: 5,
		`select count(*) from pending_actions where status = 'expired'`:                                    6,
		`select count(*) from assistant_tasks k join assistant_runs r on r.id = k.run_id
			where k.status = 'open' and r.status in ('completed', 'failed', 'cancelled')`: 0,
	})
	if said := w.slack.Dump(w.slack.Direct(asker), ""); strings.Count(said, "contact form") == 0 {
		t.Errorf("the direct messages say nothing of it:\n%s", said)
	}
	w.lawful(t)
}

// plansPage lets a page be planned and written in a room, to where it waits for a yes.
func plansPage(r storyRoom, name string) {
	r.opens("Please create a new webpage called " + name + ".")
	r.reads("Which language")
	r.says("English, for homeowners, found by water filters")
	r.reads("One simple page")
	r.says("1")
	r.waits("Approve and start")
	r.says("yes, go ahead")
	r.waits("Ask for changes")
}

// asksInPerson lets a background task begin that proposes a ticket, and gives the card by which it asks.
func (w *storyHouse) asksInPerson(t *testing.T) (card fakeslack.Message) {
	t.Helper()
	w.say("Every day at 9 create a ticket about the contact form and tell me its number", calm)
	w.press(w.shows("the plan", calm, has("plan_approve")), "plan_approve", calm)
	w.shows("that it is made", calm, says("Made the automation"))
	var made struct{ Tasks []struct{ ID string } }
	if !w.asksAPI(http.MethodGet, "/api/tasks", nil, &made) || len(made.Tasks) != 1 || !w.asksAPI(http.MethodPost, "/api/tasks/"+made.Tasks[0].ID+"/run", nil, nil) {
		t.Fatalf("it cannot be run: %+v", made)
	}
	eventually(t, patience, "the card as a direct message", func() bool {
		for _, m := range w.slack.Posted(w.slack.Direct(asker), "") {
			if card = m; has("approval_approve")(m) {
				return true
			}
		}
		return false
	})
	return card
}

// counts holds numbers of the database against what they are to be.
func (o *ownServers) counts(want map[string]int) {
	o.t.Helper()
	for query, n := range want {
		if got := o.count(query); got != n {
			o.t.Errorf("%s: %d, want %d", query, got, n)
		}
	}
}

// rests waits until nothing is left to be done but what so many runs wait for people with.
func (o *ownServers) rests(waiting int) {
	o.t.Helper()
	eventually(o.t, patience, "everything is done", func() bool {
		return o.count(`select (select count(*) from mail) + (select count(*) from assistant_runs where status in ('planning', 'running'))
			+ (select count(*) from places where ready_at is not null and not pulls)`) == waiting
	})
}
