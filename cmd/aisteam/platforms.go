package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away/mail"
	"github.com/aisteam/aisteam/bots/discord"
	discordsetup "github.com/aisteam/aisteam/bots/discord/setup"
	"github.com/aisteam/aisteam/bots/setup"
	"github.com/aisteam/aisteam/bots/slack"
	slacksetup "github.com/aisteam/aisteam/bots/slack/setup"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/bots/web/address"
	manifests "github.com/aisteam/aisteam/deploy/slack"
	"github.com/aisteam/aisteam/orchestrator"
)

// slackApp is Slack as it is set: the surface, and the courier of what is shown there.
type slackApp struct {
	*slack.Bot

	courier *bots.Courier
	set     assistant.PartSettings
}

// discordApp is Discord as it is set.
type discordApp struct {
	*discord.Bot

	courier *bots.Courier
	signed  bool // clicks come over HTTP
}

// platforms makes the platforms as they are set.
type platforms struct {
	*server

	inbox  bots.Inbox
	roster bots.Roster
}

// openPlatforms lets Slack, Discord, mail and the company's login serve by what is set: by the environment, or by an admin on the panel.
func (s *server) openPlatforms(ctx context.Context, p platforms) error {
	s.slack = setup.New(assistant.SetupSlack, p.openSlack, s.runSlack)
	s.discord = setup.New(assistant.SetupDiscord, p.openDiscord, s.runDiscord)
	s.openid = s.openIDPart()
	s.installed = setup.NewSource(setup.Config{
		Tenant: s.tenant.ID, Settings: s.db, Given: s.config.givenParts(), Parts: []setup.Serving{s.address, s.slack, s.discord, s.mail, s.openid}, Log: s.log,
	})
	if err := s.installed.Open(ctx); err != nil {
		return fmt.Errorf("read which parts are set: %w", err)
	}
	return nil
}

// checklist is how admins learn which of the first steps are left.
func (s *server) checklist() *web.Checklist {
	linked := func() bool { return s.slack.Now() != nil || s.discord.Now() != nil || s.mail.Now() != nil }
	return &web.Checklist{Kept: s.db, Linked: linked, Sample: firstDomain}
}

// partDesk is where admins set the parts of the installation.
func (s *server) partDesk() *setup.Desk {
	client := &http.Client{Timeout: triedWithin}
	return &setup.Desk{
		Kept: s.db, Source: s.installed, Seals: s.seals,
		Kinds: map[assistant.SetupKey]setup.Kind{
			assistant.SetupSlack:   slacksetup.App{APIURL: s.config.SlackAPIURL, Manifest: manifests.Manifest(""), HTTPClient: client},
			assistant.SetupAddress: s.addressSetup(),
			assistant.SetupMail:    mail.Setup{Roots: s.hooks.roads.Roots},
			assistant.SetupOpenID:  s.openIDSetup(),
			assistant.SetupDiscord: discordsetup.App{APIURL: s.config.DiscordAPIURL, HTTPClient: client},
		},
	}
}

// givenParts are what the environment sets.
func (c Config) givenParts() []assistant.PartSettings {
	var out []assistant.PartSettings
	if c.PublicURL != "" {
		out = append(out, assistant.PartSettings{Part: assistant.SetupAddress, Given: map[string]string{address.Field: c.PublicURL}})
	}
	if c.SlackBotToken != "" || c.SlackClientID != "" {
		out = append(out, assistant.PartSettings{Part: assistant.SetupSlack, Secrets: map[string]assistant.Secret{
			slacksetup.BotToken: assistant.Secret(c.SlackBotToken), slacksetup.AppToken: assistant.Secret(c.SlackAppToken), slacksetup.SigningSecret: assistant.Secret(c.SlackSigningSecret),
		}})
	}
	if c.DiscordToken != "" {
		out = append(out, assistant.PartSettings{
			Part: assistant.SetupDiscord, Given: map[string]string{discordsetup.Application: c.DiscordApplicationID, discordsetup.PublicKey: c.DiscordPublicKey},
			Secrets: map[string]assistant.Secret{discordsetup.Token: assistant.Secret(c.DiscordToken)},
		})
	}
	if c.SMTPURL != "" {
		out = append(out, assistant.PartSettings{
			Part: assistant.SetupMail, Given: map[string]string{mail.FieldFrom: c.MailFrom}, Secrets: map[string]assistant.Secret{mail.FieldAddress: assistant.Secret(c.SMTPURL)},
		})
	}
	if c.OpenIDIssuer != "" {
		out = append(out, c.givenOpenID())
	}
	return out
}

