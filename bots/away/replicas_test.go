package away_test

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	mrand "math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away"
	"github.com/aisteam/aisteam/bots/away/mail"
	"github.com/aisteam/aisteam/bots/away/push"
	"github.com/aisteam/aisteam/internal/fakemail"
	"github.com/aisteam/aisteam/internal/fakepush"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

const replicaVar = "AISTEAM_TEST_REPLICA"

func TestMain(m *testing.M) {
	if as := os.Getenv(replicaVar); as != "" {
		fmt.Fprintln(os.Stderr, runReplica(context.Background(), as))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// role is what a replica is told by whoever starts it.
type role struct {
	DatabaseURL, Clock, Key, Mail string
	Tenant                        assistant.TenantID
	Seed                          uint64
}

// now reads the test's clock.
func (o role) now() time.Time {
	raw, err := os.ReadFile(o.Clock)
	if err != nil {
		panic(err)
	}
	ahead, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		panic(err)
	}
	return time.Now().Add(time.Duration(ahead) * time.Microsecond)
}

func (o role) open(ctx context.Context) (*ledgerkit.DB, *assistant.IDs, error) {
	ids := assistant.NewIDs(o.now, rand.Reader)
	db, err := ledgerkit.Bare(ctx, storage.Config{DatabaseURL: o.DatabaseURL, IDs: ids, Now: o.now, Log: slog.New(slog.DiscardHandler)})
	return db, ids, err
}

// runReplica tells people of what waits until it is killed.
func runReplica(ctx context.Context, as string) error {
	var o role
	if err := json.Unmarshal([]byte(as), &o); err != nil {
		return err
	}
	db, ids, err := o.open(ctx)
	if err != nil {
		return err
	}
	key, err := push.ReadKey(assistant.Secret(o.Key))
	if err != nil {
		return err
	}
	server, err := mail.ReadServer("smtp://"+o.Mail, "AISTEAM <aisteam@example.com>", nil)
	if err != nil {
		return err
	}
	client, _, err := queue.Embedded()
	if err != nil {
		return err
	}
	log := slog.New(slog.DiscardHandler)
	desk := away.Desk{Tenant: o.Tenant, Reaches: db.Verbs, Conversations: db.Verbs}
	// The server is the test's own.
	trusting := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	courier := func(kind assistant.Surface, s bots.Surface) orchestrator.Deliverer {
		return bots.New(bots.Config{Kind: kind, Surface: s, Store: db.Verbs, People: db.Verbs, Roster: bots.Always(nil), Log: log, Now: o.now, Lease: 2 * time.Second})
	}
	wiring := orchestrator.Config{
		Store: db.Verbs, Queue: queue.New(client, queue.Config{Consumer: ids.New(), Prefix: "t", Log: log, Now: o.now}), IDs: ids, Now: o.now, Log: log, Random: mrand.New(mrand.NewPCG(o.Seed, 1)), // jitter
		Surfaces: orchestrator.Fixed{
			courier(assistant.SurfacePush, push.New(push.Config{Desk: desk, Key: key, Contact: func() string { return "https://panel.example" }, Client: trusting, Now: o.now, Log: log})),
			courier(assistant.SurfaceMail, mail.New(mail.Config{Desk: desk, Server: server, Panel: assistant.PublicAt("https://panel.example"), Log: log})),
		},
	}
	parts := orchestrator.New(orchestrator.NewInbox(wiring), wiring)
	var g errgroup.Group
	g.Go(func() error { return parts.Sweeper.Run(ctx) })
	g.Go(func() error { return parts.Couriers.Run(ctx) })
	return g.Wait()
}

// decision waits for somebody, who has no page open.
type decision struct {
	title   string
	of      int  // the person
	decided bool // before anybody is told
}

// night is a team whose people look at nothing, and the replicas that tell them.
type night struct {
	t        *testing.T
	role     role
	sql      *sql.DB
	db       *ledgerkit.DB
	ids      *assistant.IDs
	owner    assistant.PersonID
	push     *fakepush.Service
	mail     *fakemail.Server
	people   []assistant.PersonID
	devices  []*fakepush.Device
	waits    []decision
	replicas []*exec.Cmd
	random   *mrand.Rand
	kills    int
}

const (
	onDevices = 4 // people who have a device
	byMail    = 4 // who have chosen mail, and have a device
	asleep    = 2 // who have a device, and quiet hours
)

// TestEachDecisionIsToldOnceThoughReplicasDie: two replicas, processes of their own that are killed at any moment, tell people with closed
// tabs of what waits: on their devices once each, though one may be sent again what it knows; by mail at most once, and where the answer was
// lost on their device as well; what was decided before to nobody; and in quiet hours later.
func TestEachDecisionIsToldOnceThoughReplicasDie(t *testing.T) {
	n := newNight(t, sampled.Number(150, 10_000))
	n.shift(2 * time.Minute)
	n.begin()
	n.until("those who are awake are told", func() bool { return n.toldOf(func(d decision) bool { return !n.sleeps(d) }) })
	if early := n.count(n.sleeps); early != 0 {
		t.Errorf("%d are told in quiet hours", early)
	}
	n.shift(9 * time.Hour)
	n.until("those who slept are told", func() bool { return n.toldOf(func(decision) bool { return true }) })
	n.judge()
}

func (n *night) sleeps(d decision) bool { return d.of >= onDevices+byMail }

func (n *night) ok(err error) {
	n.t.Helper()
	if err != nil {
		n.t.Fatal(err)
	}
}

// newNight puts so many decisions before people, just now.
func newNight(t *testing.T, decisions int) *night {
	t.Helper()
	n := &night{t: t, role: role{Clock: filepath.Join(t.TempDir(), "clock")}, random: mrand.New(mrand.NewPCG(4, 2)), replicas: make([]*exec.Cmd, 2)}
	n.clock()
	made, err := push.NewKey()
	n.ok(err)
	key, err := push.ReadKey(made)
	n.ok(err)
	n.push = fakepush.New(key.PushKey())
	t.Cleanup(n.push.Close)
	n.mail, err = fakemail.Start("", "", false)
	n.ok(err)
	t.Cleanup(n.mail.Close)
	n.db, n.ids, err = n.role.open(t.Context())
	n.ok(err)
	t.Cleanup(func() { _ = n.db.Close() })
	home, owner, err := n.db.Tenants.Bootstrap(t.Context(), assistant.Seed{Owner: assistant.Person{Name: "Olga"}})
	n.ok(err)
	n.role.Tenant, n.role.Key, n.role.Mail, n.owner = home.ID, string(made), n.mail.Addr, owner.ID
	for i := range onDevices + byMail + asleep {
		n.person(i)
	}
	for i := range decisions {
		n.wait(i)
	}
	return n
}

// clock gives the database a now() that is the test's: what a schema in front of the system's calls so.
func (n *night) clock() {
	n.t.Helper()
	at := servers.Postgres(n.t)
	var err error
	n.sql, err = sql.Open("pgx", servers.Superuser(at))
	n.ok(err)
	n.t.Cleanup(func() { _ = n.sql.Close() })
	_, err = n.sql.ExecContext(n.t.Context(), `create schema wall; create table wall.clock (ahead interval not null); insert into wall.clock values ('0');
		create function wall.now() returns timestamptz language sql stable as 'select pg_catalog.now() + (select ahead from wall.clock)';
		grant usage on schema wall to public; grant select on wall.clock to public`)
	n.ok(err)
	u, err := url.Parse(at)
	n.ok(err)
	q := u.Query()
	q.Set("search_path", "wall,pg_catalog,public")
	u.RawQuery = q.Encode()
	n.role.DatabaseURL = u.String()
	n.set(0)
}

// set moves the clocks of the replicas, and shift the database's, too.
func (n *night) set(ahead time.Duration) {
	n.t.Helper()
	next := n.role.Clock + ".next"
	n.ok(os.WriteFile(next, []byte(strconv.FormatInt(ahead.Microseconds(), 10)), 0o600))
	n.ok(os.Rename(next, n.role.Clock))
}

func (n *night) shift(ahead time.Duration) {
	n.t.Helper()
	_, err := n.sql.ExecContext(n.t.Context(), `update wall.clock set ahead = $1 * interval '1 microsecond'`, ahead.Microseconds())
	n.ok(err)
	n.set(ahead)
}

// person is somebody with a device, and what they have besides.
func (n *night) person(i int) {
	n.t.Helper()
	ctx, home := n.t.Context(), n.role.Tenant
	p, err := n.db.People.PersonFor(ctx, home, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: fmt.Sprintf("U%d", i), Name: fmt.Sprintf("Person %d", i)})
	n.ok(err)
	d, err := n.push.Subscribe()
	n.ok(err)
	to, err := json.Marshal(map[string]any{"endpoint": d.Endpoint, "keys": map[string]string{"auth": d.Auth, "p256dh": d.P256dh}})
	n.ok(err)
	_, err = n.db.Reaches.SaveReach(ctx, home, assistant.Reach{Person: p.ID, Surface: assistant.SurfacePush, Name: "a phone", To: assistant.Secret(to)}, "")
	n.ok(err)
	n.people, n.devices = append(n.people, p.ID), append(n.devices, d)
	switch {
	case i < onDevices:
	case i < onDevices+byMail:
		address := fmt.Sprintf("person%d@example.com", i)
		_, err = n.db.Reaches.SaveReach(ctx, home, assistant.Reach{Person: p.ID, Surface: assistant.SurfaceMail, Name: address, To: assistant.Secret(address)}, "")
		n.ok(err)
		n.ok(n.db.People.SetHearing(ctx, home, p.ID, assistant.Hearing{}.With(assistant.HearMail, assistant.TopicDecisions)))
	default:
		now := time.Now().UTC()
		n.ok(n.db.People.SetHearing(ctx, home, p.ID, assistant.Hearing{Zone: "UTC", QuietFrom: now.Add(-time.Hour).Format("15:04"), QuietTo: now.Add(8 * time.Hour).Format("15:04")}))
	}
}

