package slack

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/projects"
)

// Threads tells which places are conversations already.
type Threads interface {
	// Known tells whether a conversation is bound to the place.
	Known(ctx context.Context, t assistant.TenantID, p assistant.Place) (bool, error)
	// ConversationAt returns the conversation bound to the place, [assistant.ErrNotFound] where there is none.
	ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error)
}

// Questions gives what stands behind the buttons of questions and approvals; buttons carry only ids.
type Questions interface {
	// Clarification returns it with its conversation, whom it asks, and whether an answer is still wanted.
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conv assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
	// Approval returns it with where it stands.
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// Work reads what is going on, for the commands and the home. What a person may see of it is decided here.
type Work interface {
	bots.Going
	// Conversations lists the newest first.
	Conversations(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Conversation, error)
	// PersonFor gives the person behind an account, a new member where nobody is known by it.
	PersonFor(ctx context.Context, t assistant.TenantID, from assistant.Identity) (assistant.Person, error)
}

// Config is what the Slack surface needs. Tenant, Inbox, Threads, Questions, Work and either SigningSecret (for HTTP) or
// AppToken (for a socket) must be set, and Token for one workspace, or ClientID, ClientSecret, Installs, Installing and
// PublicURL for as many as install the app, or both. The rest has defaults.
type Config struct {
	SigningSecret string
	Token         string
	AppToken      string // opens Socket Mode, see [Bot.Listen]
	APIURL        string // base of the Web API, ending in "/"; Slack's own by default
	ClientID      string // of the app, for OAuth
	ClientSecret  string
	Installs      Installs
	Installing    Installing
	Tenant        assistant.TenantID // of Token's workspace, and of who runs the service
	Space         string             // the workspace served; "" takes what [Bot.Identify] finds, or any
	PublicURL     string             // where people reach the panel; "" leaves links out
	AllowedHosts  []string           // what models may link to besides the tenant's sites, see [bots.SafeLinks]; by default PublicURL's host
	Inbox         bots.Inbox
	Threads       Threads
	Questions     Questions
	Work          Work
	Links         bots.Linking     // nil: accounts cannot be linked
	Backlog       Backlog          // nil: nothing is read back
	Projects      *projects.Editor // nil: there are no sites, and no settings of them
	Members       Members          // nil: roles are not changed here
	Files         bots.Shelf       // nil: answers come without the files that were made for people
	Rehearsal     bool             // answers are of the offline model, and App Home says so
	Roster        []assistant.Agent
	Log           *slog.Logger
	Now           func() time.Time
	HTTPClient    *http.Client
	Bodies        *bots.Intake // of what comes, until it is known to be Slack's; nil: of its own
	Pace          Pace
	Acked         func(route bots.Route, outcome bots.Ack, took time.Duration) // how long Slack waited for an answer; nil for none
	Limited       func(method string)                                          // a 429 by Slack; nil for none
	Lost          func()                                                       // a private word that could not be said; nil for none
	Failures      bots.Failures                                                // nil: what Slack refuses is in the log alone
}

// Bot is Slack as a surface: it serves what Slack sends and shows cards. It is safe for concurrent use. What it does is done
// in its rooms; here they are put together.
type Bot struct {
	*registry
	*posts
	*drafts
	*reminders
	*indicator
	*attachments
	*catchup
	*doors
	*sockets
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
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	if u, err := url.Parse(c.PublicURL); c.AllowedHosts == nil && err == nil && u.Host != "" {
		c.AllowedHosts = []string{u.Hostname()}
	}
	return build(c)
}

// build puts the rooms together: what is below first, since nobody calls up.
func build(c Config) *Bot {
	calls := &refusals{Log: c.Log, Now: c.Now, Limited: c.Limited, Lost: c.Lost, Failures: c.Failures}
	reach := registryConfig{
		Token: c.Token, AppToken: c.AppToken, APIURL: c.APIURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret, Space: c.Space,
		PublicURL: c.PublicURL, Tenant: c.Tenant, Installs: c.Installs, Pace: c.Pace, HTTPClient: c.HTTPClient, Log: c.Log, Now: c.Now,
	}
	spaces := newRegistry(reach, calls)
	folk := newPeople(spaces, c.Log, c.Now)
	hosts := projects.NewHosts(c.AllowedHosts, nil, c.Now)
	if c.Projects != nil {
		hosts = projects.NewHosts(c.AllowedHosts, c.Projects, c.Now)
	}
	draws := &drawings{rehearsal: c.Rehearsal, hosts: hosts}

	shows := &indicator{spaces: spaces, Work: c.Work, Log: c.Log}
	sends := &sender{Threads: c.Threads, indicator: shows, Log: c.Log}
	whispers := &voice{sender: sends, calls: calls, Log: c.Log}
	known := newDirects()
	cards := &posts{
		spaces: spaces, sender: sends, indicator: shows, drawings: draws, Files: c.Files, Log: c.Log,
		plain: blocks.Renderer{PublicURL: c.PublicURL, Hosts: c.AllowedHosts, Rehearsal: c.Rehearsal},
	}

	edits := newRevisions()
	takes := &ingest{
		Inbox: c.Inbox, Threads: c.Threads, people: folk, indicator: shows, voice: whispers, directs: known, revisions: edits,
		guests: newGuestsTold(), Log: c.Log, Now: c.Now,
	}
	reads := &reader{spaces: spaces, Backlog: c.Backlog, Now: c.Now}
	back := &catchup{
		spaces: spaces, reader: reads, ingest: takes, revisions: edits, Backlog: c.Backlog, Tenant: c.Tenant, sockets: c.AppToken != "",
		Log: c.Log, Now: c.Now, gaps: make(chan struct{}, 1),
	}
	if c.Backlog != nil && c.AppToken == "" {
		back.missed() // nobody has listened before the start, see [Bot.Hear]
	}

	opens := &appHome{
		drawings: draws, people: folk, Work: c.Work, Projects: c.Projects, Members: c.Members, hosts: hosts, Roster: c.Roster, Log: c.Log,
	}
	presses := &clicks{
		spaces: spaces, people: folk, Inbox: c.Inbox, Questions: c.Questions, hosts: hosts, voice: whispers, apphome: opens, ingest: takes, Log: c.Log,
	}
	asks := &commands{
		spaces: spaces, people: folk, Inbox: c.Inbox, indicator: shows, clicks: presses, apphome: opens, drawings: draws, Work: c.Work,
		Links: c.Links, Roster: c.Roster, Log: c.Log,
	}
	line := &order{catchup: back, reader: reads, ingest: takes, Threads: c.Threads, Log: c.Log}
	tells := &events{spaces: spaces, order: line, clicks: presses, apphome: opens, indicator: shows, Work: c.Work, Log: c.Log}
	web := &doors{
		events: tells, clicks: presses, commands: asks, catchup: back, SigningSecret: c.SigningSecret, Bodies: c.Bodies, Acked: c.Acked, Now: c.Now,
	}
	if c.ClientID != "" {
		web.consent = &consent{registryConfig: reach, Installing: c.Installing, spaces: spaces}
	}
	return &Bot{
		registry: spaces, posts: cards, drafts: newDrafts(cards, c.Now), indicator: shows, catchup: back, doors: web,
		reminders:   &reminders{spaces: spaces, sender: sends, drawings: draws, directs: known, Log: c.Log},
		attachments: &attachments{spaces: spaces, HTTPClient: c.HTTPClient, APIURL: c.APIURL},
		sockets:     &sockets{events: tells, clicks: presses, commands: asks, catchup: back, spaces: spaces, APIURL: c.APIURL, Acked: c.Acked, Log: c.Log, Now: c.Now},
	}
}
