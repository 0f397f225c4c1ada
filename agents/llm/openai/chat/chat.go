// Package chat is the adapter to OpenAI's chat completions and everything that speaks them: Azure OpenAI over its v1
// address, DeepSeek, Ollama, vLLM and others.
//
// What a compatible provider wants back with its messages is kept in the parts' state and echoed: reasoning_content of
// thinking models, also when it was empty (DeepSeek answers 400 where the key is missing), and the extra_content of tool
// calls (Gemini's signature behind its compatible address).
//
// Usage: the prompt includes what was cached, the completion includes the reasoning.
package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/wire"
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
	completions sdk.ChatCompletionService
	origin      llm.Origin
	key         wire.Secret
	habits      *habits
}

// New returns a model. It reads no environment and calls nobody.
func New(c Config) (*Model, error) {
	if c.Model == "" || c.Now == nil {
		return nil, errors.New("chat: a model and a clock are needed")
	}
	if c.Provider == "" {
		c.Provider = "openai"
	}
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	address, err := url.Parse(c.BaseURL)
	if err != nil || address.Host == "" || (address.Scheme != "https" && address.Scheme != "http") {
		return nil, fmt.Errorf("chat: the base address %q is not an http address", c.BaseURL)
	}
	opts := []option.RequestOption{
		option.WithBaseURL(c.BaseURL),
		option.WithMaxRetries(0),
		option.WithHTTPClient(wire.NewClient(wire.Config{Provider: c.Provider, Secret: wire.Secret(c.APIKey), Transport: c.Transport, Now: c.Now})),
	}
	if c.APIKey != "" {
		opts = append(opts, option.WithAPIKey(c.APIKey))
	}
	if c.Provider == "azure_openai" {
		opts = append(opts, option.WithHeader("api-key", c.APIKey))
	}
	return &Model{
		completions: sdk.NewChatCompletionService(opts...),
		origin:      llm.Origin{Provider: c.Provider, Model: c.Model, Endpoint: strings.TrimRight(c.BaseURL, "/")},
		key:         wire.Secret(c.APIKey),
		habits:      newHabits(c.PlainJSON, c.Now),
	}, nil
}

// Info implements [llm.Model].
func (m *Model) Info() llm.Info { return llm.Info{Provider: m.origin.Provider, Model: m.origin.Model} }

// Generate implements [llm.Model].
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return m.key.Hide(m.generate(ctx, r))
}

// maxLearned bounds how often a request is written anew because the endpoint has refused something of it by name.
const maxLearned = 6

// generate keeps encoding and reading in functions of their own: their stack frames are large, and many goroutines wait here at once.
func (m *Model) generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		for learned := 0; ; learned++ {
			sent := m.habits.ask()
			begun, err := m.attempt(ctx, r, sent, yield)
			if begun || learned < maxLearned && m.habits.learn(err, sent) {
				if begun {
					return
				}
				continue
			}
			yield(nil, err)
			return
		}
	}
}

// attempt asks once, in the shape given. Once the endpoint has begun to answer, yield has been told all there is to tell.
func (m *Model) attempt(ctx context.Context, r llm.Request, s shape, yield func(llm.Event, error) bool) (begun bool, err error) {
	if !s.streams {
		reply, err := m.whole(ctx, r, s)
		if err != nil {
			return false, err
		}
		if text := reply.Text(); text != "" && !yield(llm.TextDelta{Text: text}, nil) {
			return true, nil
		}
		yield(llm.Done{Reply: reply}, nil)
		return true, nil
	}
	stream, err := m.open(ctx, r, s)
	if err != nil {
		return false, err
	}
	defer stream.Close()
	reading := newReading(m.origin, r.Messages)
	for stream.Next() {
		event, err := next(stream, reading)
		if begun = true; !yield(event, err) || err != nil {
			return true, nil
		}
	}
	if err := stream.Err(); err != nil && !reading.finished() {
		if err = m.failure(err); !begun {
			return false, err
		}
		yield(nil, err)
		return true, nil
	}
	reply, err := reading.reply()
	if err != nil {
		yield(nil, err)
		return true, nil
	}
	yield(llm.Done{Reply: reply}, nil)
	return true, nil
}

// open sends a request. It waits for the first of the answer.
func (m *Model) open(ctx context.Context, r llm.Request, s shape) (*ssestream.Stream[sdk.ChatCompletionChunk], error) {
	raw, err := m.encode(r, s)
	if err != nil {
		return nil, err
	}
	return m.completions.NewStreaming(ctx, param.Override[sdk.ChatCompletionNewParams](json.RawMessage(raw))), nil
}

// encode writes a request on a goroutine of its own. The SDK needs tens of kilobytes of stack, and a goroutine's stack does not
// shrink while it waits: the caller would hold them for as long as the model thinks.
func (m *Model) encode(r llm.Request, s shape) (raw []byte, err error) {
	var done sync.WaitGroup
	done.Go(func() {
		var params *sdk.ChatCompletionNewParams
		if params, err = m.params(r, s); err == nil {
			raw, err = params.MarshalJSON()
		}
	})
	done.Wait()
	return raw, err
}

// next reads what the stream has come to.
func next(stream *ssestream.Stream[sdk.ChatCompletionChunk], reading *reading) (llm.Event, error) {
	delta, err := reading.take(stream.Current())
	switch {
	case err != nil:
		return nil, err
	case delta != "":
		return llm.TextDelta{Text: delta}, nil
	default:
		return llm.Alive{}, nil
	}
}

// failure names an error of the SDK. One that arrives inside the stream has no status: the provider gave up half way.
func (m *Model) failure(err error) error {
	if told, ok := errors.AsType[*ssestream.StreamError](err); ok {
		return &llm.StatusError{Provider: m.origin.Provider, Message: m.key.Clip(told.Message)}
	}
	return m.key.Broken(err)
}
