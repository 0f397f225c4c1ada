// Package responses is the adapter to OpenAI's Responses API, at OpenAI's own address, at Azure's, and wherever else it is spoken.
//
// Nothing is kept at the provider: each request says all there is, with store false, and what the model reasoned comes back encrypted
// and goes along again, unchanged and in its place, to the model and endpoint that made it. A message keeps its id and its phase, a
// call the id of its item beside the id that its result names.
//
// A reply is whole with response.completed and with nothing else:
//
//	response.created ─▶ output_item.added ─▶ …delta ─▶ output_item.done ─▶ … ─▶ response.completed    a reply
//	                                                                        ├─▶ response.incomplete   cut off, by its limit or by a filter
//	                                                                        ├─▶ response.failed, error  a refusal, by its code
//	                                                                        └─▶ the stream's end       cut off
//
// Usage: the input includes what was read from the cache and what was written to it, the output includes the reasoning.
package responses

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/frames"
	"github.com/aisteam/aisteam/agents/llm/internal/wire"
	"github.com/aisteam/aisteam/assistant"
)

// DefaultBaseURL is OpenAI's own endpoint.
const DefaultBaseURL = "https://api.openai.com/v1"

// path of the one call that is made, below the base address.
const path = "/responses"

// Config is what a model is made of.
type Config struct {
	Provider    string // "openai" or "azure_openai"; "" means "openai"
	APIKey      string // may be empty where the endpoint wants none
	Model       string // the model, or Azure's deployment
	BaseURL     string // "" means [DefaultBaseURL]
	Breakpoints bool   // the model takes marks of what is worth keeping in the cache: those of gpt-5.6 and later do
	Transport   http.RoundTripper
	Now         func() time.Time
}

// Model is one model behind a Responses endpoint. It is safe for concurrent use.
type Model struct {
	endpoint *wire.Endpoint
	origin   llm.Origin
	key      wire.Secret
	habits   *habits
}

// New returns a model. It reads no environment and calls nobody.
func New(c Config) (*Model, error) {
	if c.Model == "" || c.Now == nil {
		return nil, errors.New("responses: a model and a clock are needed")
	}
	if c.Provider == "" {
		c.Provider = assistant.ProviderOpenAI
	}
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	header := http.Header{}
	switch {
	case c.APIKey == "":
	case c.Provider == assistant.ProviderAzure:
		header["api-key"] = []string{c.APIKey} // as Azure writes it
	default:
		header.Set("Authorization", "Bearer "+c.APIKey)
	}
	key := wire.Secret(c.APIKey)
	endpoint, err := wire.NewEndpoint(wire.Config{Provider: c.Provider, Secret: key, Transport: c.Transport, Now: c.Now}, c.BaseURL, header)
	if err != nil {
		return nil, fmt.Errorf("responses: %w", err)
	}
	return &Model{
		endpoint: endpoint, key: key, habits: newHabits(c.Breakpoints, c.Now),
		origin: llm.Origin{Provider: c.Provider, Model: c.Model, Endpoint: endpoint.Base() + path}, // what Chat Completions made there is not made here
	}, nil
}

// Info implements [llm.Model].
func (m *Model) Info() llm.Info { return llm.Info{Provider: m.origin.Provider, Model: m.origin.Model} }

// Generate implements [llm.Model].
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return m.key.Hide(m.generate(ctx, r))
}

// maxLearned bounds how often a request is written anew because the endpoint has refused something of it by name.
const maxLearned = 8

func (m *Model) generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		sent := m.habits.ask()
		for learned := 0; ; learned++ {
			begun, err := m.attempt(ctx, r, sent, yield)
			if begun {
				return
			}
			next, again := m.habits.learn(err, sent)
			if !again || learned == maxLearned {
				yield(nil, err)
				return
			}
			sent = next
		}
	}
}

// attempt asks once, in the shape given. Once the endpoint has begun to answer, yield has been told all there is to tell.
func (m *Model) attempt(ctx context.Context, r llm.Request, s shape, yield func(llm.Event, error) bool) (begun bool, err error) {
	answer, err := m.open(ctx, r, s)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	reading := newReading(m.origin, r)
	if isJSON(answer.Header) {
		if err := reading.whole(answer.Body); err != nil {
			return false, m.failure(err)
		}
	} else {
		for frame, err := range frames.Read(answer.Body) {
			var event llm.Event
			if err == nil {
				event, err = reading.take(frame.Data)
			}
			if err != nil && !begun {
				return false, m.failure(err)
			}
			if err != nil {
				yield(nil, m.failure(err))
				return true, nil
			}
			if reading.ended() {
				break
			}
			if begun = true; !yield(event, nil) {
				return true, nil
			}
		}
	}
	reply, rest, err := reading.reply()
	if err != nil {
		yield(nil, m.failure(err))
		return true, nil
	}
	if rest == "" || yield(llm.TextDelta{Text: rest}, nil) {
		yield(llm.Done{Reply: reply}, nil)
	}
	return true, nil
}

// open sends a request. It waits for the first of the answer. What writing it needs is given back before.
func (m *Model) open(ctx context.Context, r llm.Request, s shape) (*http.Response, error) {
	body, err := m.encode(r, s)
	if err != nil {
		return nil, err
	}
	answer, err := m.endpoint.Post(ctx, path, body)
	if err != nil {
		return nil, m.key.Broken(err)
	}
	return answer, nil
}

// isJSON tells whether a reply came in one piece, asked for or not.
func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && strings.EqualFold(kind, "application/json")
}

// failure names an error of a reply. What is no error of ours is one of the connection.
func (m *Model) failure(err error) error {
	if errors.Is(err, llm.ErrTruncated) || errors.Is(err, llm.ErrGarbage) {
		return err
	}
	return m.key.Broken(err)
}
