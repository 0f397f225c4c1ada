package main

import (
	"context"
	crand "crypto/rand"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/executor/connect/dial"
	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

// hooks let tests stand between the parts: nil ones change nothing.
type hooks struct {
	store  func(database) database // wraps the database, to die at a chosen write
	tool   toolHook                // wraps every tool, to die around a call
	tools  []team.Tools            // further tools, from outside
	limits orchestrator.Limits     // less patience than people need
	env    []string                // for the processes that read files
	pace   slack.Pace              // faster edits than Slack takes
	bodies bots.IntakeConfig       // less room and time for bodies than there is
	roads  dial.Config             // how tools reach out: by other names than the system's, to where else than the open internet
	now    func() time.Time        // the surfaces' clock, which ages what they remember of a platform

	drained <-chan struct{} // closed once nobody sends requests to this stopping replica any more, however long that takes
}

// clock is the surfaces' clock.
func (h hooks) clock() func() time.Time {
	if h.now != nil {
		return h.now
	}
	return time.Now
}

// serveCommand serves everything that is configured.
type serveCommand struct{}

// Run implements the subcommand.
func (serveCommand) Run(c *command) error {
	if err := c.config.check(); err != nil {
		return err
	}
	log, err := c.config.logger(c.stderr)
	if err != nil {
		return err
	}
	if err := c.config.openData(log); err != nil {
		return err
	}
	registry := metrics.Registry()
	s := &server{
		config: c.config, hooks: c.hooks, log: log, ids: assistant.NewIDs(time.Now, crand.Reader), gather: registry, meter: metrics.New(registry),
		bodies: bots.NewIntake(c.hooks.bodies), roads: newModelRoads(),
	}
	s.meter.TellTenants(registry, c.config.MetricsTenants)
	defer s.close()
	if err := s.open(c.ctx); err != nil {
		return err
	}
	invitation, err := s.invitation(c.ctx, terminal(c.stdout))
	if err != nil {
		return err
	}
	s.introduceItself(c.ctx)
	fmt.Fprintf(c.stdout, "AISTEAM is ready. %s\n", invitation)
	switch {
	case !c.config.AIEnabled:
		fmt.Fprintln(c.stdout, "FEATURE_AI_ENABLED is off, so nothing is sent to a model and the offline rehearsal answers. Unset it for a real one.")
	case s.models.Rehearses(s.tenant.ID) && !s.config.setsModel():
		fmt.Fprintln(c.stdout, "No model key is set, so the offline rehearsal model answers. Set a key for a real one on the panel, under Settings.")
	}
	leavePages()
	err = s.run(s.drained(c.ctx))
	log.InfoContext(c.ctx, "stopped", slog.Any("err", err))
	return err
}

// server is the whole service, wired.
type server struct {
	config  Config
	hooks   hooks
	log     *slog.Logger
	ids     *assistant.IDs
	gather  *prometheus.Registry
	meter   *metrics.Metrics
	leaving <-chan struct{} // closed while the replica drains; nil: it does not
	bodies  *bots.Intake    // of requests that nobody has vouched for yet, on every surface
	roads   modelRoads
	seals   bool // there is a key that secrets are sealed with
	parts

	closers []func() // last opened, first closed
}

func (s *server) close() {
	for _, closer := range slices.Backward(s.closers) {
		closer()
	}
}

func (s *server) later(f func()) { s.closers = append(s.closers, f) }

// open brings up what the parts stand on, then the parts, in the order of the path of a message.
func (s *server) open(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		s.openStorage, s.openQueue, s.openHeart, s.listen, s.openModel, s.openLifecycle, s.openTools, s.openFirstSite, s.openSurfaces, s.agree, s.openWatch,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *server) openStorage(ctx context.Context) error {
	c := storage.Config{
		DatabaseURL: s.config.DatabaseURL, Connections: s.config.DatabaseConnections, Dir: s.config.Data, IDs: s.ids, Now: time.Now, Log: s.log, Packs: stores.All(),
	}
	var err error
	if c.SecretKeys, err = s.config.allKeys(); err != nil {
		return err
	}
	s.seals = len(c.SecretKeys) > 0
	if !s.seals {
		s.log.WarnContext(ctx, "passwords of sites are kept unencrypted: set AISTEAM_SECRET_KEY, made with openssl rand -base64 32, to seal them at the next start")
	}
	var db *storage.DB
	err = s.config.reach(ctx, s.log, func() (err error) {
		if s.config.DatabaseURL != "" {
			if err := storage.Migrate(ctx, c); err != nil {
				return fmt.Errorf("migrate: %w", err)
			}
		}
		db, err = storage.Open(ctx, c)
		return err
	})
	if err != nil {
		return fmt.Errorf("open storage: %w", err)
	}
	s.later(func() { _ = db.Close() })
	s.db = ledgersOf(db)
	if s.hooks.store != nil {
		s.db = s.hooks.store(s.db)
	}
	s.tenant, s.owner, err = db.Tenants.Bootstrap(ctx, firstStart(s.ids))
	if err != nil {
		return fmt.Errorf("bootstrap: %w", db.Health.Explained(err))
	}
	s.token, err = s.ownerToken(ctx)
	return err
}

func (s *server) openQueue(context.Context) error {
	if s.config.RedisURL == "" {
		client, stop, err := queue.Embedded()
		if err != nil {
			return err
		}
		s.later(stop)
		s.queue = queue.New(client, s.queueConfig())
		return nil
	}
	client, err := queue.Open(s.config.RedisURL)
	if err != nil {
		return misconfigured(notRedis)
	}
	s.later(func() { _ = client.Close() })
	s.queue = queue.New(client, s.queueConfig())
	return nil
}

func (s *server) queueConfig() queue.Config {
	return queue.Config{Consumer: s.ids.New(), Prefix: s.config.RedisPrefix, Log: s.log, Now: time.Now}
}

func (s *server) listen(ctx context.Context) (err error) {
	if s.listener, err = s.listenOn(ctx, "AISTEAM_ADDR", s.config.Addr); err != nil {
		return err
	}
	if s.config.MetricsAddr != "" {
		if s.apart, err = s.listenOn(ctx, "AISTEAM_METRICS_ADDR", s.config.MetricsAddr); err != nil {
			return err
		}
	}
	s.openAddress("http://" + s.listener.Addr().String())
	return nil
}

func (s *server) listenOn(ctx context.Context, variable, addr string) (net.Listener, error) {
	var l net.ListenConfig
	listener, err := l.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, misconfigured("%s %s cannot be listened on (%v): name a free port of this machine, such as 127.0.0.1:8080", variable, addr, err)
	}
	s.later(func() { _ = listener.Close() })
	return listener, nil
}

