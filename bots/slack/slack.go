package slack

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/slack/catchup"
	"github.com/aisteam/aisteam/bots/slack/deliver"
	"github.com/aisteam/aisteam/bots/slack/home"
	"github.com/aisteam/aisteam/bots/slack/ingest"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/receive"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/tasklist"
	"github.com/aisteam/aisteam/projects"
)

// Threads tells which places are conversations already.
type Threads interface {
	// Known tells whether a conversation is bound to the place.
	Known(ctx context.Context, t assistant.TenantID, p assistant.Place) (bool, error)
	// ConversationAt returns the conversation bound to the place, [assistant.ErrNotFound] if there is none.
	ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error)
}

// Config is what the Slack surface needs. Tenant, Inbox, Threads, Questions, Work and either SigningSecret (for HTTP) or
// AppToken (for a socket) must be set, and Token for one workspace, or ClientID, ClientSecret, Installs, Installing and
// Public for as many as install the app, or both. The rest has defaults.
type Config struct {
	SigningSecret string
	Token         string
	AppToken      string // opens Socket Mode, see [Bot.Listen]
	APIURL        string // base of the Web API, ending in "/"; Slack's own by default
	ClientID      string // of the app, for OAuth
	ClientSecret  string
	Installs      install.Installs
	Installing    install.Installing
	Tenant        assistant.TenantID // of Token's workspace, and of who runs the service
	Space         string             // the workspace served; "" takes what [Bot.Identify] finds, or any
	Public        assistant.Public   // where people reach the panel; nil leaves links out
	Reached       assistant.Public   // our own server, which models may link to besides the tenant's sites, see package links; nil for Public
	Inbox         bots.Inbox
	Threads       Threads
	Questions     receive.Questions
	Work          home.Work
	Links         bots.Linking          // nil: accounts cannot be linked
	Tasks         *tasklist.Tasks       // nil: there are no background tasks
	Settings      *ownsettings.Settings // nil: people set nothing by forms
	Happens       receive.Happens       // nil: what happens in channels starts none
	Backlog       catchup.Backlog       // nil: nothing is read back
	Projects      *projects.Editor      // nil: there are no sites, and no settings of them
	Standings     Standings             // nil: how accounts stand is not kept
	Members       home.Members          // nil: roles are not changed here
	Files         bots.Shelf            // nil: answers come without the files that were made for people
	Rehearsal     bots.Rehearsing       // where answers are of the offline model, App Home says so
	Roster        bots.Roster
	Log           *slog.Logger
	Now           func() time.Time
	HTTPClient    *http.Client
	Bodies        *bots.Intake // of what comes, until it is known to be Slack's; nil: of its own
	Pace          workspace.Pace
	Acked         func(route bots.Route, outcome bots.Ack, took time.Duration) // how long Slack waited for an answer; nil for none
	Limited       func(method string)                                          // a 429 by Slack; nil for none
	Lost          func()                                                       // a private word that could not be said; nil for none
	Failures      bots.Failures                                                // nil: what Slack refuses is in the log alone
	Reopens       workspace.Reopens                                            // nil: what waits for a good token waits for its time
}

// The ports of the rooms, under the names that the caller who assembles them uses.
type (
	// Pace is how fast the bot writes and reads.
	Pace = workspace.Pace
	// Backlog tells what was heard before this process began.
	Backlog = catchup.Backlog
	// Installs knows where the app is installed.
	Installs = install.Installs
	// Installing keeps new installs.
	Installing = install.Installing
	// Reopens lets what waits for a workspace's token be shown at once.
	Reopens = workspace.Reopens
	// Work reads what is going on.
	Work = home.Work
)

// Standings keeps how accounts stand.
type Standings interface {
	KeepStanding(ctx context.Context, t assistant.TenantID, of assistant.Identity) (ended bool, err error)
}

// Bot is Slack as a surface: it serves what Slack sends and shows cards. It is safe for concurrent use. What it does is done
// in its rooms; here they are put together.
type Bot struct {
	spaces *install.Registry
	*deliver.Posts
	*deliver.Drafts
	*deliver.Reminders
	*deliver.Indicator
	back    *catchup.Catchup
	web     *receive.Doors
	sockets *receive.Sockets
	files   *receive.Attachments
	folk    *people.People
}

var _ bots.Surface = (*Bot)(nil)

// New returns the surface. It starts nothing and asks Slack nothing.
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
		c.Limited = func(string) {}
	}
	if c.Lost == nil {
		c.Lost = func() {}
	}
	c.APIURL = cmp.Or(c.APIURL, slackapi.APIURL)
	if c.Reached == nil {
		c.Reached = c.Public
	}
	return build(c)
}

// Identify asks Slack who the bot is and keeps it. Events say it too, so that serving does not depend on it.
func (b *Bot) Identify(ctx context.Context) error { return b.spaces.Identify(ctx) }

// Routes returns the handlers by pattern, to be put on a server's mux.
func (b *Bot) Routes() map[string]http.HandlerFunc { return b.web.Routes() }

// ServeHTTP serves all of the surface's routes.
func (b *Bot) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.web.ServeHTTP(w, r) }

// Listen takes what Slack sends over sockets instead of HTTP, until ctx ends, and reads back what was missed.
func (b *Bot) Listen(ctx context.Context) error { return b.sockets.Listen(ctx) }

// Hear notes until when everything has been heard, and reads back what was missed, until ctx ends.
func (b *Bot) Hear(ctx context.Context) { b.back.Hear(ctx) }

