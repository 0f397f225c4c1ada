package discord

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/deliver"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// APIURL is the base of Discord's REST API.
const APIURL = "https://discord.com/api/v10/"

// Threads tells which places are conversations already.
type Threads interface {
	// Known tells whether a conversation is bound to the place.
	Known(ctx context.Context, t assistant.TenantID, p assistant.Place) (bool, error)
	// ConversationAt returns the conversation bound to the place, [assistant.ErrNotFound] where there is none.
	ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error)
}

// Questions gives the questions behind a clarification's buttons; buttons carry only ids.
type Questions interface {
	// Clarification returns it with its conversation, whom it asks, and whether an answer is still wanted.
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conv assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
}

// Work reads what the commands tell about.
type Work interface {
	// Runs lists a conversation's runs, oldest first.
	Runs(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) ([]assistant.RunView, error)
	// Conversations lists the newest conversations.
	Conversations(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Conversation, error)
	bots.Going
	// PersonFor returns the person behind an account.
	PersonFor(ctx context.Context, t assistant.TenantID, from assistant.Identity) (assistant.Person, error)
}

// Config is what the Discord surface needs. Token, ApplicationID, Tenant, Inbox, Threads, Questions and Work must be set;
// the rest has defaults.
type Config struct {
	Token         string
	ApplicationID string
	PublicKey     ed25519.PublicKey // of the application; nil: interactions come over the gateway
	APIURL        string            // base of the REST API, ending in "/"; Discord's own by default
	Tenant        assistant.TenantID
	Space         string     // the one server served; "" serves those that Spaces tells
	Spaces        Spaces     // nil, without Space: every server the bot is in is served, and everybody's direct messages
	PublicURL     string     // where people reach the panel; "" leaves links out
	AllowedHosts  []string   // what models may link to besides the sites, see [bots.SafeLinks]; by default PublicURL's host
	Sites         bots.Sites // nil: there are none
	Inbox         bots.Inbox
	Threads       Threads
	Questions     Questions
	Work          Work
	Backlog       Backlog      // nil: only what was missed within this process's life is read back
	Turns         Turns        // nil: no other process begins sessions of the bot
	History       History      // nil: of much thinking only the newest is shown
	Links         bots.Linking // nil: accounts cannot be linked
	Files         bots.Shelf   // nil: answers come without the files that were made for people
	Roster        []assistant.Agent
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
	Config
	typing  *deliver.Typing
	hosts   *bots.Hosts
	panel   deliver.Panel
	api     *rest.Client
	authors *bots.Memory[string, author] // of messages that were taken: a removal does not say whose it was
	heard   *bots.Memory[string, last]   // the newest message of each channel that was taken from
	strange *bots.Memory[string, bool]   // servers that are not served
	turned  *bots.Memory[string, bool]   // servers and people that were told so
	members *bots.Memory[string, membership]
	servers servers
	barren  *bots.Memory[string, bool] // threads of the bot's that no conversation begins with
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
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	if u, err := url.Parse(c.PublicURL); c.AllowedHosts == nil && err == nil && u.Host != "" {
		c.AllowedHosts = []string{u.Hostname()}
	}
	api := rest.New(rest.Config{
		Token: c.Token, ApplicationID: c.ApplicationID, APIURL: c.APIURL, Tenant: c.Tenant, HTTPClient: c.HTTPClient, Requests: c.Pace.Requests,
		Limited: c.Limited, Failures: c.Failures, Log: c.Log, Now: c.Now,
	})
	hosts := bots.NewHosts(c.AllowedHosts, c.Sites, c.Now)
	typing := deliver.NewTyping(api, c.Log, c.Now)
	at := deliver.Panel{URL: c.PublicURL, Tenant: c.Tenant, Threads: c.Threads}
	return &Bot{
		Cards: deliver.New(deliver.Config{
			API: api, Tenant: c.Tenant, Renderer: components.Renderer{PublicURL: c.PublicURL, Hosts: c.AllowedHosts, Paged: c.History != nil},
			Hosts: hosts, Panel: at, Files: c.Files, Typing: typing, EditEvery: c.Pace.EditEvery, EditBurst: c.Pace.EditBurst, Log: c.Log, Now: c.Now,
		}),
		typing: typing, hosts: hosts, panel: at, api: api, Config: c,
		authors: bots.NewMemory[string, author](rest.Kept), heard: bots.NewMemory[string, last](rest.Kept), strange: bots.NewMemory[string, bool](rest.Kept),
		turned: bots.NewMemory[string, bool](rest.Kept), members: bots.NewMemory[string, membership](rest.Kept), barren: bots.NewMemory[string, bool](rest.Kept),
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

// Fetch gets what somebody attached; see [rest.Client.Fetch].
func (b *Bot) Fetch(ctx context.Context, t assistant.TenantID, message string, f assistant.File) ([]byte, error) {
	return b.api.Fetch(ctx, t, message, f) //nolint:wrapcheck // it says what was being done
}

// KeepTyping shows again and again where somebody is at work, until ctx ends.
func (b *Bot) KeepTyping(ctx context.Context) error {
	return b.typing.KeepTyping(ctx) //nolint:wrapcheck // it says what was being done
}
