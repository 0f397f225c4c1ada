package orchestrator_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	mrand "math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
	"github.com/aisteam/aisteam/background/schedule/scheduletest"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/storage"
)

const replicaVar = "AISTEAM_TEST_REPLICA"

// told is what a replica is told by whoever starts it.
type told struct {
	Dir, DatabaseURL string
	Clock            string // the file with how far the test's clock is ahead, in microseconds
	Seed             uint64
	Skew             time.Duration // of the replica's clock against the database's, where that has its own
}

// now reads the test's clock.
func (o told) now() time.Time {
	raw, err := os.ReadFile(o.Clock)
	if err != nil {
		panic(err)
	}
	ahead, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		panic(err)
	}
	return time.Now().Add(time.Duration(ahead)*time.Microsecond + o.Skew)
}

func (o told) open(ctx context.Context) (*ledgerkit.DB, *assistant.IDs, error) {
	ids := assistant.NewIDs(o.now, rand.Reader)
	db, err := ledgerkit.Bare(ctx, storage.Config{Dir: o.Dir, DatabaseURL: o.DatabaseURL, IDs: ids, Now: o.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, nil, fmt.Errorf("open: %w", err)
	}
	return db, ids, nil
}

// runReplica takes up what is due until it is killed.
func runReplica(as string) int {
	var o told
	err := json.Unmarshal([]byte(as), &o)
	if err == nil {
		var db *ledgerkit.DB
		var ids *assistant.IDs
		if db, ids, err = o.open(context.Background()); err == nil {
			wiring := orchestrator.Config{Store: db.Verbs, Queue: &deaf{}, Teams: toolless(), IDs: ids, Now: o.now, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)), Random: mrand.New(mrand.NewPCG(o.Seed, 1))} // jitter
			err = orchestrator.New(orchestrator.NewInbox(wiring), wiring).Sweeper.Run(context.Background())
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// deaf is a queue that is away, so that the sweeper is all that moves the work.
type deaf struct{ ear }

// Away implements the queue.
func (*deaf) Away() bool { return true }

// years are tasks that come due while replicas die.
type years struct {
	t        *testing.T
	told     told
	replicas []*exec.Cmd
	sql      *sql.DB
	shift    func(ahead time.Duration)
	random   *mrand.Rand
	kills    int
}

// TestDueTimesBeginOnceThoughReplicasDie: five tasks in five zones, across changes to summer time and back, are taken up by replicas
// that are processes of their own, some with a clock that is behind or ahead, and are killed at any moment. Each due time of an independent
// calendar begins once, and nothing else. Where nobody is there for some days, the first of their times is made up for, and no other.
func TestDueTimesBeginOnceThoughReplicasDie(t *testing.T) {
	for name, open := range map[string]func(*testing.T) *years{"sqlite": yearsOnSQLite, "postgres": yearsOnPostgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			open(t).pass(sampled.Number(10, 400))
		})
	}
}

func newYears(t *testing.T) *years {
	t.Helper()
	y := &years{t: t, told: told{Clock: filepath.Join(t.TempDir(), "clock")}, random: mrand.New(mrand.NewPCG(4, 2))}
	y.set(0)
	t.Cleanup(func() {
		for _, r := range y.replicas {
			if r != nil {
				_ = r.Process.Kill()
				_ = r.Wait()
			}
		}
	})
	return y
}

// set moves the clocks of the replicas.
func (y *years) set(ahead time.Duration) {
	y.t.Helper()
	next := y.told.Clock + ".next"
	y.ok(os.WriteFile(next, []byte(strconv.FormatInt(ahead.Microseconds(), 10)), 0o600))
	y.ok(os.Rename(next, y.told.Clock))
}

func yearsOnSQLite(t *testing.T) *years {
	t.Helper()
	y := newYears(t)
	y.told.Dir, y.shift = t.TempDir(), y.set
	y.replicas = make([]*exec.Cmd, 1)
	return y
}