// wait puts an action before somebody, on the panel. Some are decided at once.
func (n *night) wait(i int) {
	n.t.Helper()
	ctx, home := n.t.Context(), n.role.Tenant
	d := decision{title: fmt.Sprintf("Change number %d.", i), of: i % len(n.people), decided: i%15 == 7}
	c, err := n.db.Conversations.StartConversation(ctx, home, assistant.Beginning{Person: n.people[d.of]})
	n.ok(err)
	post := func(b assistant.Body) {
		n.t.Helper()
		_, err := n.db.Intake.Post(ctx, assistant.Message{Tenant: home, Conversation: c.ID, Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: b})
		n.ok(err)
	}
	a := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](n.ids), Title: assistant.Verbatim(d.title), RequestedBy: n.people[d.of], ExpiresAt: time.Now().Add(72 * time.Hour)}
	post(assistant.ApprovalRequested{Approval: a})
	if d.decided {
		post(assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected})
	}
	n.waits = append(n.waits, d)
}

// begin starts the replicas, which end with the test.
func (n *night) begin() {
	n.t.Helper()
	n.t.Cleanup(func() {
		for _, r := range n.replicas {
			_ = r.Process.Kill()
			_ = r.Wait()
		}
	})
	for i := range n.replicas {
		n.start(i)
	}
}

