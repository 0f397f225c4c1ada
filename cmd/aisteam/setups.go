package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/setup"
	"github.com/aisteam/aisteam/bots/web/address"
	"github.com/aisteam/aisteam/metrics"
)

const triedWithin = 25 * time.Second // the person who tries something waits for it

// setups shows how this installation is set up, and tries what the environment configures, by variable name.
type setups struct {
	config  Config
	public  assistant.Public
	reached assistant.Public
	holders address.Holders
	models  *backends.Source
	kept    modelKeeper
	parts   *setup.Desk
	chooser chooser
	heard   interface {
		LastHeard(ctx context.Context, t assistant.TenantID) (map[assistant.Surface]time.Time, error)
	}
	now func() time.Time

	lifecycle *lifecycle.Watch
	meter     *metrics.Metrics
	log       *slog.Logger
}

// modelKeeper keeps the model that a tenant has set.
type modelKeeper interface {
	ModelSettings(ctx context.Context, t assistant.TenantID) (assistant.ModelSettings, error)
	SetModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.ModelSettings) error
	DropModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID) error
}

// Setups are the parts in the order in which people set them up.
func (s setups) Setups(ctx context.Context, t assistant.TenantID) ([]assistant.Setup, error) {
	heard, err := s.heard.LastHeard(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("tell the setup: %w", err)
	}
	slack, err := s.slack(ctx, t)
	if err != nil {
		return nil, err
	}
	discord, err := s.discord(ctx, t)
	if err != nil {
		return nil, err
	}
	slack.Heard, discord.Heard = heard[assistant.SurfaceSlack], heard[assistant.SurfaceDiscord]
	set, err := s.kept.ModelSettings(ctx, t)
	if err != nil {
		return nil, err
	}
	if s.config.setsModel() {
		set = assistant.ModelSettings{}
	}
	model := s.languageModel(t, set.BaseURL)
	if model.Models, err = s.modelSetups(ctx, t); err != nil {
		return nil, err
	}
	letters, err := s.mail(ctx, t)
	if err != nil {
		return nil, err
	}
	where, err := s.address(ctx, t)
	if err != nil {
		return nil, err
	}
	company, err := s.openID(ctx, t)
	return []assistant.Setup{model, where, slack, discord, letters, company}, err
}

// Try tries a part as it is set up, and says what was found; what is wrong is an [assistant.Trouble].
func (s setups) Try(ctx context.Context, t assistant.TenantID, key assistant.SetupKey, successor string) (assistant.Sentence, error) {
	ctx, cancel := context.WithTimeout(ctx, triedWithin)
	defer cancel()
	switch {
	case key == assistant.SetupModel && !s.models.Rehearses(t):
		return s.tryModel(ctx, t, successor)
	case s.parts.Source.Locked(key):
		return s.parts.TryGiven(ctx, key)
	}
	return assistant.Sentence{}, assistant.ErrNotFound
}

// languageModel is the model's setup; at is the address that an admin has set, "" for the provider's own. What the environment sets
// is told with its variables; what an admin sets stands in the form below it.
func (s setups) languageModel(t assistant.TenantID, at string) assistant.Setup {
	client := s.models.Client(t)
	info := client.Info()
	out := assistant.Setup{Key: assistant.SetupModel, Title: assistant.Say("Language model"), On: !info.Rehearsal, Tried: !info.Rehearsal}
	switch {
	case !s.config.AIEnabled:
		out.State = assistant.Say("%s is off, so nothing is sent to a model: an offline stand-in answers. Plans, tasks and pages are real, but nothing is written for you.", "FEATURE_AI_ENABLED")
		out.Steps = []assistant.SetupStep{{Text: assistant.Say("To have a model answer, unset it and start AISTEAM again.")}}
		return out
	case info.Rehearsal && s.config.setsModel():
		out.State = assistant.Say("%s is rehearsal, so an offline stand-in answers: plans, tasks and pages are real, but nothing is written for you.", "AI_PRIMARY_PROVIDER")
		out.Steps = []assistant.SetupStep{{Text: assistant.Say("To have a model answer, unset it and start AISTEAM again.")}}
		return out
	case info.Rehearsal:
		out.State = assistant.Say("No language model is connected yet, so an offline stand-in answers: plans, tasks and pages are real, but nothing is written for you.")
		return out
	}
	out.State = assistant.Say("%s of %s serves.", info.Model, llm.ProviderName(info.Provider))
	if at != "" {
		out.State = assistant.Say("%s at %s serves.", info.Model, at)
	}
	for _, one := range client.Models() {
		if !client.Priced(one.Model) {
			out.Unpriced = append(out.Unpriced, one.Model)
		}
	}
	if s.config.setsModel() {
		key, model := s.config.modelVariables()
		out.Steps = []assistant.SetupStep{{Done: true, Text: assistant.Say("The environment sets the key by %s and the model by %s, which goes before anything that is set here. To change either, set it anew and start AISTEAM again.", key, model)}}
	}
	return out
}

// modelVariables are the names of the variables that set the key and the model of the provider.
func (c Config) modelVariables() (key, model string) {
	switch c.provider() {
	case assistant.ProviderGemini:
		return "GEMINI_API_KEY", "GEMINI_MODEL"
	case assistant.ProviderAnthropic:
		return "ANTHROPIC_API_KEY", "ANTHROPIC_MODEL"
	case assistant.ProviderAzure:
		return "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_DEPLOYMENT"
	default:
		return "OPENAI_API_KEY", "OPENAI_MODEL"
	}
}