// yearsOnPostgres has a database whose now() is the test's: what a schema in front of the system's calls so.
func yearsOnPostgres(t *testing.T) *years {
	t.Helper()
	y := newYears(t)
	at := servers.Postgres(t)
	db, err := sql.Open("pgx", servers.Superuser(at))
	y.ok(err)
	t.Cleanup(func() { _ = db.Close() })
	_, err = db.ExecContext(t.Context(), `create schema wall; create table wall.clock (ahead interval not null); insert into wall.clock values ('0');
		create function wall.now() returns timestamptz language sql stable as 'select pg_catalog.now() + (select ahead from wall.clock)';
		grant usage on schema wall to public; grant select on wall.clock to public`)
	y.ok(err)
	y.shift = func(ahead time.Duration) {
		_, err := db.ExecContext(t.Context(), `update wall.clock set ahead = $1 * interval '1 microsecond'`, ahead.Microseconds())
		y.ok(err)
		y.set(ahead)
	}
	u, err := url.Parse(at)
	y.ok(err)
	q := u.Query()
	q.Set("search_path", "wall,pg_catalog,public")
	u.RawQuery = q.Encode()
	y.told.DatabaseURL = u.String()
	y.replicas = make([]*exec.Cmd, 2)
	return y
}

func (y *years) ok(err error) {
	y.t.Helper()
	if err != nil {
		y.t.Fatal(err)
	}
}

// start starts a replica, in place of one that was killed.
func (y *years) start(i int) {
	y.t.Helper()
	if r := y.replicas[i]; r != nil {
		y.ok(r.Process.Kill())
		_ = r.Wait()
	}
	exe, err := os.Executable()
	y.ok(err)
	as := y.told
	y.told.Seed++
	if as.DatabaseURL != "" {
		as.Skew = time.Duration(y.random.IntN(3)-1) * time.Second
	}
	raw, err := json.Marshal(as)
	y.ok(err)
	r := exec.CommandContext(y.t.Context(), exe)
	r.Env = append(os.Environ(), replicaVar+"="+string(raw))
	r.Stderr = y.t.Output()
	y.ok(r.Start())
	y.replicas[i] = r
}

// everyNight is in every zone when clocks are changed.
const everyNight = "every day at 2:30"

const daysAway = 3 // on which no replica is there

// pass lets the days pass, from one due time to the next.
func (y *years) pass(days int) {
	y.t.Helper()
	const someDaysBefore = 2 // the change to standard time in Berlin, then in Toronto; 400 have all of all zones
	begun := time.Date(2026, 10, 25-someDaysBefore, 0, 0, 0, 0, time.UTC)
	y.shift(time.Until(begun))
	db, _, err := y.told.open(y.t.Context())
	y.ok(err)
	home, owner, err := db.Tenants.Bootstrap(y.t.Context(), assistant.Seed{Owner: assistant.Person{Name: "Olga"}})
	y.ok(err)
	want, next, due, back := map[assistant.BackgroundID][]string{}, map[assistant.BackgroundID]time.Time{}, []time.Time{}, begun.AddDate(0, 0, days+daysAway)
	for _, zone := range []string{"Europe/Berlin", "America/Toronto", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu"} {
		in, err := time.LoadLocation(zone)
		y.ok(err)
		s, err := schedule.New(everyNight, zone, begun)
		y.ok(err)
		nights := func(from time.Time, days int) []time.Time {
			return scheduletest.Calendar{Zone: in, From: from, Until: from.AddDate(0, 0, days)}.Due(2, 30, func(time.Time) bool { return true })
		}
		times, missed := nights(begun, days), nights(begun.AddDate(0, 0, days), daysAway)
		c, err := db.Conversations.StartConversation(y.t.Context(), home.ID, assistant.Beginning{Person: owner.ID})
		y.ok(err)
		b, err := db.Backgrounds.MakeBackground(y.t.Context(), home.ID, assistant.BackgroundOrder{Key: zone, Task: assistant.BackgroundTask{
			Owner: owner.ID, Conversation: c.ID, Kind: assistant.BackgroundRecurring, Title: zone, Prompt: "look", Schedule: s.Cron(), Zone: zone,
			Overlap: assistant.OverlapQueue, Due: times[0],
		}})
		y.ok(err)
		next[b.ID] = nights(back, 2)[0]
		for _, at := range append(times, missed[0]) {
			want[b.ID] = append(want[b.ID], at.Format(time.RFC3339))
		}
		due = append(due, times...)
	}
	y.ok(db.Close())
	y.watch()
	for i := range y.replicas {
		y.start(i)
	}
	slices.SortFunc(due, time.Time.Compare)
	for n, at := range due {
		if n+1 < len(due) && due[n+1].Equal(at) {
			continue
		}
		y.until(at, n+1)
	}
	y.shift(time.Until(due[len(due)-1].Add(time.Minute)))
	y.killAll()
	y.shift(time.Until(back))
	for i := range y.replicas {
		y.start(i)
	}
	y.until(back, len(due)+len(want))
	y.killAll()
	y.compare(home.ID, want, next)
}