// start starts a replica, in place of one that is killed.
func (n *night) start(i int) {
	n.t.Helper()
	if r := n.replicas[i]; r != nil {
		n.ok(r.Process.Kill())
		_ = r.Wait()
		n.kills++
	}
	exe, err := os.Executable()
	n.ok(err)
	n.role.Seed++
	raw, err := json.Marshal(n.role)
	n.ok(err)
	r := exec.CommandContext(n.t.Context(), exe)
	r.Env, r.Stderr = append(os.Environ(), replicaVar+"="+string(raw)), n.t.Output()
	n.ok(r.Start())
	n.replicas[i] = r
}

// until waits, and kills a replica now and then: it may be reading, sending, or at rest. Time goes on, by which those are tried again whose
// way took nothing.
func (n *night) until(what string, come func() bool) {
	n.t.Helper()
	next, ahead := time.Now(), time.Duration(0)
	raw, err := os.ReadFile(n.role.Clock)
	n.ok(err)
	set, err := strconv.ParseInt(string(raw), 10, 64)
	n.ok(err)
	for late := time.Now().Add(10*time.Minute + time.Duration(len(n.waits))*200*time.Millisecond); !come(); {
		if time.Now().After(late) {
			n.t.Fatalf("too late: %s", what)
		}
		if time.Now().After(next) {
			n.start(n.random.IntN(len(n.replicas)))
			next = time.Now().Add(time.Duration(700+n.random.IntN(1500)) * time.Millisecond)
			ahead += 30 * time.Second
			n.shift(time.Duration(set)*time.Microsecond + ahead)
		}
		time.Sleep(20 * time.Millisecond) // what it waits for is another process
	}
}

