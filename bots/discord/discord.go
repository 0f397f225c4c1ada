package discord

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/deliver"
	"github.com/aisteam/aisteam/bots/discord/receive"
	"github.com/aisteam/aisteam/bots/discord/rest"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/tasklist"
	"github.com/aisteam/aisteam/projects"
)

// APIURL is the base of Discord's REST API.
const APIURL = "https://discord.com/api/v10/"

// Config is what the Discord surface needs. Token, ApplicationID, Tenant, Inbox, Threads, Questions and Work must be set;
// the rest has defaults.
type Config struct {
	Token         string
	ApplicationID string
	PublicKey     ed25519.PublicKey // of the application; nil: interactions come over the gateway
	APIURL        string            // base of the REST API, ending in "/"; Discord's own by default
	Tenant        assistant.TenantID
	Space         string           // the one server served; "" serves those that Spaces tells
	Spaces        receive.Spaces   // nil, without Space: every server the bot is in is served, and everybody's direct messages
	Public        assistant.Public // where people reach the panel; nil leaves links out
	Reached       assistant.Public // our own server, which models may link to besides the sites, see package links; nil for Public
	Sites         projects.Sites   // nil: there are none
	Inbox         bots.Inbox
	Threads       receive.Threads
	Questions     click.Questions
	Work          receive.Work
	Backlog       receive.Backlog       // nil: only what was missed within this process's life is read back
	Turns         receive.Turns         // nil: no other process begins sessions of the bot
	History       receive.History       // nil: of much thinking only the newest is shown
	Links         bots.Linking          // nil: accounts cannot be linked
	Tasks         *tasklist.Tasks       // nil: there are no background tasks
	Settings      *ownsettings.Settings // nil: people set nothing by forms
	Happens       receive.Happens       // nil: what happens in channels starts none
	Standings     receive.Standings     // nil: how accounts stand is not kept
	Files         bots.Shelf            // nil: answers come without the files that were made for people
	Roster        bots.Roster
	Log           *slog.Logger
	Now           func() time.Time
	HTTPClient    *http.Client
	Bodies        *bots.Intake // of what comes, until it is known to be Discord's; nil: of its own
	Pace          Pace
	Acked         func(route bots.Route, outcome bots.Ack, took time.Duration) // metrics of what came in; nil for none
	Limited       func()                                                       // a 429 by Discord; nil for none
	Failures      bots.Failures                                                // nil: what Discord refuses is in the log alone
}

// Pace is how fast the bot writes and connects. Zero fields have defaults.
type Pace struct {
	Requests  rate.Limit    // a second, over everything but interactions; 45 of Discord's 50
	EditEvery time.Duration // of one card that has not reached its end; 2.5 s
	EditBurst int           // edits that need not wait; 2

	IdentifyEvery time.Duration // between the sessions that begin; Discord's 5 s
}

// Bot is Discord as a surface. It is safe for concurrent use.
type Bot struct {
	*deliver.Cards
	*receive.Receiver
	api    *rest.Client
	typing *deliver.Typing
}

var _ bots.Surface = (*Bot)(nil)

// New returns the surface. It starts nothing and asks Discord nothing.
func New(c Config) *Bot {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.HTTPClient == nil {
		c.HTTPClient = &http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 64, IdleConnTimeout: 90 * time.Second,
			TLSHandshakeTimeout: 5 * time.Second, ForceAttemptHTTP2: true,
		}}
	}
	if c.Bodies == nil {
		c.Bodies = bots.NewIntake(bots.IntakeConfig{})
	}
	if c.Acked == nil {
		c.Acked = func(bots.Route, bots.Ack, time.Duration) {}
	}
	if c.Limited == nil {
		c.Limited = func() {}
	}
	c.Pace.EditEvery = cmp.Or(max(0, c.Pace.EditEvery), 2500*time.Millisecond)
	c.Pace.EditBurst = cmp.Or(max(0, c.Pace.EditBurst), 2)
	c.Pace.IdentifyEvery = cmp.Or(max(0, c.Pace.IdentifyEvery), 5*time.Second)
	c.APIURL = cmp.Or(c.APIURL, APIURL)
	if c.Reached == nil {
		c.Reached = c.Public
	}
	api := rest.New(rest.Config{
		Token: c.Token, ApplicationID: c.ApplicationID, APIURL: c.APIURL, Tenant: c.Tenant, HTTPClient: c.HTTPClient, Requests: c.Pace.Requests,
		Limited: c.Limited, Failures: c.Failures, Log: c.Log, Now: c.Now,
	})
	drawing := deliver.Drawing{
		Renderer: components.Renderer{Paged: c.History != nil}, Public: c.Public,
		Hosts: projects.NewHosts(c.Reached, c.Sites, c.Now), Tenant: c.Tenant,
	}
	typing := deliver.NewTyping(api, c.Log, c.Now)
	at := deliver.Panel{Public: c.Public, Tenant: c.Tenant, Threads: c.Threads}
	return &Bot{
		Cards: deliver.New(deliver.Config{
			API: api, Tenant: c.Tenant, Drawing: drawing, Panel: at, Files: c.Files, Typing: typing, EditEvery: c.Pace.EditEvery, EditBurst: c.Pace.EditBurst, Log: c.Log, Now: c.Now,
		}),
		Receiver: receive.New(receive.Config{
			API: api, Token: c.Token, ApplicationID: c.ApplicationID, PublicKey: c.PublicKey, Tenant: c.Tenant, Space: c.Space, Spaces: c.Spaces,
			Public: c.Public, Panel: at, Drawing: drawing, Typing: typing, Inbox: c.Inbox, Threads: c.Threads, Questions: c.Questions, Work: c.Work,
			Backlog: c.Backlog, Turns: c.Turns, History: c.History, Links: c.Links, Tasks: c.Tasks, Settings: c.Settings, Happens: c.Happens, Standings: c.Standings, Roster: c.Roster, Bodies: c.Bodies,
			IdentifyEvery: c.Pace.IdentifyEvery, Acked: c.Acked, Log: c.Log, Now: c.Now,
		}),
		api: api, typing: typing,
	}
}

// PublicKey reads an application's public key as Discord shows it.
func PublicKey(text string) (ed25519.PublicKey, bool) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != ed25519.PublicKeySize {
		return nil, false
	}
	return raw, true
}

// Identify asks Discord who the bot is and keeps it.
func (b *Bot) Identify(ctx context.Context) error {
	return b.api.Identify(ctx)
}

// Fetch downloads an attachment; see [rest.Client.Fetch].
func (b *Bot) Fetch(ctx context.Context, t assistant.TenantID, message string, f assistant.File) ([]byte, error) {
	return b.api.Fetch(ctx, t, message, f)
}

// FindChannel gives the channel of that name, or id, that both an account and the bot may look at, or [assistant.ErrChannelUnknown].
func (b *Bot) FindChannel(ctx context.Context, who assistant.Identity, name string) (assistant.Channel, error) {
	return b.Receiver.FindChannel(ctx, who, name)
}

// KeepTyping shows again and again where somebody is at work, until ctx ends.
func (b *Bot) KeepTyping(ctx context.Context) error {
	return b.typing.KeepTyping(ctx)
}
