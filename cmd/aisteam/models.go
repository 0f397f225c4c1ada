package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/anthropic"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/gemini"
	"github.com/aisteam/aisteam/agents/llm/openai"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// provider is the configured one, else the first with a key, else the offline rehearsal.
func (c Config) provider() string {
	switch {
	case c.Provider != "":
		return c.Provider
	case c.GeminiKey != "":
		return assistant.ProviderGemini
	case c.AnthropicKey != "":
		return assistant.ProviderAnthropic
	case c.AzureKey != "":
		return assistant.ProviderAzure
	case c.OpenAIKey != "" || c.OpenAIBaseURL != "":
		return assistant.ProviderOpenAI
	default:
		return assistant.ProviderRehearsal
	}
}

// setsModel tells whether the environment says which model answers everybody. Else each tenant's admins say it on the panel.
func (c Config) setsModel() bool {
	return c.Provider != "" || !c.AIEnabled || c.provider() != assistant.ProviderRehearsal
}

// models makes the way to the models that the environment sets. Where they are switched off the offline rehearsal does what works without one; what is
// configured is looked at all the same, so that a wrong value is said at once.
func (c Config) models(ctx context.Context, log *slog.Logger, meter *metrics.Metrics, sights llm.Sights) (*llm.Client, error) {
	main, fast, err := c.pair(ctx, c.provider(), "AI_PRIMARY_PROVIDER")
	if err != nil {
		return nil, err
	}
	var second, secondFast llm.Model
	if c.Fallback != "" {
		if second, secondFast, err = c.fallback(ctx); err != nil {
			return nil, err
		}
	}
	if !c.AIEnabled {
		main, fast, second, secondFast = c.rehearsal(), nil, nil, nil
	}
	return c.client(llm.Config{Model: main, Fast: fast, Second: second, SecondFast: secondFast, Meter: meter, Sights: sights, Log: log})
}

// client is the way to models, under what the environment says of all of them.
func (c Config) client(to llm.Config) (*llm.Client, error) {
	table, err := c.prices()
	if err != nil {
		return nil, err
	}
	to.Prices, to.Needs, to.Now = table, tools.Needs(declared()), time.Now
	to.AtOnce, to.Timeout, to.IdleTimeout = c.AIAtOnce, c.AITimeout, c.AITimeout
	return llm.NewClient(to)
}

// fallback is the models of the provider that is asked while the first cannot be had.
func (c Config) fallback(ctx context.Context) (main, fast llm.Model, err error) {
	switch {
	case c.Fallback == c.provider():
		return nil, nil, misconfigured("AI_FALLBACK_PROVIDER is %s, which is the first provider already: name another, or unset it", c.Fallback)
	case c.Fallback == assistant.ProviderRehearsal || c.provider() == assistant.ProviderRehearsal:
		return nil, nil, misconfigured("AI_FALLBACK_PROVIDER needs two providers with keys: the rehearsal answers for nobody")
	}
	return c.pair(ctx, c.Fallback, "AI_FALLBACK_PROVIDER")
}

// pair is a provider's main model and the cheaper one, which may be nil. The variable is the one that names the provider.
func (c Config) pair(ctx context.Context, provider, variable string) (main, fast llm.Model, err error) {
	if provider == assistant.ProviderRehearsal {
		return c.rehearsal(), nil, nil
	}
	chosen, err := c.choice(provider, variable)
	if err != nil {
		return nil, nil, err
	}
	return chosen.open(ctx)
}

