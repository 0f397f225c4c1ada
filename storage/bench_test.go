package storage_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

const lease = 15 * time.Second

// durable is a Postgres that waits for the disk, as a real one does.
func durable(b *testing.B) string {
	b.Helper()
	s, err := servers.StartPostgres(b.Context(), servers.Options{Durable: true})
	if errors.Is(err, servers.ErrMissing) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Stop(); err != nil {
			b.Error(err)
		}
	})
	url, err := servers.Install(b.Context(), s.URL())
	if err != nil {
		b.Fatal(err)
	}
	return url
}

func benched(b *testing.B, cfg storage.Config) (*storage.DB, assistant.TenantID) {
	b.Helper()
	if err := storage.Migrate(b.Context(), cfg); err != nil {
		b.Fatal(err)
	}
	db, err := storage.Open(b.Context(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	})
	tenant, _, err := db.Tenants.Bootstrap(b.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		b.Fatal(err)
	}
	return db, tenant.ID
}

// turn is everything the ledger does from a Slack event to the recorded answer in its thread.
func turn(ctx context.Context, db *storage.DB, tenant assistant.TenantID, n string) error {
	if err := answerIn(ctx, db, tenant, n, n); err != nil {
		return err
	}
	return deliver(ctx, db, tenant)
}

// answerIn is a turn in a thread that may have had others, up to where its answer is recorded.
func answerIn(ctx context.Context, db *storage.DB, tenant assistant.TenantID, thread, n string) error {
	_, err := db.Intake.Receive(ctx, assistant.Inbound{
		Tenant: tenant, Key: n, Change: assistant.ChangeSaid, Text: "hello " + n, ExternalID: n,
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T", Channel: "C", Thread: thread},
		From:  assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T", External: "U"},
	})
	if err != nil {
		return err
	}
	c, mail, err := claimed(ctx, db, tenant)
	if err != nil {
		return err
	}
	for _, m := range mail {
		if _, err := db.Mailboxes.Situation(ctx, c, m.Message); err != nil {
			return err
		}
		answer := assistant.Message{
			Key: string(m.Message.ID) + "/answer", Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage,
			Content: "hi", Body: assistant.Said{}, Cause: m.Message.ID,
		}
		routed := answer
		routed.Key, routed.Kind, routed.Body = string(m.Message.ID)+"/routed", assistant.KindStatus, assistant.Routed{}
		if _, err := db.Mailboxes.SettleAll(ctx, c, assistant.Settling{Mails: []int64{m.ID}, Batch: assistant.Batch{Messages: []assistant.Message{routed, answer}}, Last: false}); err != nil {
			return err
		}
	}
	return db.Mailboxes.Release(ctx, c, len(mail) == 16)
}

// claimed tries until there is something: others may be holding, or just taking, what there is.
func claimed(ctx context.Context, db *storage.DB, tenant assistant.TenantID) (assistant.Claim, []assistant.Mail, error) {
	for {
		c, mail, ok, err := db.Mailboxes.Claim(ctx, tenant, lease)
		if ok || err != nil {
			return c, mail, err
		}
	}
}

func deliver(ctx context.Context, db *storage.DB, tenant assistant.TenantID) error {
	d, ok, err := db.Deliveries.ClaimDelivery(ctx, tenant, []assistant.Surface{assistant.SurfaceSlack}, lease)
	if err != nil || !ok { // whoever holds the place shows this turn's answer too, or the next one does
		return err
	}
	u, err := db.Deliveries.Undelivered(ctx, d)
	if err != nil {
		return err
	}
	var ds []assistant.Delivery
	for _, s := range u.Slots {
		ds = append(ds, assistant.Delivery{Slot: s.Slot, Nonce: string(s.Slot)})
	}
	if _, err := db.Deliveries.Intend(ctx, d, ds, assistant.Pace{}); err != nil {
		return err
	}
	for i := range ds {
		ds[i].Ref, ds[i].Hash = "ref", "hash"
	}
	_, err = db.Deliveries.ReleaseDelivery(ctx, d, ds, u.Upto, 0)
	return err
}

func benchmarkTurns(b *testing.B, db *storage.DB, tenant assistant.TenantID, inFlight int) {
	b.Helper()
	work := make(chan int)
	var wg sync.WaitGroup
	for range inFlight {
		wg.Go(func() {
			for n := range work {
				if err := turn(b.Context(), db, tenant, strconv.Itoa(inFlight)+"/"+strconv.Itoa(n)); err != nil {
					b.Error(err)
				}
			}
		})
	}
	n, began := 0, processor(b)
	for b.Loop() {
		work <- n
		n++
	}
	close(work)
	wg.Wait()
	b.ReportMetric(float64((processor(b)-began).Microseconds())/1000/float64(n), "cpu-ms/turn")
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "turns/s")
}

// processor is what this process has used of it.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkPostgres(b *testing.B) {
	url := durable(b)
	cfg := config()
	cfg.DatabaseURL = url
	db, tenant := benched(b, cfg)
	b.Run("floor of one commit", func(b *testing.B) {
		c, err := pgx.Connect(b.Context(), url)
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close(context.Background()) // nothing is left to be done with it
		if _, err := c.Exec(b.Context(), `create table if not exists floor (n bigint)`); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := c.Exec(b.Context(), `insert into floor values (1)`); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, n := range []int{1, 16} {
		b.Run("turns at "+strconv.Itoa(n), func(b *testing.B) { benchmarkTurns(b, db, tenant, n) })
	}
}

func BenchmarkSQLite(b *testing.B) {
	cfg := config()
	cfg.Dir = b.TempDir()
	db, tenant := benched(b, cfg)
	for _, n := range []int{1, 16} {
		b.Run("turns at "+strconv.Itoa(n), func(b *testing.B) { benchmarkTurns(b, db, tenant, n) })
	}
}
