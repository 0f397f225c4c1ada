// Package gemini is the adapter to Google Gemini, on google.golang.org/genai.
//
// Gemini 3 and later answer 400 to a function call that comes back without the thought signature it was given with (of a
// parallel group the first call carries it). Signatures are kept byte for byte in each part's state, so that a history
// that was stored as JSON and read back after a restart or an approval is accepted.
//
// Usage: the prompt includes what was cached; thoughts are not in the candidates' count and are added to Output.
package gemini

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"regexp"
	"strings"
	"time"

	"google.golang.org/genai"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/wire"
	"github.com/aisteam/aisteam/assistant"
)

const provider = assistant.ProviderGemini

// DefaultBaseURL is Google's own endpoint.
const DefaultBaseURL = "https://generativelanguage.googleapis.com/"

// Config is what a model is made of.
type Config struct {
	APIKey    string
	Model     string            // "gemini-3.8-flash"
	BaseURL   string            // "" means [DefaultBaseURL]
	Transport http.RoundTripper // nil means the default one
	Now       func() time.Time
}

// Model is one Gemini model. It is safe for concurrent use.
type Model struct {
	client *genai.Client
	origin llm.Origin
	key    wire.Secret
	thinks bool // it takes a thinking level and demands signatures
}

// New returns a model. It reads no environment and calls nobody.
func New(ctx context.Context, c Config) (*Model, error) {
	if c.APIKey == "" || c.Model == "" || c.Now == nil {
		return nil, errors.New("gemini: a key, a model and a clock are needed")
	}
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey:      c.APIKey,
		Backend:     genai.BackendGeminiAPI,
		HTTPClient:  wire.NewClient(wire.Config{Provider: provider, Secret: wire.Secret(c.APIKey), Transport: c.Transport, Now: c.Now}),
		HTTPOptions: genai.HTTPOptions{BaseURL: c.BaseURL, APIVersion: "v1beta"},
	})
	if err != nil {
		return nil, fmt.Errorf("gemini client: %w", err)
	}
	return &Model{
		client: client, key: wire.Secret(c.APIKey),
		origin: llm.Origin{Provider: provider, Model: c.Model, Endpoint: strings.TrimRight(c.BaseURL, "/")},
		thinks: regexp.MustCompile(`^(models/)?gemini-([3-9]|[1-9][0-9])`).MatchString(c.Model),
	}, nil
}

// Info implements [llm.Model].
func (m *Model) Info() llm.Info { return llm.Info{Provider: provider, Model: m.origin.Model} }

// Generate implements [llm.Model].
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return m.key.Hide(m.generate(ctx, r))
}

func (m *Model) generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		contents, err := m.contents(r.Messages)
		if err != nil {
			yield(nil, err)
			return
		}
		config, err := m.config(r)
		if err != nil {
			yield(nil, err)
			return
		}
		next, stop := iter.Pull2(m.client.Models.GenerateContentStream(ctx, m.origin.Model, contents, config))
		defer stop()
		reading, told := newReading(m.origin, r.Messages), assistant.Usage{}
		for {
			chunk, err, more := pull(next)
			if err != nil {
				if !reading.finished() {
					yield(nil, m.failure(err))
					return
				}
				more = false
			}
			if !more {
				break
			}
			delta, err := reading.take(chunk)
			if err != nil {
				yield(nil, err)
				return
			}
			if delta != "" && !yield(llm.TextDelta{Text: delta}, nil) {
				return
			}
			if (delta == "" || reading.usage != told) && !yield(llm.Alive{Used: reading.usage}, nil) {
				return
			}
			told = reading.usage
		}
		reply, err := reading.reply()
		if err != nil {
			yield(nil, err)
			return
		}
		yield(llm.Done{Reply: reply}, nil)
	}
}

type puller func() (*genai.GenerateContentResponse, error, bool)

// pull reads the next chunk. The SDK panics on some bodies that are JSON but not Gemini's; that is a broken reply.
func pull(next puller) (chunk *genai.GenerateContentResponse, err error, more bool) {
	defer func() {
		if p := recover(); p != nil {
			chunk, err, more = nil, fmt.Errorf("the reply is not in Gemini's form: %v", p), false
		}
	}()
	return next()
}

// failure names an error of the SDK. An error that arrives inside the stream carries its own code.
func (m *Model) failure(err error) error {
	api, ok := errors.AsType[genai.APIError](err)
	if !ok || api.Code == 0 {
		return m.key.Broken(err)
	}
	return &llm.StatusError{Provider: provider, Code: api.Code, Message: m.key.Clip(api.Message)}
}
