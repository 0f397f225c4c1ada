package orchestrator_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	mrand "math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

// ear is a queue that brings nothing to anybody and counts what it is told.
type ear struct {
	queue.Queue // nothing else of it is used

	news, mail atomic.Int64
}

func (*ear) Away() bool { return false }

func (e *ear) Hint(_ context.Context, k queue.Kind, _ assistant.TenantID) error {
	if k == queue.Turns {
		e.mail.Add(1)
	}
	return nil
}

func (e *ear) Publish(context.Context, assistant.News) error { e.news.Add(1); return nil }

// together makes two who read due timers read the same: both have read before one goes on.
type together struct {
	orchestrator.Store
	readers *sync.WaitGroup
	first   sync.Once
}

func (s *together) DueTimers(ctx context.Context, limit int) ([]assistant.Timer, error) {
	due, err := s.Store.DueTimers(ctx, limit)
	if len(due) > 0 {
		s.first.Do(func() {
			s.readers.Done()
			s.readers.Wait()
		})
	}
	return due, err
}

// TestSweepersRemindOnceAndThenLetItExpire: of two replicas that see the same due timer, one reminds whoever was asked; they
// are not reminded again, and what nobody decides expires as before.
func TestSweepersRemindOnceAndThenLetItExpire(t *testing.T) {
	dir := servers.Embedded(t)
	synctest.Test(t, func(t *testing.T) {
		var ahead atomic.Int64
		now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		ids, log := assistant.NewIDs(now, rand.Reader), slog.New(slog.DiscardHandler)
		db, err := ledgerkit.Bare(t.Context(), storage.Config{Dir: dir, IDs: ids, Now: now, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		home, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Owner: assistant.Person{Name: "Olga"}})
		if err != nil {
			t.Fatal(err)
		}
		d := &door{t: t, ids: ids, db: db, tenant: home.ID}
		got, err := db.Intake.Receive(t.Context(), assistant.Inbound{
			Tenant: home.ID, From: account("UANNA"), Text: "please", Place: assistant.Place{Surface: assistant.SurfaceWeb},
		})
		d.ok(err)
		d.conversation, d.anna = got.Conversation, got.Person
		plan := assistant.Plan{
			ID: assistant.NewID[assistant.PlanID](ids), Version: 1, Title: "Services page", RequestedBy: d.anna, ExpiresAt: now().Add(24 * time.Hour),
		}
		d.post(assistant.PlanProposed{Plan: plan})

		heard, readers := &ear{}, &sync.WaitGroup{}
		ctx, end := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for i := range uint64(2) {
			readers.Add(1)
			wiring := orchestrator.Config{
				Store: &together{Store: db.Verbs, readers: readers}, Queue: heard, Teams: toolless(), IDs: ids, Now: now, Log: log, Random: mrand.New(mrand.NewPCG(i, 1)), // jitter
			}
			o := orchestrator.New(orchestrator.NewInbox(wiring), wiring)
			wg.Go(func() { d.ok(o.Sweeper.Run(ctx)) })
		}
		says := func(after time.Duration, reminders, ends int) {
			t.Helper()
			ahead.Add(int64(after))
			time.Sleep(5 * time.Second) // some sweeps of both
			ms, err := db.Conversations.MessagesAfter(t.Context(), home.ID, d.conversation, 0, 100)
			d.ok(err)
			reminded, expired := 0, 0
			for _, m := range ms {
				switch b := m.Body.(type) { //nolint:gochecksumtype // the others are not asked about
				case assistant.Reminded:
					reminded++
					if b.Person != d.anna || b.Plan != plan.ID || b.Title != plan.Title || m.Kind != assistant.KindStatus {
						t.Errorf("reminded with %+v", m)
					}
				case assistant.PlanDecided:
					expired++
				}
			}
			if reminded != reminders || expired != ends {
				t.Fatalf("after %v: %d reminders and %d ends, not %d and %d", after, reminded, expired, reminders, ends)
			}
			if n := heard.news.Load(); n != int64(reminders) {
				t.Errorf("after %v: told of %d reminders", after, n)
			}
			if mailed := heard.mail.Load() > 0; mailed != (ends > 0) {
				t.Errorf("after %v: mail %v", after, mailed)
			}
		}
		says(time.Minute, 0, 0)
		says(58*time.Minute, 0, 0)
		says(time.Minute, 1, 0)
		says(10*time.Hour, 1, 0)
		says(13*time.Hour, 1, 1)
		end()
		wg.Wait()
		d.ok(db.Close())
	})
}