func (y *years) killAll() {
	y.t.Helper()
	for i, r := range y.replicas {
		y.ok(r.Process.Kill())
		_ = r.Wait()
		y.replicas[i] = nil
	}
}

// watch opens the database to count what has begun.
func (y *years) watch() {
	y.t.Helper()
	var err error
	if y.told.DatabaseURL != "" {
		y.sql, err = sql.Open("pgx", servers.Superuser(y.told.DatabaseURL))
	} else {
		y.sql, err = sql.Open("sqlite", "file:"+filepath.Join(y.told.Dir, "aisteam.db")+"?mode=ro")
	}
	y.ok(err)
	y.t.Cleanup(func() { _ = y.sql.Close() })
}

// until lets a moment come, and waits until so many due times have begun. Meanwhile a replica may be killed, at any moment: it may
// be reading, in the middle of its transaction, or at rest.
func (y *years) until(at time.Time, begun int) {
	y.t.Helper()
	y.shift(time.Until(at))
	dies, when := y.random.IntN(6) == 0, time.Now().Add(time.Duration(y.random.IntN(160))*time.Millisecond)
	for late := time.Now().Add(30 * time.Second); ; {
		if dies && time.Now().After(when) {
			y.start(y.random.IntN(len(y.replicas)))
			y.kills++
			dies = false
		}
		n := 0
		y.ok(y.sql.QueryRowContext(y.t.Context(), `select count(*) from background_runs`).Scan(&n))
		switch {
		case n >= begun && !dies:
			return
		case time.Now().After(late):
			y.t.Fatalf("at %s %d have begun, not %d", at, n, begun)
		}
		time.Sleep(2 * time.Millisecond) // what it waits for is another process
	}
}

func (y *years) compare(home assistant.TenantID, want map[assistant.BackgroundID][]string, next map[assistant.BackgroundID]time.Time) {
	y.t.Helper()
	db, _, err := y.told.open(y.t.Context())
	y.ok(err)
	defer func() { _ = db.Close() }()
	due, doubled, missed := 0, 0, 0
	for id, times := range want {
		runs, err := db.Backgrounds.BackgroundRuns(y.t.Context(), home, id, 10*len(times))
		y.ok(err)
		var got []string
		for _, r := range slices.Backward(runs) {
			got = append(got, r.Due.UTC().Format(time.RFC3339))
		}
		due, doubled, missed = due+len(times), doubled+len(got)-len(slices.Compact(slices.Clone(got))), missed+max(0, len(times)-len(got))
		if diff := cmp.Diff(times, got); diff != "" {
			y.t.Errorf("(-calendar +begun)\n%s", diff)
		}
		b, err := db.Backgrounds.Background(y.t.Context(), home, id)
		y.ok(err)
		if !b.Due.Equal(next[id]) {
			y.t.Errorf("%s is due next at %s, in the calendar at %s", b.Zone, b.Due, next[id])
		}
	}
	var words int
	y.ok(y.sql.QueryRowContext(y.t.Context(), `select count(*) from mail`).Scan(&words))
	if words != due {
		y.t.Errorf("%d due times put %d words into mailboxes", due, words)
	}
	y.t.Logf("%d tasks in as many zones, %d due times, %d replicas at a time, killed %d times: %d doubled, %d missed", len(want), due, len(y.replicas), y.kills, doubled, missed)
}