// CatchUp reads back what was said while nobody listened.
func (b *Bot) CatchUp(ctx context.Context) { b.back.CatchUp(ctx) }

// Fetch downloads an attachment with the token of the workspace it was attached in.
func (b *Bot) Fetch(ctx context.Context, t assistant.TenantID, author string, f assistant.File) ([]byte, error) {
	return b.files.Fetch(ctx, t, author, f)
}

// FindChannel gives the channel of that name, or id, in which both an account and the bot are, or [assistant.ErrChannelUnknown].
func (b *Bot) FindChannel(ctx context.Context, who assistant.Identity, name string) (assistant.Channel, error) {
	return b.folk.Channel(ctx, who, name)
}

// Standing asks Slack how an account stands in its workspace.
func (b *Bot) Standing(ctx context.Context, of assistant.Identity) (assistant.Standing, error) {
	return b.folk.Standing(ctx, of)
}

// build puts the rooms together: what is below first, since nobody calls up.
func build(c Config) *Bot {
	calls := workspace.NewRefusals(workspace.Refusals{Log: c.Log, Now: c.Now, Limited: c.Limited, Lost: c.Lost, Failures: c.Failures, Reopens: c.Reopens})
	reach := install.Config{
		Token: c.Token, AppToken: c.AppToken, APIURL: c.APIURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret, Space: c.Space,
		Public: c.Public, Tenant: c.Tenant, Installs: c.Installs, Pace: c.Pace, HTTPClient: c.HTTPClient, Log: c.Log, Now: c.Now,
	}
	spaces := install.New(reach, calls)
	folk := people.New(spaces, c.Log, c.Now)
	hosts := projects.NewHosts(c.Reached, nil, c.Now)
	if c.Projects != nil {
		hosts = projects.NewHosts(c.Reached, c.Projects, c.Now)
	}
	draws := &deliver.Drawings{Rehearsal: c.Rehearsal, Hosts: hosts}

	shows := &deliver.Indicator{Spaces: spaces, Work: c.Work, Log: c.Log}
	sends := &deliver.Sender{Threads: c.Threads, Indicator: shows, Log: c.Log}
	whispers := &deliver.Voice{Sender: sends, Calls: calls, Log: c.Log}
	known := deliver.NewDirects()
	cards := &deliver.Posts{
		Spaces: spaces, Sender: sends, Indicator: shows, Drawings: draws, Directs: known, Threads: deliver.NewThreads(), Progress: deliver.NewProgress(c.Now), Files: c.Files, Log: c.Log,
	}

	takes := ingest.New(ingest.Ingest{
		Inbox: c.Inbox, Threads: c.Threads, People: folk, Indicator: shows, Voice: whispers, Directs: known,
		Log: c.Log, Now: c.Now,
	})
	back := catchup.New(c.Backlog, spaces, takes, catchup.Config{Tenant: c.Tenant, Sockets: c.AppToken != "", Log: c.Log, Now: c.Now})

	opens := &home.Home{
		Drawings: draws, People: folk, Work: c.Work, Projects: c.Projects, Members: c.Members, Tasks: c.Tasks, Hosts: hosts, Roster: c.Roster, Log: c.Log,
	}
	presses := &receive.Clicks{
		Spaces: spaces, People: folk, Threads: c.Threads, Taker: click.NewTaker(c.Inbox, c.Questions, c.Log), Questions: c.Questions, Hosts: hosts, Voice: whispers,
		Home: opens, Ingest: takes, Settings: c.Settings, Log: c.Log,
	}
	asks := &receive.Commands{
		Spaces: spaces, People: folk, Inbox: c.Inbox, Indicator: shows, Clicks: presses, Home: opens, Drawings: draws, Work: c.Work,
		Links: c.Links, Roster: c.Roster, Log: c.Log,
	}
	line := catchup.NewOrder(back, c.Threads)
	tells := &receive.Events{
		Spaces: spaces, Order: line, Clicks: presses, Home: opens, Indicator: shows, Work: c.Work, Channels: &receive.Channels{Happens: c.Happens, People: folk, Log: c.Log}, Log: c.Log,
		Standings: &receive.Standings{Kept: c.Standings, Happens: c.Happens, People: folk, Log: c.Log},
	}
	web := &receive.Doors{
		Events: tells, Clicks: presses, Commands: asks, Catchup: back, SigningSecret: c.SigningSecret, Bodies: c.Bodies, Acked: c.Acked, Now: c.Now,
		Unproven: &bots.Unproven{Log: c.Log, Now: c.Now},
	}
	if c.ClientID != "" {
		web.Consent = &install.Consent{Config: reach, Installing: c.Installing, Spaces: spaces}
	}
	return &Bot{
		spaces: spaces, folk: folk, Posts: cards, Drafts: deliver.NewDrafts(cards, c.Now), Indicator: shows, back: back, web: web,
		Reminders: &deliver.Reminders{Spaces: spaces, Sender: sends, Drawings: draws, Directs: known, Log: c.Log},
		files:     &receive.Attachments{Spaces: spaces, HTTPClient: c.HTTPClient, APIURL: c.APIURL},
		sockets:   &receive.Sockets{Events: tells, Clicks: presses, Commands: asks, Catchup: back, Spaces: spaces, APIURL: c.APIURL, Acked: c.Acked, Log: c.Log, Now: c.Now},
	}
}
