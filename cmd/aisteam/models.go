package main

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/anthropic"
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

// models makes the one way to language models. Where they are switched off the offline rehearsal does what works without one; what is
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
	table, err := c.prices()
	if err != nil {
		return nil, err
	}
	return llm.NewClient(llm.Config{
		Model: main, Fast: fast, Second: second, SecondFast: secondFast, Prices: table, Needs: tools.Needs(declared()),
		Meter: meter, Sights: sights, Log: log, Now: time.Now, AtOnce: c.AIAtOnce, Timeout: c.AITimeout, IdleTimeout: c.AITimeout,
	})
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
	switch provider {
	case assistant.ProviderRehearsal:
		return c.rehearsal(), nil, nil
	case assistant.ProviderGemini:
		if c.GeminiKey == "" {
			return nil, nil, misconfigured("%s is gemini but GEMINI_API_KEY is not set", variable)
		}
		return c.tiers(c.GeminiModel, c.GeminiFastModel, func(name string) (llm.Model, error) {
			return gemini.New(ctx, gemini.Config{APIKey: c.GeminiKey, Model: name, BaseURL: c.GeminiBaseURL, Now: time.Now})
		})
	case assistant.ProviderOpenAI:
		if c.OpenAIKey == "" && c.OpenAIBaseURL == "" {
			return nil, nil, misconfigured("%s is openai but neither OPENAI_API_KEY nor OPENAI_BASE_URL is set", variable)
		}
		strong, quick := c.openAIModels()
		if strong == "" {
			return nil, nil, misconfigured("OPENAI_MODEL is not set: a server at OPENAI_BASE_URL has models of its own; set OPENAI_MODEL to the name of one")
		}
		return c.tiers(strong, quick, func(name string) (llm.Model, error) {
			return openai.New(openai.Config{APIKey: c.OpenAIKey, Model: name, BaseURL: c.OpenAIBaseURL, Road: openai.Road(c.OpenAIAPI), Now: time.Now})
		})
	case assistant.ProviderAzure:
		if c.AzureEndpoint == "" || c.AzureKey == "" || c.AzureDeployment == "" {
			return nil, nil, misconfigured("%s azure_openai needs AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_API_KEY and AZURE_OPENAI_DEPLOYMENT", variable)
		}
		return c.tiers(c.AzureDeployment, "", func(name string) (llm.Model, error) {
			return openai.New(openai.Config{
				Provider: assistant.ProviderAzure, APIKey: c.AzureKey, Model: name, BaseURL: openai.AzureBaseURL(c.AzureEndpoint), Road: openai.Road(c.OpenAIAPI), Now: time.Now,
			})
		})
	case assistant.ProviderAnthropic:
		if c.AnthropicKey == "" {
			return nil, nil, misconfigured("%s is anthropic but ANTHROPIC_API_KEY is not set", variable)
		}
		return c.tiers(c.AnthropicModel, c.AnthropicFastModel, func(name string) (llm.Model, error) {
			return anthropic.New(anthropic.Config{APIKey: c.AnthropicKey, Model: name, BaseURL: c.AnthropicBaseURL, Now: time.Now})
		})
	default:
		return nil, nil, misconfigured("%s %q is not gemini, anthropic, openai, azure_openai or rehearsal", variable, provider)
	}
}

// rehearsal is the offline model.
func (c Config) rehearsal() llm.Model {
	return rehearsal.New(rehearsal.Config{SwitchedOff: !c.AIEnabled})
}

// The models of OpenAI that answer where nobody has chosen (decision 0044): those that OpenAI names as the successors of gpt-5-mini, which
// ends on 2026-12-11, and of the smaller ones. Neither had a date of its own on its page of deprecations on 2026-11-24.
const (
	openAIStrong = "gpt-6.1-terra"
	openAIFast   = "gpt-6-luna"
)

// openAIModels are the models of the provider openai. Whoever chooses one gets that one alone, unless the fast one is chosen too. What a
// server at another address calls its models, nobody can guess.
func (c Config) openAIModels() (strong, fast string) {
	if c.OpenAIModel == "" && openai.Own(c.OpenAIBaseURL) {
		return openAIStrong, cmp.Or(c.OpenAIFastModel, openAIFast)
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

func (Config) tiers(name, fastName string, open func(string) (llm.Model, error)) (main, fast llm.Model, err error) {
	if main, err = open(name); err != nil {
		return nil, nil, err
	}
	if fastName != "" && fastName != name {
		if fast, err = open(fastName); err != nil {
			return nil, nil, err
		}
	}
	return main, fast, nil
}
