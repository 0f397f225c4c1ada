package storage_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
	"github.com/aisteam/aisteam/storage/storagetest"
)

// silence is so long that what the test itself takes by the database's clock is nothing beside it.
const silence = time.Hour

// replicas are two processes on one database, whose time goes by when the test says so.
type replicas struct {
	t        *testing.T
	ctx      context.Context //nolint:containedctx // it is the test's own
	one, two *storage.DB
	tenant   assistant.TenantID
}

// onTwo tries something on each database. Each claim's lease lives for an hour: what is freed is freed for its holder's death.
func onTwo(t *testing.T, try func(r *replicas)) {
	t.Helper()
	for name, open := range map[string]func(*testing.T) *storage.DB{"Postgres": onPostgres, "SQLite": onSQLite} {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			tenant, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
			if err != nil {
				t.Fatal(err)
			}
			r := &replicas{t: t, ctx: t.Context(), one: db, two: storage.Beside(db), tenant: tenant.ID}
			r.beat(r.one, false, 0)
			r.beat(r.two, false, 0)
			try(r)
		})
	}
}

// beat lets a replica say that it is alive.
func (r *replicas) beat(db *storage.DB, lost bool, rescued int) assistant.Waiting {
	r.t.Helper()
	was, freed, err := db.Replicas.Beat(r.ctx, silence)
	if err != nil || was != lost || freed.Rescued != rescued {
		r.t.Fatalf("beat: lost %v, freed %+v, %v; want lost %v and %d freed", was, freed, err, lost, rescued)
	}
	return freed
}

func (r *replicas) pass(by time.Duration) {
	r.t.Helper()
	if err := storage.Pass(r.ctx, r.one, by); err != nil {
		r.t.Fatal(err)
	}
}

// held are one claim of each kind.
type held struct {
	turn  assistant.Claim
	task  assistant.TaskClaim
	place assistant.DeliveryClaim
}

// work lets a replica take a conversation, a task and a place.
func (r *replicas) work(db *storage.DB) (h held) {
	r.t.Helper()
	ok := func(is bool, err error) {
		r.t.Helper()
		if err != nil || !is {
			r.t.Fatal(is, err)
		}
	}
	_, err := db.Intake.Receive(r.ctx, assistant.Inbound{
		Tenant: r.tenant, Key: "k", Change: assistant.ChangeSaid, Text: "hello",
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T", Channel: "C", Thread: "1"},
		From:  assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T", External: "U"},
	})
	ok(true, err)
	var is bool
	h.turn, _, is, err = db.Mailboxes.Claim(r.ctx, r.tenant, 2*time.Hour)
	ok(is, err)
	now := time.Now()
	ids := config().IDs
	run := assistant.Run{
		ID: assistant.NewID[assistant.RunID](ids), Conversation: h.turn.Conversation, CreatedBy: assistant.Chief, Title: "One",
		Status: assistant.RunRunning, CreatedAt: now, UpdatedAt: now,
	}
	task := assistant.Task{
		ID: assistant.NewID[assistant.TaskID](ids), Run: run.ID, Conversation: run.Conversation, Key: "a", Group: "A", Owner: assistant.Chief,
		Status: assistant.TaskOpen, Type: "run_audit", CreatedAt: now, UpdatedAt: now,
	}
	system := func(b assistant.Body) assistant.Message {
		return assistant.Message{Author: assistant.AuthorSystem, Kind: assistant.KindSystem, Content: "x", Body: b, Run: run.ID}
	}
	ok(true, db.Mailboxes.Append(r.ctx, h.turn, assistant.Batch{Messages: []assistant.Message{
		system(assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}}),
		system(assistant.GroupStarted{Run: run.ID, Group: "A", Tasks: []assistant.TaskID{task.ID}}),
	}}))
	h.task, _, is, err = storagetest.ClaimTask(r.ctx, db.Tasks, r.tenant, 2*time.Hour)
	ok(is, err)
	h.place, is, err = db.Deliveries.ClaimDelivery(r.ctx, r.tenant, []assistant.Surface{assistant.SurfaceSlack}, 2*time.Hour)
	ok(is, err)
	return h
}

