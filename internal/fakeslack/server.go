package fakeslack

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/internal/mishap"
)

// Config is what a fake needs; zero fields have defaults.
type Config struct {
	SigningSecret string           // "secret"
	Token         string           // "xoxb-fake"
	AppToken      string           // "xapp-fake"
	Team          string           // "T1"
	BotUser       string           // "UBOT"
	Schema        string           // path of the schema of blocks; "" checks without one, see [FindSchema]
	Now           func() time.Time // for signatures and timestamps
	ClientID      string           // "1.2", of the app
	ClientSecret  string           // "client-secret"
	AppID         string           // "A1"
	Enterprise    string           // the organisation that Team belongs to, "" for none
}

// Fault is what goes wrong with one call.
type Fault struct {
	Status     int           // answered instead of doing it, with RetryAfter when that is set
	RetryAfter time.Duration // in whole seconds
	Error      string        // ok:false with this error instead of doing it
	Raw        string        // answered as it is instead of doing it
	Cut        bool          // do it, then close the connection without an answer
}

// Message is a message of a channel.
type Message struct {
	Channel  string          `json:"-"`
	TS       string          `json:"ts"`
	Thread   string          `json:"thread_ts,omitempty"`
	User     string          `json:"user"`
	Bot      string          `json:"bot_id,omitempty"`
	Type     string          `json:"type"`
	Subtype  string          `json:"subtype,omitempty"`
	Hidden   bool            `json:"hidden,omitempty"`
	Text     string          `json:"text"`
	Blocks   json.RawMessage `json:"blocks,omitempty"`
	Metadata json.RawMessage `json:"metadata,omitempty"`
	Files    []Upload        `json:"files,omitempty"`
	Replies  int             `json:"reply_count,omitempty"`
	Edited   *Edited         `json:"edited,omitempty"`
	Edits    int             `json:"-"`
	Stream   *Stream         `json:"-"` // set while it is one of Slack's own streams, and after
}

// Whisper is an ephemeral message.
type Whisper struct{ Channel, Thread, User, Text string }

// View is a modal that was opened for somebody.
type View struct {
	ID   string
	User string
	JSON json.RawMessage
}

// Server is the fake, seen from one of its workspaces.
type Server struct {
	Config
	*world
}

// world is what all workspaces share.
type world struct {
	http   *http.Server
	listen net.Listener
	schema *schemas

	mu         sync.Mutex
	target     target
	tick       int64
	channels   map[string]map[string]*Message // by channel and ts
	order      map[string][]string            // the ts of a channel, in order
	rooms      map[string]room                // of the channels of which something else is to be said
	whispers   []Whisper
	views      []View
	triggers   map[string]string // unused trigger ids, and whose they are
	statuses   map[string]string // by channel and thread
	calls      map[string]int
	faults     map[string][]Fault
	violations []string
	names      map[string]string
	withs      map[string]string // by channel of direct messages, whom they are with
	closed     map[string]string // by user, what Slack refuses a direct message to them with
	zones      map[string]string
	locales    map[string]string
	whoseMu    sync.Mutex
	whose      map[string]Whose
	groups     map[string][]string // the members, by group
	files      map[string][]byte   // by path
	changed    chan struct{}
	storm      *mishap.Storm

	homes    map[string]json.RawMessage // by workspace and user
	prompts  map[string]json.RawMessage // by channel and thread
	titles   map[string]string
	sessions map[string]string

	uploads  map[string]*Upload // by id
	withheld map[string]bool    // scopes

	tickets map[string]bool // unused addresses of sockets
	links   []*link
	turn    int
	unacked map[string]chan json.RawMessage
	acked   map[string]bool

	apps apps
}

