package orchestrator_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	mrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/storage"
)

// TestDueTimesOfFourHundredDaysBeginOnceThoughReplicasDie: five tasks in five zones, across changes to summer time and back, are
// taken up by replicas that are killed at random. Each due time begins once.
func TestDueTimesOfFourHundredDaysBeginOnceThoughReplicasDie(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		const days = 400
		var ahead atomic.Int64
		now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		ids, log := assistant.NewIDs(now, rand.Reader), slog.New(slog.DiscardHandler)
		db, err := storage.Open(t.Context(), storage.Config{Dir: dir, IDs: ids, Now: now, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		home, owner, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Owner: assistant.Person{Name: "Olga"}})
		if err != nil {
			t.Fatal(err)
		}
		d := &door{t: t, ids: ids, db: db, tenant: home.ID}
		begun, random := now(), mrand.New(mrand.NewPCG(4, 2))
		want := map[assistant.BackgroundID][]string{}
		var due []time.Time
		for _, zone := range []string{"Europe/Berlin", "America/Toronto", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu"} {
			s, err := schedule.New("every day at 2:30", zone, begun)
			d.ok(err)
			first, _ := s.Next(begun)
			c, err := db.Conversations.StartConversation(t.Context(), home.ID, owner.ID, "", "")
			d.ok(err)
			b, err := db.Backgrounds.MakeBackground(t.Context(), home.ID, assistant.BackgroundOrder{Key: zone, Task: assistant.BackgroundTask{
				Owner: owner.ID, Conversation: c.ID, Kind: assistant.BackgroundRecurring, Title: zone, Prompt: "look", Schedule: s.Cron(), Zone: zone,
				Overlap: assistant.OverlapQueue, Due: first,
			}})
			d.ok(err)
			for _, at := range s.Times(begun, days) {
				want[b.ID] = append(want[b.ID], at.UTC().Format(time.RFC3339))
				due = append(due, at)
			}
		}
		slices.SortFunc(due, time.Time.Compare)
		replica := func(ctx context.Context, seed uint64) {
			wiring := orchestrator.Config{Store: db.Verbs, Queue: &ear{}, IDs: ids, Now: now, Log: log, Random: mrand.New(mrand.NewPCG(seed, 1))} //nolint:gosec // jitter
			o := orchestrator.New(orchestrator.NewInbox(wiring), wiring)
			d.ok(o.Sweeper.Run(ctx))
		}
		for i, at := range slices.Compact(due) {
			ahead.Add(int64(max(0, at.Sub(now()))))
			ctx, end := context.WithCancel(t.Context())
			var wg sync.WaitGroup
			for r := range uint64(2) {
				one, kill := context.WithCancel(ctx)
				wg.Go(func() { replica(one, uint64(i)*2+r) }) //nolint:gosec // a seed
				if random.IntN(3) == 0 {
					wg.Go(func() { // at any moment, in the middle of a transaction too
						time.Sleep(time.Duration(random.Int64N(int64(time.Second))))
						kill()
					})
				} else {
					defer kill()
				}
			}
			time.Sleep(3 * time.Second) // some sweeps
			end()
			wg.Wait()
		}
		wg, end := sync.WaitGroup{}, func() {}
		var ctx context.Context
		ctx, end = context.WithCancel(t.Context())
		wg.Go(func() { replica(ctx, 1) })
		time.Sleep(5 * time.Second)
		end()
		wg.Wait()
		for id, times := range want {
			runs, err := db.Backgrounds.BackgroundRuns(t.Context(), home.ID, id, 10*days)
			d.ok(err)
			var got []string
			for _, r := range slices.Backward(runs) {
				got = append(got, r.Due.Format(time.RFC3339))
			}
			if diff := cmp.Diff(times, got[:min(len(got), days)]); diff != "" {
				t.Fatalf("(-calendar +begun)\n%s", diff)
			}
		}
		d.ok(db.Close())
	})
}

// A background task's words are its owner's, and decide nothing: a stored "yes" is no yes to what stands there when it is due.
func TestABackgroundTasksWordsDecideNothing(t *testing.T) {
	h := newHouse(t)
	p := h.propose()
	h.due("yes")
	awaitsAnswer(h)
	_, status, _, err := h.db.Decisions.Plan(t.Context(), h.tenant, p.ID, 1)
	h.ok(err)
	if status != assistant.PlanOpen {
		t.Errorf("the plan is %s", status)
	}
	if note := h.act(assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictApproved}); note != "" {
		t.Errorf("a person cannot decide any more: %s", note)
	}
}

// due lets a background task of Anna's begin in her conversation.
func (h *house) due(prompt string) assistant.BackgroundTask {
	h.t.Helper()
	b, err := h.db.Backgrounds.MakeBackground(h.t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
		Owner: h.anna, Conversation: h.conversation, Kind: assistant.BackgroundOnce, Title: prompt, Prompt: prompt, Zone: "UTC",
		Overlap: assistant.OverlapQueue, Due: time.Now().Add(-time.Second),
	}})
	h.ok(err)
	return b
}

// awaitsAnswer waits until the turn of the newest background words is over.
func awaitsAnswer(h *house) {
	h.t.Helper()
	said := assistant.MessageID("")
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		for _, m := range h.log() {
			if b, ok := m.Body.(assistant.Said); ok && b.Background != "" {
				said = m.ID
			}
		}
		if said != "" {
			if done, err := h.db.Conversations.Settled(h.t.Context(), h.tenant, said); err == nil && done {
				return
			}
		}
		if time.Now().After(deadline) {
			var all []string
			for _, m := range h.log() {
				all = append(all, m.Body.Type()+": "+m.Content)
			}
			h.t.Fatalf("nobody answered:\n%s", strings.Join(all, "\n"))
		}
	}
}
