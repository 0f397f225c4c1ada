package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/bots/slack"
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

// openSurfaces wires the road of a message: the orchestrator, and the surfaces it is reached by.
func (s *server) openSurfaces(ctx context.Context) error {
	roster := bots.Roster(func(t assistant.TenantID) []assistant.Agent { return s.teams.Of(t).Ever() })
	if err := s.bindServer(ctx); err != nil {
		return err
	}
	wiring, err := s.wiring()
	if err != nil {
		return err
	}
	own, err := url.Parse(s.public)
	if err != nil {
		return fmt.Errorf("read the public address: %w", err)
	}
	hosts := []string{own.Hostname()}
	inbox := orchestrator.NewInbox(wiring)
	elsewhere, err := s.openAway(ctx, roster)
	if err != nil {
		return err
	}
	wiring.Surfaces = slices.Concat(s.openSlack(inbox, roster, hosts), s.openDiscord(inbox, roster, hosts), elsewhere)
	wiring.Files, wiring.Reader = s.fetchers(), s.reader()
	s.work = orchestrator.New(inbox, wiring)
	s.web, err = web.New(web.Config{
		Inbox: inbox, Conversations: s.db, History: s.db, Work: s.db, Approvals: s.db, Projects: s.projects, People: s.db, Members: s.db, Grants: s.db, Sessions: s.db, Zones: s.db, Codes: s.db, Invitations: s.db, Reaches: s.db, Devices: s.pushKey, Mailer: s.mailer(), Load: s.db, Works: s.db, Spent: s.db,
		Setup:  setups{config: s.config, models: s.models, kept: s.db, chooser: s.chooser(), heard: s.db, client: &http.Client{Timeout: triedWithin}, now: time.Now, lifecycle: s.lifecycle, meter: s.meter, log: s.log},
		Models: s.modelDesk(), Settings: s.db, Traces: s.db, Rules: s.db, Tools: s.changing, Labels: s.labels, Templates: s.templates(), Spaces: s.db, Pending: s.db, Notices: s.db, Files: s.db, Library: s.db, Failures: s.db,
		News: s.queue, Executor: s.work.Execution, Tasks: s.taskDesk(), Hooks: s.hookDesk(), Gate: s.eventGate(), Told: s.meter.Hooked, Tenant: s.tenant, Owner: s.owner, Token: s.token, Roster: roster,
		Rehearsal: s.models.Rehearses, PublicURL: s.config.PublicURL, AllowedHosts: hosts, RatePerMinute: s.config.RatePerMinute,
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
	doer, err := executor.New(executor.Config{
		Team: s.team, Ledger: s.db, Provenance: s.db, Audience: s.db, House: []string{s.public + "/sites/"}, IDs: s.ids, Now: time.Now, Log: s.log,
		Called: func(tool string, o executor.Outcome, took time.Duration) { s.meter.ToolCalled(tool, o, took) },
	})
	if err != nil {
		return orchestrator.Config{}, err
	}
	return orchestrator.Config{
		Store: s.db, Queue: s.queue, Backends: s.models, Planner: planner, Doer: doer, Teams: s.teams,
		RatePerMinute: s.config.RatePerMinute, Limits: s.hooks.limits, Records: s.config.Records, Heart: s.heart, IDs: s.ids, Now: time.Now, Random: random(), Log: s.log, Metrics: s.meter,
		Delivers: s.onSlack() || s.onDiscord(),
	}, nil
}

// onSlack tells whether Slack is configured.
func (s *server) onSlack() bool { return s.config.SlackBotToken != "" || s.config.SlackClientID != "" }

// onDiscord tells whether Discord is configured.
func (s *server) onDiscord() bool { return s.config.DiscordToken != "" }

// openSlack makes the Slack surface and its courier, where Slack is configured.
func (s *server) openSlack(inbox bots.Inbox, roster bots.Roster, hosts []string) []orchestrator.Deliverer {
	if !s.onSlack() {
		return nil
	}
	config := slack.Config{
		SigningSecret: s.config.SlackSigningSecret, Token: s.config.SlackBotToken, AppToken: s.config.SlackAppToken,
		APIURL: s.config.SlackAPIURL, Tenant: s.tenant.ID, Files: s.db,
		PublicURL: s.config.PublicURL, Inbox: inbox, Threads: s.db, Questions: s.db, Work: s.db, Links: s.db, Tasks: s.taskList(), Happens: s.eventGate(), Backlog: s.db, Projects: s.projects, Members: s.db, Standings: s.db,
		AllowedHosts: hosts, Rehearsal: s.models.Rehearses, Roster: roster, Log: s.log, Now: s.hooks.clock(),
		Bodies: s.bodies, Pace: s.hooks.pace, Limited: func(string) { s.meter.Throttled(assistant.SurfaceSlack) }, Failures: s.db,
		Lost: func() { s.meter.Delivered(assistant.SurfaceSlack, bots.OutcomeGivenUp, 0) }, Reopens: s.db,
		Acked: func(route bots.Route, outcome bots.Ack, took time.Duration) {
			s.meter.Acked(assistant.SurfaceSlack, route, outcome, took)
		},
	}
	if s.config.SlackClientID != "" {
		config.ClientID, config.ClientSecret = s.config.SlackClientID, s.config.SlackClientSecret
		config.Installs, config.Installing = s.db, s.db
	}
	s.slack = slack.New(config)
	return []orchestrator.Deliverer{bots.New(bots.Config{
		Kind: assistant.SurfaceSlack, Surface: s.slack, Store: s.db, Drafts: s.db, People: s.db, Team: s.db, Accounts: s.db, Roster: roster, Log: s.log, Now: time.Now,
		Failures: s.db, Lease: s.hooks.limits.WithDefaults().Lease, Seen: s.seen(assistant.SurfaceSlack),
	})}
}

// taskDesk is where background tasks are looked at and changed.
func (s *server) taskDesk() *background.Desk {
	return &background.Desk{Store: s.db, Rewrites: s.db, Starts: s.db, Hears: s.db, Permits: s.permits, Now: time.Now}
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

// openDiscord makes the Discord surface and its courier, where Discord is configured.
func (s *server) openDiscord(inbox bots.Inbox, roster bots.Roster, hosts []string) []orchestrator.Deliverer {
	if !s.onDiscord() {
		return nil
	}
	key, _ := discord.PublicKey(s.config.DiscordPublicKey) // without one, interactions come over the gateway
	s.discord = discord.New(discord.Config{
		Token: s.config.DiscordToken, ApplicationID: s.config.DiscordApplicationID, PublicKey: key, APIURL: s.config.DiscordAPIURL, Files: s.db,
		Tenant: s.tenant.ID, Space: s.config.DiscordGuildID, PublicURL: s.config.PublicURL, AllowedHosts: hosts, Sites: s.db,
		Inbox: inbox, Threads: s.db, Questions: s.db, Work: s.db, Spaces: s.db, Links: s.db, Tasks: s.taskList(), Happens: s.eventGate(), Standings: s.db, Backlog: s.db, Turns: s.db, History: s.db,
		Roster: roster, Log: s.log, Now: s.hooks.clock(), Bodies: s.bodies, Limited: func() { s.meter.Throttled(assistant.SurfaceDiscord) }, Failures: s.db,
		Acked: func(route bots.Route, outcome bots.Ack, took time.Duration) {
			s.meter.Acked(assistant.SurfaceDiscord, route, outcome, took)
		},
	})
	return []orchestrator.Deliverer{bots.New(bots.Config{
		Kind: assistant.SurfaceDiscord, Surface: s.discord, Store: s.db, Drafts: s.db, People: s.db, Team: s.db, Accounts: s.db, Roster: roster, Log: s.log, Now: time.Now,
		Failures: s.db, Lease: s.hooks.limits.WithDefaults().Lease, Seen: s.seen(assistant.SurfaceDiscord),
	})}
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
	if s.slack != nil {
		mux.Handle("/slack/", s.slack)
	}
	if s.discord != nil && s.config.DiscordPublicKey != "" {
		mux.Handle("/discord/", s.discord)
	}
	return mux
}

// watching is what operators look at: on a listener of its own where they ask for one, else beside the rest.
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
