package vendors_test

import (
	"bytes"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/anthropic"
	"github.com/aisteam/aisteam/agents/llm/gemini"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
	"github.com/aisteam/aisteam/agents/llm/openai/responses"
	"github.com/aisteam/aisteam/internal/vendors"
)

const key = "key-under-test"

// road is a way to a model: a vendor's server, and our adapter to it.
type road struct {
	name  string
	model string // that it serves
	other string // likewise
	serve func(vendors.Brain) server
	open  func(t *testing.T, base, model string) (llm.Model, error)
}

// server is what all stand-ins have in common.
type server interface {
	http.Handler
	Received() []vendors.Received
	Refused() []string
}

func roads() []road {
	return []road{
		{
			"gemini", "gemini-3.8-flash", "gemini-4-argon", func(b vendors.Brain) server { return vendors.NewGemini(b, key) },
			func(t *testing.T, base, model string) (llm.Model, error) {
				t.Helper()
				return gemini.New(t.Context(), gemini.Config{APIKey: key, Model: model, BaseURL: base, Now: time.Now})
			},
		},
		{
			"anthropic", "claude-sonnet-5-5", "claude-opus-5-5", func(b vendors.Brain) server { return vendors.NewAnthropic(b, key) },
			func(t *testing.T, base, model string) (llm.Model, error) {
				t.Helper()
				return anthropic.New(anthropic.Config{APIKey: key, Model: model, BaseURL: base, Now: time.Now})
			},
		},
		{
			"responses", "gpt-6.1-terra", "gpt-6.2-sol", func(b vendors.Brain) server { return vendors.NewResponses(b, key) },
			func(t *testing.T, base, model string) (llm.Model, error) {
				t.Helper()
				return responses.New(responses.Config{APIKey: key, Model: model, BaseURL: base + "/v1", Breakpoints: true, Now: time.Now})
			},
		},
		{
			"azure", "team-strong", "team-fast", func(b vendors.Brain) server { return vendors.NewAzure(b, key) },
			func(t *testing.T, base, model string) (llm.Model, error) {
				t.Helper()
				return responses.New(responses.Config{Provider: "azure_openai", APIKey: key, Model: model, BaseURL: base + "/openai/v1/", Now: time.Now})
			},
		},
		{"chat", "gpt-5.2", "gpt-5.1", func(b vendors.Brain) server { return vendors.NewChat(b, vendors.ChatConfig{Key: key}) }, chats},
		{"compatible", "qwen3:8b", "llama3.3", func(b vendors.Brain) server { return vendors.NewChat(b, vendors.ChatConfig{Key: key, Lenient: true}) }, chats},
	}
}

func chats(t *testing.T, base, model string) (llm.Model, error) {
	t.Helper()
	return chat.New(chat.Config{APIKey: key, Model: model, BaseURL: base + "/v1", Now: time.Now})
}

// line is an open road: a server that says what a brain decides, and a client that asks it once.
type line struct {
	server

	t    *testing.T
	road road
	http *httptest.Server
	bend *bend
}

// on opens a road.
func (r road) on(t *testing.T, b vendors.Brain) *line {
	t.Helper()
	s := r.serve(b)
	l := &line{server: s, t: t, road: r, bend: &bend{inner: s}}
	l.http = httptest.NewServer(l.bend)
	t.Cleanup(l.http.Close)
	return l
}

// client is a client that makes one attempt.
func (l *line) client(model string) *llm.Client {
	l.t.Helper()
	m, err := l.road.open(l.t, l.http.URL, model)
	if err != nil {
		l.t.Fatal(err)
	}
	c, err := llm.NewClient(llm.Config{Model: m, Attempts: 1, Log: slog.New(slog.DiscardHandler), Now: time.Now, IdleTimeout: 20 * time.Second})
	if err != nil {
		l.t.Fatal(err)
	}
	return c
}

// ask asks the road's model once.
func (l *line) ask(r llm.Request) (llm.Reply, error) {
	l.t.Helper()
	return l.client(l.road.model).Ask(l.t.Context(), r, nil)
}

// bend passes on what a server says, otherwise than it said it.
type bend struct {
	inner http.Handler

	mu     sync.Mutex
	change func(body []byte) []byte // nil passes it on as it is
	last   []byte                   // of what the server said
}

func (b *bend) to(change func([]byte) []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.change = change
}

func (b *bend) said() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last
}

// ServeHTTP implements [http.Handler].
func (b *bend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kept := httptest.NewRecorder()
	b.inner.ServeHTTP(kept, r)
	body := kept.Body.Bytes()
	b.mu.Lock()
	if kept.Code == http.StatusOK {
		b.last = bytes.Clone(body)
		if b.change != nil {
			body = b.change(bytes.Clone(body))
		}
	}
	b.mu.Unlock()
	maps.Copy(w.Header(), kept.Header())
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(kept.Code)
	_, _ = io.Copy(w, bytes.NewReader(body))
}
