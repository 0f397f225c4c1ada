package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/wire"
	"github.com/aisteam/aisteam/assistant"
)

// officialBaseURL is OpenAI's own address.
const officialBaseURL = "https://api.openai.com/v1/"

// about is where it is asked what there is to say of a model: GET /models/{model}. OpenAI says there on which day it is shut down
// (developers.openai.com/api/docs/deprecations); of those who speak its protocol most know the path, and none says a day.
type about struct {
	endpoint *wire.Endpoint
	name     string
}

func newAbout(c Config) (about, error) {
	base, header, provider := c.BaseURL, http.Header{}, c.Provider
	if base == "" {
		base = officialBaseURL
	}
	if provider == "" {
		provider = assistant.ProviderOpenAI
	}
	if c.APIKey != "" {
		header.Set("Authorization", "Bearer "+c.APIKey)
	}
	if provider == assistant.ProviderAzure {
		header.Set("Api-Key", c.APIKey)
	}
	e, err := wire.NewEndpoint(wire.Config{Provider: provider, Secret: wire.Secret(c.APIKey), Transport: c.Transport, Now: c.Now}, base, header)
	if err != nil {
		return about{}, fmt.Errorf("openai: %w", err)
	}
	return about{endpoint: e, name: c.Model}, nil
}

// Described implements [llm.Describer].
func (m *Model) Described(ctx context.Context) (llm.Description, error) {
	raw, err := m.about.endpoint.Get(ctx, "/models/"+url.PathEscape(m.about.name))
	if err != nil {
		return llm.Description{}, err
	}
	var told struct {
		ID   string
		Ends *string `json:"shutdown_date"`
	}
	if err := json.Unmarshal(raw, &told); err != nil || told.ID == "" {
		return llm.Description{}, fmt.Errorf("%w: what is said of a model is no JSON", llm.ErrGarbage)
	}
	out := llm.Description{Model: told.ID}
	if told.Ends != nil && *told.Ends != "" {
		if out.Ends, err = time.Parse(time.DateOnly, *told.Ends); err != nil {
			return out, fmt.Errorf("%w: the day on which it ends is none", llm.ErrGarbage)
		}
	}
	return out, nil
}