// holds tells by renewing whether the claims live; they do or do not together.
func (r *replicas) holds(db *storage.DB, h held, want error) {
	r.t.Helper()
	turns, err := db.Mailboxes.RenewAll(r.ctx, []assistant.Claim{h.turn}, 2*time.Hour)
	tasks, also := db.Tasks.RenewTasks(r.ctx, []assistant.TaskClaim{h.task}, time.Hour)
	for what, err := range map[string]error{
		"turn": lost(err, turns), "task": lost(also, tasks), "place": db.Deliveries.RenewDelivery(r.ctx, h.place, time.Hour),
	} {
		if !errors.Is(err, want) {
			r.t.Fatalf("renew %s: %v, want %v", what, err, want)
		}
	}
}

// lost is what renewing one claim says, for a list of those that are lost.
func lost[C any](err error, claims []C) error {
	if err == nil && len(claims) > 0 {
		return assistant.ErrFenced
	}
	return err
}

func TestWhatASilentReplicaHeldIsFreed(t *testing.T) {
	onTwo(t, func(r *replicas) {
		h := r.work(r.one)
		for range 3 { // the second goes on beating, the first has been killed
			r.pass(silence / 4)
			r.beat(r.two, false, 0)
			r.holds(r.one, h, nil)
		}
		r.pass(silence/4 + silence/10)
		freed := r.beat(r.two, false, 3)
		if len(freed.Turns) != 1 || len(freed.Tasks) != 1 || len(freed.Deliveries) != 1 || freed.Turns[0] != r.tenant {
			t.Fatalf("freed %+v", freed)
		}
		waiting, err := r.two.Timers.Sweep(r.ctx, silence/2)
		if err != nil || len(waiting.Turns) != 1 || len(waiting.Tasks) != 1 || len(waiting.Deliveries) != 1 {
			t.Fatalf("a sweep would leave it lying: %+v, %v", waiting, err)
		}
		r.holds(r.one, h, assistant.ErrFenced)
		if err := r.one.Mailboxes.Append(r.ctx, h.turn, assistant.Batch{Messages: []assistant.Message{{
			Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Content: "late", Body: assistant.Said{},
		}}}); !errors.Is(err, assistant.ErrFenced) {
			t.Fatalf("a late write: %v", err)
		}
		if _, _, ok, err := r.two.Mailboxes.Claim(r.ctx, r.tenant, 2*time.Hour); err != nil || !ok {
			t.Fatalf("nothing to go on with: %v", err)
		}
		// It had only been asleep: it is told once, and is one of them again.
		r.beat(r.one, true, 0)
		r.beat(r.one, false, 0)
		r.beat(r.two, false, 0)
	})
}

// While the database does not answer, nobody can say that he is alive.
func TestAStallOfTheDatabaseFreesNothing(t *testing.T) {
	onTwo(t, func(r *replicas) {
		h := r.work(r.one)
		for range 5 {
			r.pass(10 * silence)
			r.beat(r.two, false, 0)
			r.beat(r.one, false, 0)
		}
		r.holds(r.one, h, nil)
	})
}

func TestWhoBeatsKeepsItsClaims(t *testing.T) {
	onTwo(t, func(r *replicas) {
		h := r.work(r.one)
		for range 20 {
			r.pass(silence / 4)
			r.beat(r.two, false, 0)
			r.pass(silence / 4)
			r.beat(r.one, false, 0)
		}
		r.holds(r.one, h, nil)
	})
}

func TestWhoHasLeftIsNotTakenForDead(t *testing.T) {
	onTwo(t, func(r *replicas) {
		h := r.work(r.one)
		if err := r.one.Replicas.Leave(r.ctx); err != nil {
			t.Fatal(err)
		}
		for range 9 {
			r.pass(silence / 4)
			r.beat(r.two, false, 0)
		}
		r.holds(r.one, h, nil) // by its leases, as anybody who never beat
		r.beat(r.one, false, 0)
	})
}
