// Package chat is the adapter to chat completions as OpenAI invented them and everybody else speaks them in a way of their own:
// Azure OpenAI over its v1 address, DeepSeek, Ollama, vLLM, OpenRouter and others.
//
// What has one meaning is read, however it is written; docs/recorded/habits.txt lists the ways that are known, each with where it
// is known from. What may mean two things is an [llm.HabitError] that names the server and what to switch on there. A tool call
// that arrives as words is neither shown nor made.
//
// What a compatible provider wants back with its messages is kept in the parts' state and echoed: reasoning_content of
// thinking models, also when it was empty (DeepSeek answers 400 where the key is missing), the extra_content of tool
// calls (Gemini's signature behind its compatible address), and the reasoning_details of OpenRouter.
//
// Usage: the prompt includes what was cached, the completion includes the reasoning.
package chat

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/frames"
	"github.com/aisteam/aisteam/agents/llm/internal/wire"
	"github.com/aisteam/aisteam/assistant"
)

// DefaultBaseURL is OpenAI's own endpoint.
const DefaultBaseURL = "https://api.openai.com/v1/"

// Config is what a model is made of.
type Config struct {
	Provider  string            // "openai" or "azure_openai"; "" means "openai"
	APIKey    string            // may be empty where the endpoint wants none
	Model     string            // the model, or Azure's deployment
	BaseURL   string            // "" means [DefaultBaseURL]
	PlainJSON bool              // the endpoint knows no JSON Schema for replies, only "a JSON object"; else it is asked, and says so
	Transport http.RoundTripper // nil means the default one
	Now       func() time.Time
}

// Model is one model behind a chat completions endpoint. It is safe for concurrent use.
type Model struct {
	endpoint *wire.Endpoint
	server   string // its host, for operators
	origin   llm.Origin
	key      wire.Secret
	habits   *habits
}

// New returns a model. It reads no environment and calls nobody.
func New(c Config) (*Model, error) {
	if c.Model == "" || c.Now == nil {
		return nil, errors.New("chat: a model and a clock are needed")
	}
	if c.Provider == "" {
		c.Provider = assistant.ProviderOpenAI
	}
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	header := http.Header{}
	if c.APIKey != "" {
		header.Set("Authorization", "Bearer "+c.APIKey)
	}
	if c.Provider == assistant.ProviderAzure {
		header.Set("Api-Key", c.APIKey)
	}
	endpoint, err := wire.NewEndpoint(wire.Config{Provider: c.Provider, Secret: wire.Secret(c.APIKey), Transport: c.Transport, Now: c.Now}, c.BaseURL, header)
	if err != nil {
		return nil, fmt.Errorf("chat: %w", err)
	}
	m := &Model{
		endpoint: endpoint,
		origin:   llm.Origin{Provider: c.Provider, Model: c.Model, Endpoint: endpoint.Base()},
		key:      wire.Secret(c.APIKey),
		habits:   newHabits(c.Model, c.PlainJSON, c.Now),
	}
	if address, err := url.Parse(endpoint.Base()); err == nil {
		m.server = address.Host
	}
	return m, nil
}

// Info implements [llm.Model].
func (m *Model) Info() llm.Info { return llm.Info{Provider: m.origin.Provider, Model: m.origin.Model} }

// Generate implements [llm.Model].
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return m.key.Hide(m.generate(ctx, r))
}

// maxLearned bounds how often a request is written anew because the endpoint has refused something of it by name.
const maxLearned = 6

func (m *Model) generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		for learned := 0; ; learned++ {
			sent := m.habits.ask()
			begun, err := m.attempt(ctx, r, sent, yield)
			if err == nil {
				return
			}
			if begun || learned == maxLearned || !m.habits.learn(err, sent) {
				yield(nil, err)
				return
			}
		}
	}
}

// attempt asks once, in the shape given. begun tells whether yield has been told anything; it is told all there is, but an error.
func (m *Model) attempt(ctx context.Context, r llm.Request, s shape, yield func(llm.Event, error) bool) (begun bool, err error) {
	answer, err := m.open(ctx, r, s)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	tell := func(e llm.Event) bool {
		begun = true
		return yield(e, nil)
	}
	body := &noted{body: answer.Body}
	reading := m.newReading(r, s)
	for frame, err := range frames.Read(body) {
		switch {
		case err != nil && reading.ended():
		case err != nil:
			return begun, m.key.Broken(err)
		default:
			if err := reading.take(frame); err != nil {
				reading.voids(tell)
				return begun, err
			}
			if !reading.tells(tell) {
				return true, nil
			}
			continue
		}
		break
	}
	if !reading.begun {
		return begun, m.nothing(answer, body.head, reading.done)
	}
	reply, err := reading.reply()
	if err != nil {
		reading.voids(tell)
		return begun, err
	}
	if reading.whole.Len() > 0 {
		m.habits.thinks(reading.screen.ends)
	}
	if reading.tells(tell) {
		yield(llm.Done{Reply: reply}, nil)
	}
	return true, nil
}

// open sends a request, and waits for the first of the answer.
func (m *Model) open(ctx context.Context, r llm.Request, s shape) (*http.Response, error) {
	raw, err := m.encode(r, s)
	if err != nil {
		return nil, err
	}
	answer, err := m.endpoint.Post(ctx, "/chat/completions", raw)
	if status, ok := errors.AsType[*llm.StatusError](err); ok && status.Code >= 300 && status.Code < 400 {
		return nil, m.odd(status, fmt.Sprintf("answered %d: %s", status.Code, status.Message), "Make that the base address, without /chat/completions: the key is not sent on by itself.")
	}
	return answer, err
}

// odd is a reply that cannot be read as one thing only.
func (m *Model) odd(class error, did, mend string) *llm.HabitError {
	return &llm.HabitError{Provider: m.origin.Provider, Server: m.server, Did: m.key.Clip(did), Mend: mend, Err: class}
}