// New starts a fake on loopback.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.SigningSecret == "" {
		c.SigningSecret = "secret"
	}
	if c.Token == "" {
		c.Token = "xoxb-fake"
	}
	if c.AppToken == "" {
		c.AppToken = "xapp-fake"
	}
	if c.Team == "" {
		c.Team = "T1"
	}
	if c.BotUser == "" {
		c.BotUser = "UBOT"
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.ClientID, c.ClientSecret, c.AppID = cmp.Or(c.ClientID, "1.2"), cmp.Or(c.ClientSecret, "client-secret"), cmp.Or(c.AppID, "A1")
	s := &Server{Config: c, world: &world{
		apps: newApps(), channels: map[string]map[string]*Message{}, order: map[string][]string{}, triggers: map[string]string{},
		statuses: map[string]string{}, calls: map[string]int{}, faults: map[string][]Fault{}, names: map[string]string{},
		withs: map[string]string{}, closed: map[string]string{}, zones: map[string]string{}, locales: map[string]string{}, whose: map[string]Whose{}, groups: map[string][]string{},
		homes: map[string]json.RawMessage{}, prompts: map[string]json.RawMessage{}, titles: map[string]string{}, sessions: map[string]string{},
		changed: make(chan struct{}), tickets: map[string]bool{}, unacked: map[string]chan json.RawMessage{}, acked: map[string]bool{},
	}}
	s.apps.teams[c.Team] = s
	if c.Schema != "" {
		var err error
		if s.schema, err = loadSchemas(c.Schema); err != nil {
			return nil, err
		}
	}
	var err error
	if s.listen, err = (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("fake slack: %w", err)
	}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.http.Serve(s.listen) }()
	return s, nil
}

// Close stops the fake.
func (s *Server) Close() error {
	if err := s.http.Close(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("close fake slack: %w", err)
	}
	return nil
}

// Handler answers as the server does, for clients that come without a network.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// APIURL is the base of the Web API.
func (s *Server) APIURL() string { return "http://" + s.listen.Addr().String() + "/api/" }

// Fault makes the next call of a method go wrong; several are taken in turn.
func (s *Server) Fault(method string, f ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[method] = append(s.faults[method], f...)
}

// serve answers a call of the Web API.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/link" {
		s.serveSocket(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/upload/") {
		s.serveUpload(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, filesPath) {
		s.serveFile(w, r)
		return
	}
	method := strings.TrimPrefix(r.URL.Path, "/api/")
	form, err := arguments(r)
	if err != nil {
		answer(w, map[string]any{"ok": false, "error": "invalid_form_data"})
		return
	}
	fault := s.called(method)
	switch {
	case fault.Status != 0:
		if fault.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(fault.RetryAfter/time.Second)))
		}
		w.WriteHeader(fault.Status)
		return
	case fault.Raw != "":
		_, _ = io.WriteString(w, fault.Raw)
		return
	case fault.Error != "":
		answer(w, map[string]any{"ok": false, "error": fault.Error})
		return
	case fault == (Fault{}):
		if storm := s.weather(); storm != nil {
			storm.Serve(w, r, method, func() mishap.Answer {
				out := s.encoded(s.do(method, form, r.Header.Get("Authorization")))
				s.wake()
				return out
			})
			return
		}
	}
	out := s.do(method, form, r.Header.Get("Authorization"))
	s.wake()
	if fault.Cut {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = conn.Close()
		}
		return
	}
	if method == "auth.test" {
		w.Header().Set("X-Oauth-Scopes", s.granted())
	}
	answer(w, out)
}

// arguments reads a call's arguments, from a form or from JSON.
func arguments(r *http.Request) (url.Values, error) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		err := r.ParseForm()
		return r.Form, err
	}
	var raw map[string]json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&raw); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("decode arguments: %w", err)
	}
	v := url.Values{}
	for k, x := range raw {
		var text string
		if json.Unmarshal(x, &text) == nil {
			v.Set(k, text)
		} else {
			v.Set(k, string(x))
		}
	}
	return v, nil
}

func answer(w http.ResponseWriter, v map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// called counts a call and takes the fault that awaits it.
func (s *Server) called(method string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[method]++
	fs := s.faults[method]
	if len(fs) == 0 {
		return Fault{}
	}
	s.faults[method] = fs[1:]
	return fs[0]
}

// wake tells those who wait that something has changed.
func (s *Server) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.changed)
	s.changed = make(chan struct{})
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
			return fmt.Errorf("wait for fake slack: %w", ctx.Err())
		}
	}
}

// stamp gives the next timestamp. The caller holds the lock.
func (s *Server) stamp() string {
	us := max(s.Now().UnixMicro(), s.tick+1)
	s.tick = us
	return fmt.Sprintf("%d.%06d", us/1e6, us%1e6)
}
