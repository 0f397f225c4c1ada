// Package anthropic is the adapter to Anthropic's Messages API, written by hand over HTTP: what is needed of it is one call. No beta
// header is sent.
//
// A thinking block comes back as it was given, signature and all, and only where everything stands before it that stood there when
// it was made: tools, instructions, messages. The newer models refuse it otherwise ("The block is bound to a different conversation",
// platform.claude.com, Preserved thinking). So each block keeps a digest of what was before it, and the instructions that stood at
// the end of the person's message for that one request, which are put there again. A block for which that is not the same any more
// is left out, with all others of its message.
//
// Reasoning is kept with calls that are still to be answered, and nowhere else: outside of that it may be left out (the same docs,
// Thinking, "Preserving thinking blocks"), and a provider's reasoning is not kept as words.
//
// Usage: the vendor does not count what was read from its cache, or written to it, among the input; it is added. The output includes
// the thinking.
package anthropic

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/frames"
	"github.com/aisteam/aisteam/agents/llm/internal/wire"
	"github.com/aisteam/aisteam/assistant"
)

const (
	provider = assistant.ProviderAnthropic
	version  = "2023-06-01" // of the API; the one there is (platform.claude.com, Versions)
)

// DefaultBaseURL is Anthropic's own endpoint.
const DefaultBaseURL = "https://api.anthropic.com"

// Config is what a model is made of.
type Config struct {
	APIKey    string
	Model     string            // "claude-sonnet-5-5"
	BaseURL   string            // "" means [DefaultBaseURL]; with or without /v1
	Transport http.RoundTripper // nil means the default one
	Now       func() time.Time
}

// Model is one model behind the Messages API. It is safe for concurrent use.
type Model struct {
	endpoint *wire.Endpoint
	origin   llm.Origin
	key      wire.Secret
	habits   *habits
}

// New returns a model. It reads no environment and calls nobody.
func New(c Config) (*Model, error) {
	if c.APIKey == "" || c.Model == "" || c.Now == nil {
		return nil, errors.New("anthropic: a key, a model and a clock are needed")
	}
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	base := strings.TrimSuffix(strings.TrimRight(c.BaseURL, "/"), "/v1")
	header := http.Header{"X-Api-Key": {c.APIKey}, "Anthropic-Version": {version}}
	secret := wire.Secret(c.APIKey)
	endpoint, err := wire.NewEndpoint(wire.Config{Provider: provider, Secret: secret, Transport: c.Transport, Now: c.Now}, base, header)
	if err != nil {
		return nil, fmt.Errorf("anthropic: %w", err)
	}
	return &Model{
		endpoint: endpoint, key: secret, habits: newHabits(c.Model),
		origin: llm.Origin{Provider: provider, Model: c.Model, Endpoint: endpoint.Base()},
	}, nil
}

// Info implements [llm.Model].
func (m *Model) Info() llm.Info { return llm.Info{Provider: provider, Model: m.origin.Model} }

// Generate implements [llm.Model].
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return m.key.Hide(m.generate(ctx, r))
}

// maxLearned bounds how often a request is written anew because the endpoint has refused something of it by name.
const maxLearned = 6

func (m *Model) generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		forgetful := false
		for learned := 0; ; learned++ {
			sent := m.habits.ask(r)
			sent.forgetful = forgetful
			begun, err := m.attempt(ctx, r, sent, yield)
			switch {
			case begun:
				return
			case learned < maxLearned && !forgetful && aboutThoughts(err):
				forgetful = true // for this once: the next conversation may be whole
			case learned < maxLearned && m.habits.learn(err, sent, r):
			default:
				yield(nil, err)
				return
			}
		}
	}
}

// attempt asks once, in the shape given. Once the endpoint has begun to answer, yield has been told all there is to tell.
func (m *Model) attempt(ctx context.Context, r llm.Request, s shape, yield func(llm.Event, error) bool) (begun bool, err error) {
	answer, reading, err := m.open(ctx, r, s)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	for frame, err := range frames.Read(answer.Body) {
		if err != nil {
			yield(nil, m.key.Broken(err))
			return true, nil
		}
		event, err := reading.take(frame.Data)
		if !yield(event, err) || err != nil {
			return true, nil
		}
		if reading.stopped {
			break
		}
	}
	reply, err := reading.reply()
	if err != nil {
		yield(nil, err)
		return true, nil
	}
	yield(llm.Done{Reply: reply}, nil)
	return true, nil
}

// open sends a request. It waits for the beginning of the answer, and keeps nothing of the request while it does.
func (m *Model) open(ctx context.Context, r llm.Request, s shape) (*http.Response, *reading, error) {
	body, before, err := m.encode(r, s)
	if err != nil {
		return nil, nil, err
	}
	answer, err := m.endpoint.Post(ctx, "/v1/messages", body)
	if err != nil {
		return nil, nil, m.key.Broken(err)
	}
	return answer, &reading{origin: m.origin, key: m.key, before: before}, nil
}
