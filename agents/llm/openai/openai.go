// Package openai is the adapter to OpenAI, to Azure OpenAI and to everything that speaks one of their two protocols.
//
// Chat Completions are in package chat, the Responses API is in package responses. Which of the two an endpoint takes is decided here:
// as an operator says, else by whose it is and the model's generation, else by what it refuses.
//
//	road ──answer──▶ answer
//	  └──a refusal that names the other, or knows no such address──▶ the other road, in the same attempt
//	        ├──answer, or a failure of another kind──▶ from then on the other road is taken
//	        └──it is refused as well──▶ the first refusal
package openai

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
	"github.com/aisteam/aisteam/agents/llm/openai/responses"
)

// Config is what a model is made of.
type Config struct {
	Provider  string            // "openai" or "azure_openai"; "" means "openai"
	APIKey    string            // may be empty where the endpoint wants none
	Model     string            // the model, or Azure's deployment
	BaseURL   string            // "" means OpenAI's own; for Azure see [AzureBaseURL]
	Road      Road              // "" means the one that the endpoint is found to take
	Transport http.RoundTripper // nil means the default one
	Now       func() time.Time
}

// AzureBaseURL is the v1 address of an Azure OpenAI resource's endpoint, "https://NAME.openai.azure.com".
func AzureBaseURL(endpoint string) string {
	endpoint = strings.TrimRight(endpoint, "/")
	if strings.HasSuffix(endpoint, "/openai/v1") {
		return endpoint + "/"
	}
	return endpoint + "/openai/v1/"
}

// Model is one model behind an endpoint, by whichever road it takes. It is safe for concurrent use. Each road keeps what its own replies
// want back: what one has made, the other is told in words.
type Model struct {
	roads map[Road]llm.Model
	way   *way
	about about
}

// New returns a model. It reads no environment and calls nobody.
func New(c Config) (*Model, error) {
	if c.Road != "" && !c.Road.Known() {
		return nil, fmt.Errorf("openai: there is no road %q", c.Road)
	}
	completions, err := chat.New(chat.Config{Provider: c.Provider, APIKey: c.APIKey, Model: c.Model, BaseURL: c.BaseURL, Transport: c.Transport, Now: c.Now})
	if err != nil {
		return nil, fmt.Errorf("openai: %w", err)
	}
	answers, err := responses.New(responses.Config{
		Provider: c.Provider, APIKey: c.APIKey, Model: c.Model, BaseURL: c.BaseURL, Breakpoints: c.marks(), Transport: c.Transport, Now: c.Now,
	})
	if err != nil {
		return nil, fmt.Errorf("openai: %w", err)
	}
	about, err := newAbout(c)
	if err != nil {
		return nil, err
	}
	return &Model{roads: map[Road]llm.Model{RoadChat: completions, RoadResponses: answers}, way: &way{road: c.begins(), fixed: c.Road != ""}, about: about}, nil
}

// Info implements [llm.Model].
func (m *Model) Info() llm.Info { return m.roads[RoadResponses].Info() }

// Generate implements [llm.Model].
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		road, fixed := m.way.now()
		refusal := m.try(ctx, r, road, yield)
		if refusal == nil {
			return
		}
		if other := road.other(); !fixed && road.refused(refusal) {
			again := m.try(ctx, r, other, func(e llm.Event, err error) bool {
				m.way.turn(other)
				return yield(e, err)
			})
			switch {
			case again == nil:
				return
			case !other.refused(again):
				m.way.turn(other)
				refusal = again
			}
		}
		yield(nil, refusal)
	}
}

// try asks by one road. The error is what there is in place of a reply; once one has begun, yield is told all there is to tell.
func (m *Model) try(ctx context.Context, r llm.Request, road Road, yield func(llm.Event, error) bool) error {
	begun := false
	for event, err := range m.roads[road].Generate(ctx, r) {
		if err != nil && !begun {
			return err
		}
		if begun = true; !yield(event, err) {
			return nil
		}
	}
	return nil
}