// choice is what the environment says of a provider.
func (c Config) choice(provider, variable string) (choice, error) {
	out := choice{provider: provider, road: openai.Road(c.OpenAIAPI)}
	switch provider {
	case assistant.ProviderGemini:
		if c.GeminiKey == "" {
			return out, misconfigured("%s is gemini but GEMINI_API_KEY is not set", variable)
		}
		out.key, out.base, out.strong, out.fast = c.GeminiKey, c.GeminiBaseURL, c.GeminiModel, c.GeminiFastModel
	case assistant.ProviderOpenAI:
		if c.OpenAIKey == "" && c.OpenAIBaseURL == "" {
			return out, misconfigured("%s is openai but neither OPENAI_API_KEY nor OPENAI_BASE_URL is set", variable)
		}
		out.key, out.base = c.OpenAIKey, c.OpenAIBaseURL
		if out.strong, out.fast = c.openAIModels(); out.strong == "" {
			return out, misconfigured("OPENAI_MODEL is not set: a server at OPENAI_BASE_URL has models of its own; set OPENAI_MODEL to the name of one")
		}
	case assistant.ProviderAzure:
		if c.AzureEndpoint == "" || c.AzureKey == "" || c.AzureDeployment == "" {
			return out, misconfigured("%s azure_openai needs AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_API_KEY and AZURE_OPENAI_DEPLOYMENT", variable)
		}
		out.key, out.base, out.strong = c.AzureKey, openai.AzureBaseURL(c.AzureEndpoint), c.AzureDeployment
	case assistant.ProviderAnthropic:
		if c.AnthropicKey == "" {
			return out, misconfigured("%s is anthropic but ANTHROPIC_API_KEY is not set", variable)
		}
		out.key, out.base, out.strong, out.fast = c.AnthropicKey, c.AnthropicBaseURL, c.AnthropicModel, c.AnthropicFastModel
	default:
		return out, misconfigured("%s %q is not gemini, anthropic, openai, azure_openai or rehearsal", variable, provider)
	}
	return out, nil
}

// choice is a provider with its models, and the way to it.
type choice struct {
	provider, key, base string
	strong, fast        string // fast is "" where there is one model for everything
	road                openai.Road
	through             http.RoundTripper // nil for the default one
}

// open makes the models. It calls nobody.
func (c choice) open(ctx context.Context) (main, fast llm.Model, err error) {
	if main, err = c.model(ctx, c.strong); err != nil {
		return nil, nil, err
	}
	if c.fast != "" && c.fast != c.strong {
		if fast, err = c.model(ctx, c.fast); err != nil {
			return nil, nil, err
		}
	}
	return main, fast, nil
}

func (c choice) model(ctx context.Context, name string) (llm.Model, error) {
	switch c.provider {
	case assistant.ProviderGemini:
		return gemini.New(ctx, gemini.Config{APIKey: c.key, Model: name, BaseURL: c.base, Transport: c.through, Now: time.Now})
	case assistant.ProviderAnthropic:
		return anthropic.New(anthropic.Config{APIKey: c.key, Model: name, BaseURL: c.base, Transport: c.through, Now: time.Now})
	case assistant.ProviderOpenAI, assistant.ProviderAzure:
		return openai.New(openai.Config{Provider: c.provider, APIKey: c.key, Model: name, BaseURL: c.base, Road: c.road, Transport: c.through, Now: time.Now})
	}
	return nil, fmt.Errorf("open a model of %q: %w", c.provider, llm.ErrNotDescribed)
}

// rehearsal is the offline model.
func (c Config) rehearsal() llm.Model {
	return rehearsal.New(rehearsal.Config{SwitchedOff: !c.AIEnabled})
}

// openAIModels are the models of the provider openai. Whoever chooses one gets that one alone, unless the fast one is chosen too. What a
// server at another address calls its models, nobody can guess.
func (c Config) openAIModels() (strong, fast string) {
	if c.OpenAIModel == "" && openai.Own(c.OpenAIBaseURL) {
		recommended := backends.Recommended(assistant.ProviderOpenAI)
		return recommended.Strong, cmp.Or(c.OpenAIFastModel, recommended.Fast)
	}
	return c.OpenAIModel, c.OpenAIFastModel
}

// checkOpenAI finds what cannot work about OpenAI's protocols.
func (c Config) checkOpenAI() error {
	if road := openai.Road(c.OpenAIAPI); c.OpenAIAPI != "" && !road.Known() {
		return misconfigured("OPENAI_API %q is not responses or chat; unset it to have the right one found", c.OpenAIAPI)
	}
	return nil
}