// told counts, by title, on how many devices and in how many mails a decision stands.
func (n *night) told() (devices, mails map[string]int) {
	n.t.Helper()
	devices, mails = map[string]int{}, map[string]int{}
	for _, d := range n.devices {
		for _, t := range d.Shown() {
			devices[strings.TrimPrefix(t.Body, "Approval: ")[:strings.Index(t.Body, ".")+1-len("Approval: ")]]++
		}
	}
	taken, _ := n.mail.Taken()
	for _, m := range taken {
		mails[strings.TrimPrefix(m.Subject, "AISTEAM needs you: Approval: ")]++
	}
	return devices, mails
}

// toldOf tells whether all of some that wait are told.
func (n *night) toldOf(some func(decision) bool) bool {
	n.t.Helper()
	devices, mails := n.told()
	for _, d := range n.waits {
		if some(d) && !d.decided && devices[d.title]+mails[d.title] == 0 {
			return false
		}
	}
	return true
}

func (n *night) count(some func(decision) bool) (told int) {
	n.t.Helper()
	devices, mails := n.told()
	for _, d := range n.waits {
		if some(d) {
			told += devices[d.title] + mails[d.title]
		}
	}
	return told
}

// judge holds what people were told against what waits for them.
func (n *night) judge() {
	n.t.Helper()
	devices, mails := n.told()
	both, again := 0, 0
	for _, d := range n.waits {
		on, by := devices[d.title], mails[d.title]
		mailed := d.of >= onDevices && d.of < onDevices+byMail
		switch {
		case d.decided && on+by > 0:
			n.t.Errorf("%q was decided and is told", d.title)
		case on > 1 || by > 1:
			n.t.Errorf("%q is told on %d devices and in %d mails", d.title, on, by)
		case !mailed && by > 0:
			n.t.Errorf("%q is mailed to somebody without an address", d.title)
		case on == 1 && by == 1:
			both++
		}
	}
	for _, d := range n.devices {
		again += d.Again()
	}
	_, wrong := n.mail.Taken()
	if wrong = append(wrong, n.push.Wrong()...); wrong != nil {
		n.t.Error(errors.New(strings.Join(wrong, "\n")))
	}
	var lost int
	n.ok(n.sql.QueryRowContext(n.t.Context(), `select count(*) from deliveries d join places p on p.id = d.place_id where p.surface = 'mail' and d.withheld`).Scan(&lost))
	if both > lost {
		n.t.Errorf("%d are told twice, and only %d mails count as lost", both, lost)
	}
	n.t.Logf("%d decisions, %d kills: on devices %d (%d sent again, shown once), by mail %d (%d answers lost, %d of them told on a device as well)", len(n.waits), n.kills, len(devices), again, len(mails), lost, both)
}
