package slack

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Threads tells which places are conversations already.
type Threads interface {
	// Known tells whether a conversation is bound to the place.
	Known(ctx context.Context, t assistant.TenantID, p assistant.Place) (bool, error)
}

// Questions gives the questions behind a clarification's buttons; buttons carry only ids.
type Questions interface {
	// Clarification returns it with its conversation, whom it asks, and whether an answer is still wanted.
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conv assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
}

// Config is what the Slack surface needs. SigningSecret, Token, Tenant, Inbox, Threads and Questions must be set; the rest
// has defaults.
type Config struct {
	SigningSecret string
	Token         string
	APIURL        string // base of the Web API, ending in "/"; Slack's own by default
	Tenant        assistant.TenantID
	Space         string // the workspace served; "" takes what [Bot.Identify] finds, or any
	PublicURL     string // where people reach the panel; "" leaves links out
	Inbox         bots.Inbox
	Threads       Threads
	Questions     Questions
	Log           *slog.Logger
	Now           func() time.Time
	HTTPClient    *http.Client
	Pace          Pace
	Acked         func(route, outcome string, took time.Duration) // metrics of what came in; nil for none
	Limited       func(method string)                             // a 429 by Slack; nil for none
}

// Bot is Slack as a surface: it serves Slack's HTTP requests and shows cards. It is safe for concurrent use.
type Bot struct {
	Config
	renderer renderer
	client   *slackapi.Client
	pace     *pacer
	names    *names
	waiting  waiting

	mu sync.RWMutex
	me identity
}

// identity is who the bot is in its workspace.
type identity struct{ user, bot, team string }

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
	if c.Acked == nil {
		c.Acked = func(string, string, time.Duration) {}
	}
	if c.Limited == nil {
		c.Limited = func(string) {}
	}
	c.APIURL = cmp.Or(c.APIURL, slackapi.APIURL)
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	b := &Bot{
		Config: c, renderer: renderer{publicURL: c.PublicURL}, pace: newPacer(c.Pace, c.Now), me: identity{team: c.Space},
		client: slackapi.New(c.Token, slackapi.OptionAPIURL(c.APIURL), slackapi.OptionHTTPClient(c.HTTPClient)),
	}
	b.names = newNames(b.askName, c.Now)
	return b
}

// Identify asks Slack who the bot is and keeps it. Events say it too, so that serving does not depend on it.
func (b *Bot) Identify(ctx context.Context) error {
	r, err := b.client.AuthTestContext(ctx)
	if err != nil {
		return fmt.Errorf("slack auth.test: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.me = identity{user: r.UserID, bot: r.BotID, team: cmp.Or(b.Space, r.TeamID)}
	return nil
}

func (b *Bot) who() identity {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.me
}

// learn keeps what an event says of the bot's own user.
func (b *Bot) learn(user string) {
	if user == "" || b.who().user != "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.me.user = cmp.Or(b.me.user, user)
}

// askName asks Slack what a user is called.
func (b *Bot) askName(ctx context.Context, user string) (string, error) {
	u, err := b.client.GetUserInfoContext(ctx, user)
	if err != nil {
		return "", fmt.Errorf("slack users.info: %w", err)
	}
	return cmp.Or(u.Profile.DisplayName, u.Profile.RealName, u.RealName, u.Name), nil
}
