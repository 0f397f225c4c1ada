package fakediscord

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/aisteam/aisteam/internal/mishap"
)

// Config is what a fake needs; zero fields have defaults.
type Config struct {
	Token       string        // "fake-token"
	Application string        // "900000000000000001"; the bot's user has the same id
	Guild       string        // "800000000000000001"
	Schema      string        // path of the OpenAPI file; "" checks without one, see [FindSchema]
	Heartbeat   time.Duration // that sessions are asked for; 41.25 s
	Now         func() time.Time

	Shards        int           // how many Discord wants at least; 1
	Concurrency   int           // identifies that may come at a time; 1
	IdentifyEvery time.Duration // 5 s
	Forbidden     int           // intents that the application was not granted
	Members       bool          // the application was granted the intent of servers' members
	Limits        bool          // of Discord's: 5 posts and 5 edits in 5 s in a channel, and few edits of what is older than an hour
}

// Fault is what goes wrong with one request.
type Fault struct {
	Status  int         // answered instead of doing it
	Body    string      // of that answer
	Headers http.Header // of that answer
	Cut     bool        // do it, then close the connection without an answer
}

// Kinds of channel.
const (
	Text               = 0
	Direct             = 1
	Voice              = 2
	Announcement       = 5
	AnnouncementThread = 10
	PublicThread       = 11
	Stage              = 13
	Forum              = 15
)

// Message is a message of a channel.
type Message struct {
	ID         string          `json:"id"`
	Channel    string          `json:"channel_id"`
	Type       int             `json:"type"`
	Author     User            `json:"author"`
	Content    string          `json:"content"`
	Timestamp  string          `json:"timestamp"`
	Edited     *string         `json:"edited_timestamp"`
	Nonce      string          `json:"nonce,omitempty"`
	Flags      int             `json:"flags"`
	Components json.RawMessage `json:"components,omitempty"`
	Mentions   []User          `json:"mentions"`
	Roles      []string        `json:"mention_roles"`
	ReplyTo    *Message        `json:"referenced_message,omitempty"`
	Attached   []Attachment    `json:"attachments,omitempty"`
	Edits      int             `json:"-"`

	Files map[string][]byte `json:"-"` // the bot's own, by name
}

// User is somebody.
type User struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Global   string `json:"global_name,omitempty"`
	Bot      bool   `json:"bot,omitempty"`
}

type channel struct {
	kind     int
	name     string
	guild    string
	parent   string // of a thread
	owner    string // who started it
	with     string // whom a direct one is with
	messages []*Message

	archived, locked bool     // of a thread
	hidden           bool     // the bot may not read it
	viewers          []string // who may see it; empty is everybody
	mute             bool     // the bot may not write in it
}

// member is somebody in a server.
type member struct {
	nick  string
	roles []string
}

// Server is the fake.
type Server struct {
	Config
	http   *http.Server
	listen net.Listener
	check  *Checker
	key    ed25519.PrivateKey

	mu         sync.Mutex
	target     target
	tick       int64
	channels   map[string]*channel
	users      map[string]User
	locales    map[string]string
	members    map[string]member // by user
	outside    map[string]bool   // who is in none of the servers
	guilds     []string
	closed     map[string]int // users who take no direct messages, and what Discord refuses one with
	noThreads  bool           // the bot may not write in threads
	noFiles    bool           // the bot may not attach files
	uploaded   int            // files of the bot
	commands   json.RawMessage
	registered int
	nonces     map[string]*Message
	calls      map[string]int
	faults     map[string][]Fault
	asked      map[string]*asked // interactions by token
	typing     map[string]int
	violations []string
	changed    chan struct{}
	gate       gate
	turns      map[string][]time.Time // by bucket: the requests that still count
	refused    map[int]int            // by code: refusals because of a limit
	files      map[string][]byte      // by path
	signed     int                    // the signature that addresses need now
	untold     []told                 // what the gateway is yet to tell of what the bot did
	storm      *mishap.Storm
}

