package main

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/assistant"
)

// openLifecycle brings up who looks how the models in use stand.
func (s *server) openLifecycle(context.Context) error {
	list, err := lifecycle.Listed()
	if err != nil {
		return fmt.Errorf("open the lifecycle of models: %w", err)
	}
	s.lifecycle = lifecycle.New(lifecycle.Config{
		Models: homeModels{s.models, s.tenant.ID}, List: list, Sights: s.sights, Ledger: s.db, Tenant: s.tenant.ID, Variable: s.config.modelVariable, Meter: s.meter, Log: s.log, Now: time.Now,
	})
	return nil
}

// homeModels are those that answer the tenant who runs the service, as they stand.
type homeModels struct {
	of   *backends.Source
	home assistant.TenantID
}

// Models implements [lifecycle.Models].
func (m homeModels) Models() []llm.Info { return m.of.Client(m.home).Models() }

// Describe implements [lifecycle.Models].
func (m homeModels) Describe(ctx context.Context, i llm.Info) (llm.Description, error) {
	return m.of.Client(m.home).Describe(ctx, i)
}

// modelVariable is the variable that names a model in use; "" where the panel does.
func (c Config) modelVariable(i llm.Info) string {
	if !c.setsModel() {
		return ""
	}
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
func (s setups) successor(ctx context.Context, t assistant.TenantID, provider, name string) (*llm.Client, error) {
	if provider == assistant.ProviderAzure {
		return nil, fmt.Errorf("try a successor at %s: %w", provider, llm.ErrNotDescribed) // its names are those of deployments
	}
	by, err := s.inUse(ctx, t, provider)
	if err != nil {
		return nil, err
	}
	by.strong, by.fast = name, ""
	return s.only(ctx, by)
}

// inUse is the way to a provider whose model answers the tenant.
func (s setups) inUse(ctx context.Context, t assistant.TenantID, provider string) (choice, error) {
	if s.config.setsModel() {
		return s.config.choice(provider, "AI_PRIMARY_PROVIDER")
	}
	set, err := s.kept.ModelSettings(ctx, t)
	if err != nil {
		return choice{}, err
	}
	return s.chooser.of(t, set), nil
}

// only is a way to one model, which nothing else asks.
func (s setups) only(ctx context.Context, by choice) (*llm.Client, error) {
	main, err := by.model(ctx, by.strong)
	if err != nil {
		return nil, err
	}
	client, err := s.config.client(llm.Config{Model: main, Disabled: !s.config.AIEnabled, Meter: s.meter, Log: s.log})
	if err != nil {
		return nil, fmt.Errorf("open a model to be tried: %w", err)
	}
	return client, nil
}
