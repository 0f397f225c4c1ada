package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

const countEvery = 15 * time.Second

// watch is what operators are shown of the whole installation. What costs a query is counted every few seconds, and not by
// who looks: a database in trouble has better to do than to answer dashboards.
type watch struct {
	s *server

	mu      sync.Mutex
	backlog assistant.Backlog
	at      time.Time
}

// count counts once.
func (w *watch) count(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, countEvery)
	defer cancel()
	b, err := w.s.db.Backlog(ctx)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.backlog, w.at = b, time.Now()
	return nil
}

// run counts again and again until ctx ends.
func (w *watch) run(ctx context.Context) error {
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for {
		if w.s.db.Unwritable() != "" {
			_ = w.s.db.Ready(ctx) // it finds out whether that is over, and says so
		}
		if err := w.count(ctx); err != nil && ctx.Err() == nil {
			w.s.log.WarnContext(ctx, "what waits was not counted", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// look is what stands now.
func (w *watch) look() metrics.Seen {
	w.mu.Lock()
	b, at := w.backlog, w.at
	w.mu.Unlock()
	seen := metrics.Seen{
		Conversations: b.Conversations, Approvals: b.Approvals, OldestApproval: b.OldestApproval, Runs: b.Runs, StuckRuns: b.StuckRuns,
		Counted: !at.IsZero(), SecondsAgo: time.Since(at).Seconds(),
		Writable: w.s.db.Unwritable() == "", Refuses: w.s.queue.Refuses() != "", Refusals: make(map[string]int64),
		Replicas: int(max(1, w.s.agreed.replicas.Load())),
	}
	for _, c := range queue.Codes() {
		seen.Refusals[string(c)] = w.s.queue.Refused(c)
	}
	for _, p := range w.s.db.Connections() {
		seen.Pools = append(seen.Pools, metrics.Pool{Name: p.Pool, InUse: p.InUse, Idle: p.Idle, Most: p.Most, Waited: p.Waited})
	}
	seen.DiskFree, seen.DiskSize = storage.Disk(w.s.config.Data)
	return seen
}

// openWatch shows what stands, and makes the series whose words are known.
func (s *server) openWatch(context.Context) error {
	s.watch = &watch{s: s}
	metrics.Watch(s.gather, version(), s.watch.look)
	var models []metrics.ExpectedModel
	for _, m := range s.models.Client(s.tenant.ID).Models() {
		models = append(models, metrics.ExpectedModel{Provider: m.Provider, Name: m.Model})
	}
	surfaces := []assistant.Surface{assistant.SurfacePush} // that are delivered to; the panel looks by itself
	if s.mail.Now() != nil {
		surfaces = append(surfaces, assistant.SurfaceMail)
	}
	if s.slack.Now() != nil {
		surfaces = append(surfaces, assistant.SurfaceSlack)
	}
	if s.discord.Now() != nil {
		surfaces = append(surfaces, assistant.SurfaceDiscord)
	}
	var names []string
	for _, t := range s.team.Tools().All() {
		names = append(names, t.Counted())
	}
	s.meter.Expect(metrics.Expected{
		Models: models, Purposes: s.models.Client(s.tenant.ID).Purposes(), ModelOutcomes: wordsOf(llm.Outcomes()),
		Routes: wordsOf(routeNames()), Surfaces: surfaces, DeliveryOutcomes: wordsOf(bots.Outcomes()),
		AckRoutes: wordsOf([]bots.Route{bots.RouteEvents, bots.RouteInteractions}), Acks: wordsOf(bots.Acks()), Tools: names, ToolOutcomes: wordsOf(executor.Outcomes()),
	})
	return nil
}

func wordsOf[W metrics.Word](of []W) []metrics.Word {
	out := make([]metrics.Word, len(of))
	for i, w := range of {
		out[i] = w
	}
	return out
}
