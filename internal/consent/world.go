package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	mrand "math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

// world is the product without a platform and a model: real storage, real orchestrator, gate and courier, over signs.
type world struct {
	db     *ledgerkit.DB
	ids    *assistant.IDs
	clock  *clock
	signs  *signs
	board  *board
	work   *orchestrator.Orchestrator
	tenant assistant.TenantID
	owner  assistant.PersonID
	people map[string]assistant.PersonID
	steered

	calm     atomic.Bool // nothing crashes any more
	streams  *streams
	startsMu sync.Mutex
	starts   map[assistant.TaskID]int64 // when the newest call of a task was asked for that was let start

	closers []func() error
}

func open(ctx context.Context, c storage.Config, s steered) (w *world, err error) {
	w = &world{steered: s, streams: newStreams(), starts: map[assistant.TaskID]int64{}, clock: &clock{}, people: map[string]assistant.PersonID{}, ids: assistant.NewIDs(time.Now, rand.Reader)}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	w.signs, w.board = newSigns(w.clock, w.model()), newBoard(w.clock)
	c.IDs, c.Now, c.Log = w.ids, time.Now, slog.New(slog.DiscardHandler)
	if w.db, err = ledgerkit.Bare(ctx, c); err != nil {
		return w, fmt.Errorf("open storage: %w", err)
	}
	w.closers = append(w.closers, w.db.Close)
	home, owner, err := w.db.Tenants.Bootstrap(ctx, assistant.Seed{
		Tenant: assistant.Tenant{Name: "signs"}, Owner: assistant.Person{Name: "Olga"},
		Projects: []assistant.Project{{Name: "Signs", Slug: "signs", Connections: []assistant.Connection{site.Folder()}}},
	})
	if err != nil {
		return w, fmt.Errorf("bootstrap: %w", err)
	}
	w.tenant, w.owner = home.ID, owner.ID
	for _, who := range []string{anna, ben, dan, gus} {
		p, err := w.db.People.PersonFor(ctx, w.tenant, account(who))
		if err != nil {
			return w, fmt.Errorf("make %s: %w", who, err)
		}
		w.people[who] = p.ID
	}
	return w, w.wire(ctx)
}

func (w *world) close() error {
	var errs []error
	for _, closer := range slices.Backward(w.closers) {
		errs = append(errs, closer())
	}
	w.closers = nil
	return errors.Join(errs...)
}

// wire puts the orchestrator over the signs and starts it.
func (w *world) wire(ctx context.Context) error {
	projects, err := w.db.Projects.Projects(ctx, w.tenant)
	if err != nil {
		return fmt.Errorf("read projects: %w", err)
	}
	all, err := packkit.Beside(w.signs.tools()...)
	if err != nil {
		return err
	}
	exec, err := executor.New(executor.Config{Team: all, Ledger: clocked{w.db.Verbs, w}, IDs: w.ids, Now: w.hurried})
	if err != nil {
		return err
	}
	client, stop, err := queue.Embedded()
	if err != nil {
		return fmt.Errorf("start the queue: %w", err)
	}
	w.closers = append(w.closers, func() error { stop(); return nil })
	log := slog.New(slog.DiscardHandler)
	courier := bots.New(bots.Config{Kind: assistant.SurfaceSlack, Surface: w.board, Store: w.db.Deliveries, Roster: bots.Always(all.Agents()), Log: log, Lease: w.lease()})
	wiring := orchestrator.Config{
		Store: w.store(), Queue: queue.New(client, queue.Config{Consumer: "consent", Log: log, Now: time.Now}), Backends: llm.Backend{Model: w.model()},
		Planner: scribe{w.signs, w.ids, projects[0]}, Doer: exec, Teams: all, Surfaces: orchestrator.Fixed{courier},
		Limits: orchestrator.Limits{Lease: w.lease()}, IDs: w.ids, Now: time.Now, Random: mrand.New(mrand.NewPCG(1, 2)), Log: log,
	}
	w.work = orchestrator.New(orchestrator.NewInbox(wiring), wiring)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var g errgroup.Group
	for _, run := range []func(context.Context) error{w.work.Worker.Run, w.work.Tasks.Run, w.work.Couriers.Run, w.work.Sweeper.Run} {
		g.Go(func() error { return run(ctx) })
	}
	w.closers = append(w.closers, func() error { cancel(); return g.Wait() })
	return nil
}

// hurried is the executor's clock: now and then it is behind, so that what it asks for is overdue soon.
func (w *world) hurried() time.Time {
	now := time.Now()
	if mrand.IntN(10) == 0 {
		return now.Add(time.Duration(mrand.IntN(30))*time.Millisecond - assistant.DefaultSettings().ApprovalTTL())
	}
	return now
}

// quiet waits until nothing is left to be done.
func (w *world) quiet(ctx context.Context) error {
	still, enough := 0, 20
	if w.steers {
		enough = 75 // longer than what a crash has left is held
	}
	for still < enough {
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait until all is done: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
		waits, err := w.db.Timers.Sweep(ctx, 0)
		if err != nil {
			return fmt.Errorf("look what waits: %w", err)
		}
		still++
		if len(waits.Turns)+len(waits.Tasks)+len(waits.Deliveries)+int(w.streams.asked.Load()) > 0 {
			still = 0
		}
	}
	return nil
}