// agree compares the settings with those of other replicas, before the first request.
func (s *server) agree(ctx context.Context) error { return s.agreed.compare(ctx) }

// run lets every part run until ctx ends or one of them fails, then stops: intake first, work in hand within its grace.
func (s *server) run(ctx context.Context) error {
	defer s.beating(ctx)()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.serve(ctx, s.listener, s.counted(s.routes())) })
	if s.apart != nil {
		g.Go(func() error { return s.serve(ctx, s.apart, s.watching()) })
	}
	g.Go(func() error { return s.agreed.run(ctx) })
	g.Go(func() error { return s.watch.run(ctx) })
	g.Go(func() error { return s.teams.Run(ctx) })
	g.Go(func() error { return s.models.Run(ctx) })
	g.Go(func() error { return s.web.Run(ctx) })
	g.Go(func() error { return s.forgets(ctx) })
	g.Go(func() error { return s.lifecycle.Run(ctx) })
	g.Go(func() error { return s.asksStandings(ctx) })
	g.Go(func() error { return s.installed.Run(ctx) })
	g.Go(func() error { return s.work.Worker.Run(ctx) })
	g.Go(func() error { return s.work.Tasks.Run(ctx) })
	g.Go(func() error { return s.work.Couriers.Run(ctx) })
	g.Go(func() error { return s.work.Sweeper.Run(ctx) })
	return g.Wait()
}

// random is the sweeper's jitter.
func random() *rand.Rand {
	var seed [32]byte
	_, _ = crand.Read(seed[:])
	return rand.New(rand.NewChaCha8(seed))
}
