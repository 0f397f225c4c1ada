package discord

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/projects"
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
	Space         string         // the one server served; "" serves those that Spaces tells
	Spaces        Spaces         // nil, without Space: every server the bot is in is served, and everybody's direct messages
	PublicURL     string         // where people reach the panel; "" leaves links out
	AllowedHosts  []string       // what models may link to besides the sites, see [bots.SafeLinks]; by default PublicURL's host
	Sites         projects.Sites // nil: there are none
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

// Bot is Discord as a surface. It is safe for concurrent use.
type Bot struct {
	Config
	renderer components.Renderer
	hosts    *projects.Hosts
	pace     *pacer
	channels *memory[channelInfo]
	authors  *memory[author] // of messages that were taken: a removal does not say whose it was
	heard    *memory[last]   // the newest message of each channel that was taken from
	halfway  *memory[int]    // by card and look: how many messages of an edit that was put off are done
	strange  *memory[bool]   // servers that are not served
	turned   *memory[bool]   // servers and people that were told so
	members  *memory[membership]
	servers  servers
	barren   *memory[bool]   // threads of the bot's that no conversation begins with
	directs  *memory[string] // the channel of direct messages of each user
	busy     *busyness
	uploads  bots.Misses // of answers with files
	doubts   bots.Doubts

	mu sync.RWMutex
	me string // the bot's own user
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
	c.APIURL = cmp.Or(c.APIURL, APIURL)
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	if u, err := url.Parse(c.PublicURL); c.AllowedHosts == nil && err == nil && u.Host != "" {
		c.AllowedHosts = []string{u.Hostname()}
	}
	return &Bot{
		hosts:  projects.NewHosts(c.AllowedHosts, c.Sites, c.Now),
		Config: c, renderer: components.Renderer{PublicURL: c.PublicURL, Hosts: c.AllowedHosts, Paged: c.History != nil}, pace: newPacer(c.Pace, c.Now), me: c.ApplicationID,
		channels: newMemory[channelInfo](), authors: newMemory[author](), heard: newMemory[last](), halfway: newMemory[int](),
		strange: newMemory[bool](), turned: newMemory[bool](), members: newMemory[membership](), barren: newMemory[bool](), directs: newMemory[string](), busy: &busyness{until: map[string]time.Time{}},
	}
}

// drawing is how cards are drawn at this moment.
func (b *Bot) drawing(ctx context.Context) components.Renderer {
	r := b.renderer
	r.Hosts = b.hosts.Of(ctx, b.Tenant)
	return r
}

// PublicKey reads an application's public key as Discord shows it.
func PublicKey(text string) (ed25519.PublicKey, bool) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != ed25519.PublicKeySize {
		return nil, false
	}
	return raw, true
}

// who is the bot's own user. Until Discord has said it, the application's id is taken, which is the same for every
// application made since 2016.
func (b *Bot) who() string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.me
}

func (b *Bot) learn(user string) {
	if user == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.me = user
}

// memory remembers a bounded number of things by id, and forgets the oldest half when it is full.
type memory[T any] struct {
	mu       sync.Mutex
	now, old map[string]T
}

const memoryLimit = 10_000

func newMemory[T any]() *memory[T] { return &memory[T]{now: map[string]T{}} }

func (m *memory[T]) get(id string) (T, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.now[id]
	if !ok {
		v, ok = m.old[id]
	}
	return v, ok
}

func (m *memory[T]) put(id string, v T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.now) >= memoryLimit/2 {
		m.old, m.now = m.now, map[string]T{}
	}
	m.now[id] = v
}

// all lists what is remembered.
func (m *memory[T]) all() map[string]T {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make(map[string]T, len(m.now)+len(m.old))
	maps.Copy(out, m.old)
	maps.Copy(out, m.now)
	return out
}