// openSlack makes the Slack surface and its courier.
func (s platforms) openSlack(set assistant.PartSettings) (*slackApp, error) {
	config := slack.Config{
		SigningSecret: set.Secret(slacksetup.SigningSecret), Token: set.Secret(slacksetup.BotToken), AppToken: set.Secret(slacksetup.AppToken),
		APIURL: s.config.SlackAPIURL, Tenant: s.tenant.ID, Files: s.db,
		Public: s.public, Inbox: s.inbox, Threads: s.db, Questions: s.db, Work: s.db, Links: s.db, Tasks: s.taskList(), Settings: s.ownSettings(), Happens: s.eventGate(), Backlog: s.db, Projects: s.projects, Members: s.db, Standings: s.db,
		Reached: s.reached, Rehearsal: s.models.Rehearses, Roster: s.roster, Log: s.log, Now: s.hooks.clock(),
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
	bot := slack.New(config)
	return &slackApp{Bot: bot, courier: s.platformCourier(assistant.SurfaceSlack, bot), set: set}, nil
}

// openDiscord makes the Discord surface and its courier.
func (s platforms) openDiscord(set assistant.PartSettings) (*discordApp, error) {
	key, signed := discord.PublicKey(set.Given[discordsetup.PublicKey]) // without one, interactions come over the gateway
	bot := discord.New(discord.Config{
		Token: set.Secret(discordsetup.Token), ApplicationID: set.Given[discordsetup.Application], PublicKey: key, APIURL: s.config.DiscordAPIURL, Files: s.db,
		Tenant: s.tenant.ID, Space: s.config.DiscordGuildID, Public: s.public, Reached: s.reached, Sites: s.db,
		Inbox: s.inbox, Threads: s.db, Questions: s.db, Work: s.db, Spaces: s.db, Links: s.db, Tasks: s.taskList(), Settings: s.ownSettings(), Happens: s.eventGate(), Standings: s.db, Backlog: s.db, Turns: s.db, History: s.db,
		Roster: s.roster, Log: s.log, Now: s.hooks.clock(), Bodies: s.bodies, Limited: func() { s.meter.Throttled(assistant.SurfaceDiscord) }, Failures: s.db,
		Acked: func(route bots.Route, outcome bots.Ack, took time.Duration) {
			s.meter.Acked(assistant.SurfaceDiscord, route, outcome, took)
		},
	})
	return &discordApp{Bot: bot, courier: s.platformCourier(assistant.SurfaceDiscord, bot), signed: signed}, nil
}

func (s platforms) platformCourier(kind assistant.Surface, surface bots.Surface) *bots.Courier {
	return bots.New(bots.Config{
		Kind: kind, Surface: surface, Store: s.db, Drafts: s.db, People: s.db, Team: s.db, Accounts: s.db, Roster: s.roster, Log: s.log, Now: time.Now,
		Failures: s.db, Lease: s.hooks.limits.WithDefaults().Lease, Seen: s.seen(kind),
	})
}

// couriers are those of the platforms as they are set, and those that always serve.
type couriers struct {
	served *server
	always []orchestrator.Deliverer
}

// Deliverers implements [orchestrator.Surfaces].
func (c couriers) Deliverers() []orchestrator.Deliverer {
	all := slices.Clip(c.always)
	if app := c.served.slack.Now(); app != nil {
		all = append(all, app.courier)
	}
	if app := c.served.discord.Now(); app != nil {
		all = append(all, app.courier)
	}
	if app := c.served.mail.Now(); app != nil {
		all = append(all, app.courier)
	}
	return all
}

// toSlack serves what Slack sends over HTTP.
func (s *server) toSlack(w http.ResponseWriter, r *http.Request) {
	if app := s.slack.Now(); app != nil {
		app.ServeHTTP(w, r)
		return
	}
	s.web.Handler().ServeHTTP(w, r)
}

// toDiscord serves what Discord sends over HTTP, where a key says that it is Discord.
func (s *server) toDiscord(w http.ResponseWriter, r *http.Request) {
	if app := s.discord.Now(); app != nil && app.signed {
		app.ServeHTTP(w, r)
		return
	}
	s.web.Handler().ServeHTTP(w, r)
}

// runSlack receives from Slack.
func (s *server) runSlack(ctx context.Context, app *slackApp) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.introduce(ctx, app) })
	if app.set.Secret(slacksetup.AppToken) != "" {
		g.Go(func() error { return app.Listen(ctx) })
	}
	return g.Wait()
}

// introduce asks Slack who the bot is in the workspace of the one token, again and again until it answers: from then on
// that workspace is served with it, and others by their installs. Then what was said meanwhile is read back.
func (s *server) introduce(ctx context.Context, app *slackApp) error {
	if app.set.Secret(slacksetup.BotToken) != "" && !insists(ctx, app.Identify, func(err error) { s.log.WarnContext(ctx, "slack does not say who we are", slog.Any("err", err)) }) {
		return nil
	}
	if app.set.Secret(slacksetup.AppToken) == "" {
		app.Hear(ctx) // sockets do it themselves
	}
	return nil
}

// runDiscord hears what is said on Discord, and makes the commands known there.
func (s *server) runDiscord(ctx context.Context, app *discordApp) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.listenToDiscord(ctx, app) })
	g.Go(func() error { return app.KeepTyping(ctx) })
	g.Go(func() error {
		insists(ctx, app.Register, func(err error) { s.log.WarnContext(ctx, "discord commands not registered", slog.Any("err", err)) })
		return nil
	})
	return g.Wait()
}

// listenToDiscord hears what is said on Discord. Where Discord refuses for good, the rest of the service goes on.
func (s *server) listenToDiscord(ctx context.Context, app *discordApp) error {
	if err := app.Run(ctx); err != nil {
		s.log.ErrorContext(ctx, "discord is not listened to: check the token, and that the message content intent is allowed", slog.Any("err", err))
	}
	return nil
}

// insists asks again and again until it is answered; false where the context ended before.
func insists(ctx context.Context, ask func(context.Context) error, warn func(error)) bool {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		err := ask(ctx)
		if err == nil {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		warn(err)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(wait):
		}
	}
}
