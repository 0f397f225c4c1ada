package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/tasklist"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/planning"
)

// openTools gathers what can be done, and the words that people ask for it with.
func (s *server) openTools(ctx context.Context) error {
	if err := s.openPacks(); err != nil {
		return err
	}
	if err := s.teams.Refresh(ctx); err != nil { // before anything is taken in hand: who began it may be defined
		return fmt.Errorf("read who is on the teams: %w", err)
	}
	return s.openProjects()
}

// within is a model that is asked on a tenant's budget, with each call recorded.
func (s *server) within(t assistant.TenantID, of llm.Of) llm.Asker {
	return s.models.Of(t).Within(t, of)
}

// agentsOf are a tenant's agents as people are shown them: in a rehearsal without the requests that only a model could answer.
func (s *server) agentsOf(t assistant.TenantID) []assistant.Agent {
	if s.models.Rehearses(t) {
		return s.teams.Of(t).Rehearsed()
	}
	return s.teams.Of(t).Ever()
}

// openSurfaces wires the road of a message: the orchestrator, and the surfaces it is reached by.
func (s *server) openSurfaces(ctx context.Context) error {
	roster := bots.Roster(s.agentsOf)
	if err := s.bindServer(ctx); err != nil {
		return err
	}
	wiring, err := s.wiring()
	if err != nil {
		return err
	}
	elsewhere, err := s.openAway(ctx, roster)
	if err != nil {
		return err
	}
	wiring.Surfaces = couriers{s, elsewhere}
	inbox := orchestrator.NewInbox(wiring)
	if err := s.openPlatforms(ctx, platforms{s, inbox, roster}); err != nil {
		return err
	}
	wiring.Files, wiring.Reader = s.fetchers(), s.reader()
	s.work = orchestrator.New(inbox, wiring)
	s.web, err = web.New(web.Config{
		Inbox: inbox, Conversations: s.db, History: s.db, Work: s.db, Approvals: s.db, Projects: s.projects, People: s.db, Members: s.db, Grants: s.db, Sessions: s.db, Zones: s.db, Codes: s.db, Invitations: s.db, Reaches: s.db, Devices: s.pushKey, Mailer: mailer{s}, MailedCodes: s.db, Passkeys: s.db, OpenID: s.db, Issuer: s.openid, Load: s.db, Works: s.db, Spent: s.db,
		Setup:  setups{config: s.config, public: s.public, reached: s.reached, holders: s.db, models: s.models, kept: s.db, parts: s.partDesk(), chooser: s.chooser(), heard: s.db, now: time.Now, lifecycle: s.lifecycle, meter: s.meter, log: s.log},
		Models: s.modelDesk(), Parts: s.partDesk(), Settings: s.db, Own: keptSettings{s}, Traces: s.db, Rules: s.db, Tools: s.changing, Labels: s.labels, Templates: s.templates(), Spaces: s.db, Pending: s.db, Notices: s.db, Checklist: s.checklist(), Tour: s.db, Files: s.db, Library: s.db, Failures: s.db,
		News: s.queue, Executor: s.work.Execution, Tasks: s.taskDesk(), Hooks: s.hookDesk(), Gate: s.eventGate(), Told: s.meter.Hooked, Tenant: s.tenant, Owner: s.owner, Token: s.token, Roster: roster,
		Rehearsal: s.models.Rehearses, Public: s.public, Reached: s.reached, Proof: s.proof, RatePerMinute: s.config.RatePerMinute,
		Version: version(), Bodies: s.bodies, Log: s.log, Now: time.Now, IDs: s.ids,
	})
	if err != nil {
		return fmt.Errorf("open the panel: %w", err)
	}
	return nil
}

// wiring is what the orchestrator works with, before there are surfaces.
func (s *server) wiring() (orchestrator.Config, error) {
	planner, err := planning.New(planning.Config{Connections: s.projects.Forms(), IDs: s.ids, Now: time.Now})
	if err != nil {
		return orchestrator.Config{}, err
	}
	s.doer, err = executor.New(executor.Config{
		Team: s.team, Ledger: s.db, Own: s.db, Provenance: s.db, Audience: s.db, House: s.house, IDs: s.ids, Now: time.Now, Log: s.log,
		Called: func(tool string, o executor.Outcome, took time.Duration) { s.meter.ToolCalled(tool, o, took) },
	})
	if err != nil {
		return orchestrator.Config{}, err
	}
	return orchestrator.Config{
		Store: s.db, Queue: s.queue, Backends: s.models, Planner: planner, Doer: s.doer, Teams: s.teams,
		RatePerMinute: s.config.RatePerMinute, Advice: s.config.advice(), Limits: s.hooks.limits, Records: s.config.Records, Heart: s.heart, IDs: s.ids, Now: time.Now, Random: random(), Log: s.log, Metrics: s.meter,
	}, nil
}

// taskDesk is where background tasks are looked at and changed.
func (s *server) taskDesk() *background.Desk {
	return &background.Desk{Store: s.db, Lists: s.db, Rewrites: s.db, Starts: s.db, Hears: s.db, Permits: s.permits, Now: time.Now}
}

// taskList is the same for Slack and Discord.
func (s *server) taskList() *tasklist.Tasks {
	return &tasklist.Tasks{Desk: s.taskDesk(), People: s.db}
}

// seen measures what a surface's courier does, the same for each of them.
func (s *server) seen(of assistant.Surface) func(bots.Outcome, time.Duration) {
	return func(o bots.Outcome, took time.Duration) {
		s.meter.Delivered(of, o, took)
		s.meter.Turn(metrics.StageDeliver, took)
	}
}

// routes is everything that is served (contract, "HTTP").
func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", s.web.Handler())
	mux.Handle("/sites/", s.sites)
	watching := s.watching()
	mux.Handle("GET /healthz", watching)
	mux.Handle("GET /readyz", watching)
	if s.apart == nil {
		mux.Handle("GET /metrics", watching)
	}
	mux.HandleFunc("/slack/", s.toSlack)
	mux.HandleFunc("/discord/", s.toDiscord)
	return mux
}

// watching serves operators: on a listener of its own if configured, else with the rest.
func (s *server) watching() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics.Handler(s.gather))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.Handle("GET /readyz", &readiness{look: s.ready, now: time.Now, leaving: s.leaving})
	return mux
}

// bindServer binds the one Discord server that is configured to the tenant.
func (s *server) bindServer(ctx context.Context) error {
	if s.config.DiscordGuildID == "" {
		return nil
	}
	err := s.db.BindSpace(ctx, s.tenant.ID, s.owner.ID, assistant.SurfaceDiscord, s.config.DiscordGuildID)
	if err != nil {
		return fmt.Errorf("bind the Discord server: %w", err)
	}
	return nil
}
