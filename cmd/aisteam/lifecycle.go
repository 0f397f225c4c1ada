package main

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// openLifecycle brings up who looks how the models in use stand.
func (s *server) openLifecycle(context.Context) error {
	list, err := lifecycle.Listed()
	if err != nil {
		return fmt.Errorf("open the lifecycle of models: %w", err)
	}
	s.lifecycle = lifecycle.New(lifecycle.Config{
		Models: s.model, List: list, Sights: s.sights, Ledger: s.db, Tenant: s.tenant.ID, Variable: s.config.modelVariable, Meter: s.meter, Log: s.log, Now: time.Now,
	})
	return nil
}

// watchModels looks how the models in use stand until ctx ends. The rehearsal ends never.
func (s *server) watchModels(ctx context.Context) error {
	if s.model.Info().Rehearsal {
		return nil
	}
	return s.lifecycle.Run(ctx)
}

// modelVariable is the variable that names a model in use.
func (c Config) modelVariable(i llm.Info) string {
	which := func(strong, variable, fast string) string {
		if i.Model == strong {
			return variable
		}
		return fast
	}
	switch i.Provider {
	case assistant.ProviderGemini:
		return which(c.GeminiModel, "GEMINI_MODEL", "GEMINI_FAST_MODEL")
	case assistant.ProviderAnthropic:
		return which(c.AnthropicModel, "ANTHROPIC_MODEL", "ANTHROPIC_FAST_MODEL")
	case assistant.ProviderAzure:
		return "AZURE_OPENAI_DEPLOYMENT"
	default:
		strong, _ := c.openAIModels()
		return which(strong, "OPENAI_MODEL", "OPENAI_FAST_MODEL")
	}
}

// successor is a way to another model of a provider, with the same key at the same address. Nothing else asks it.
func (s setups) successor(ctx context.Context, provider, name string) (*llm.Client, error) {
	c := s.config
	switch provider {
	case assistant.ProviderGemini:
		c.GeminiModel, c.GeminiFastModel = name, ""
	case assistant.ProviderAnthropic:
		c.AnthropicModel, c.AnthropicFastModel = name, ""
	case assistant.ProviderOpenAI:
		c.OpenAIModel, c.OpenAIFastModel = name, ""
	default:
		return nil, fmt.Errorf("try a successor at %s: %w", provider, llm.ErrNotDescribed)
	}
	main, _, err := c.pair(ctx, provider, "AI_PRIMARY_PROVIDER")
	if err != nil {
		return nil, err
	}
	table, err := c.prices()
	if err != nil {
		return nil, err
	}
	client, err := llm.NewClient(llm.Config{
		Model: main, Prices: table, Needs: tools.Needs(declared()), Disabled: !c.AIEnabled, Meter: s.meter, Log: s.log, Now: s.now, Timeout: c.AITimeout, IdleTimeout: c.AITimeout,
	})
	if err != nil {
		return nil, fmt.Errorf("try a successor: %w", err)
	}
	return client, nil
}