// New starts a fake on loopback.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.Token == "" {
		c.Token = "fake-token"
	}
	if c.Application == "" {
		c.Application = "900000000000000001"
	}
	if c.Guild == "" {
		c.Guild = "800000000000000001"
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Shards, c.Concurrency = max(1, c.Shards), max(1, c.Concurrency)
	if c.IdentifyEvery == 0 {
		c.IdentifyEvery = 5 * time.Second
	}
	if c.Heartbeat <= 0 {
		c.Heartbeat = 41250 * time.Millisecond
	}
	check, err := NewChecker(c.Schema)
	if err != nil {
		return nil, err
	}
	seed := sha256.Sum256([]byte("fake discord " + c.Token))
	s := &Server{
		Config: c, check: check, key: ed25519.NewKeyFromSeed(seed[:]), channels: map[string]*channel{}, users: map[string]User{},
		members: map[string]member{}, outside: map[string]bool{}, guilds: []string{c.Guild}, gate: gate{remaining: 1000, identified: map[int]time.Time{}},
		commands: json.RawMessage("[]"), nonces: map[string]*Message{}, calls: map[string]int{}, faults: map[string][]Fault{},
		closed: map[string]int{}, turns: map[string][]time.Time{}, refused: map[int]int{}, asked: map[string]*asked{}, typing: map[string]int{}, changed: make(chan struct{}),
	}
	s.users[c.Application] = User{ID: c.Application, Username: "aisteam", Bot: true}
	if s.listen, err = (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("fake discord: %w", err)
	}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.http.Serve(s.listen) }()
	return s, nil
}

// Close stops the fake.
func (s *Server) Close() error {
	s.gate.closeAll()
	if err := s.http.Close(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("close fake discord: %w", err)
	}
	return nil
}

// APIURL is the base of the REST API.
func (s *Server) APIURL() string { return "http://" + s.listen.Addr().String() + "/api/v10/" }

// Handler answers as the server does, for clients that come without a network.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// PublicKey is the application's public key, as Discord shows it.
func (s *Server) PublicKey() string {
	public, _ := s.key.Public().(ed25519.PublicKey)
	return hex.EncodeToString(public)
}

// AddChannel makes a channel that the bot can see.
func (s *Server) AddChannel(id string, kind int) {
	guild := s.Guild
	if kind == Direct {
		guild = ""
	}
	s.AddChannelTo(guild, id, kind)
}

// RemoveChannel makes a channel unknown.
func (s *Server) RemoveChannel(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.channels, id)
}

// AddUser makes a user.
func (s *Server) AddUser(id, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[id] = User{ID: id, Username: name, Global: name}
}

// SetLocale says what a user has set Discord to: "de".
func (s *Server) SetLocale(user, locale string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.locales == nil {
		s.locales = map[string]string{}
	}
	s.locales[user] = locale
}

// Fault makes the next request of a route go wrong; several are taken in turn. Routes are named as in [Server.Calls].
func (s *Server) Fault(route string, f ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[route] = append(s.faults[route], f...)
}

// Calls counts the requests of a route, those that went wrong too: "POST channels/messages".
func (s *Server) Calls(route string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[route]
}

// AllCalls counts the requests by route.
func (s *Server) AllCalls() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.calls)
}

// Violations lists the rules that were broken.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// Registered counts how often the commands were written.
func (s *Server) Registered() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.registered
}

// Wait returns when done says so, looking each time something has changed.
func (s *Server) Wait(ctx context.Context, done func() bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if done() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait for fake discord: %w", ctx.Err())
		}
	}
}

// wake tells those who wait that something has changed.
func (s *Server) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.changed)
	s.changed = make(chan struct{})
}

// breach records a broken rule. The caller holds the lock.
func (s *Server) breach(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

// snowflake gives the next id: milliseconds since 2015 and a counter, as Discord's. The caller holds the lock.
func (s *Server) snowflake() string {
	s.tick = max(s.tick+1, (s.Now().UnixMilli()-1420070400000)<<22)
	return strconv.FormatInt(s.tick, 10)
}
