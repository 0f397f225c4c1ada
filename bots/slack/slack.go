package slack

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
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

// Bot is Slack as a surface: it serves what Slack sends and shows cards. It is safe for concurrent use.
type Bot struct {
	Config
	renderer blocks.Renderer
	hosts    *projects.Hosts
	home     *workspace // the one workspace of Token
	names    *names
	groups   *groups
	guests   guestsTold
	waiting  waiting
	streams  streamMemory
	uploads  bots.Misses // of files, by the nonce of what they go with
	doubts   bots.Doubts
	directs  directs
	teams    teams
	gaps     chan struct{} // says that something may have been missed
	live     atomic.Int32  // sockets

	lag       lag       // what may have been missed
	revisions revisions // what has become of what was said
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
	b := &Bot{Config: c, gaps: make(chan struct{}, 1), renderer: blocks.Renderer{PublicURL: c.PublicURL, Hosts: c.AllowedHosts, Rehearsal: c.Rehearsal}}
	b.hosts = projects.NewHosts(c.AllowedHosts, nil, c.Now)
	if c.Projects != nil {
		b.hosts = projects.NewHosts(c.AllowedHosts, c.Projects, c.Now)
	}
	b.home = b.newWorkspace(c.Tenant, identity{team: c.Space}, c.Token, c.HTTPClient)
	b.names = newNames(b.askName, c.Now)
	b.groups = &groups{ask: b.askGroups, now: c.Now}
	if c.Backlog != nil && c.AppToken == "" {
		b.missed() // nobody has listened before the start, see [Bot.Hear]
	}
	return b
}

// Identify asks Slack who the bot is and keeps it. Events say it too, so that serving does not depend on it.
func (b *Bot) Identify(ctx context.Context) error { return b.home.identify(ctx, b.Space) }

// askName asks Slack what a user is called.
func (b *Bot) askName(ctx context.Context, who nameKey) (profile, error) {
	w, err := b.workspace(ctx, who.team)
	if err != nil {
		return profile{}, err
	}
	u, err := w.client.GetUserInfoContext(ctx, who.user)
	if err != nil {
		return profile{}, fmt.Errorf("slack users.info: %w", err)
	}
	p := profile{name: cmp.Or(u.Profile.DisplayName, u.Profile.RealName, u.RealName, u.Name)}
	if _, err := time.LoadLocation(u.TZ); err == nil {
		p.zone = u.TZ
	}
	p.standing, p.sister = standingOf(u, who.team, w.org())
	return p, nil
}
