package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/assistant"
	discordsetup "github.com/aisteam/aisteam/bots/discord/setup"
	slacksetup "github.com/aisteam/aisteam/bots/slack/setup"
	manifests "github.com/aisteam/aisteam/deploy/slack"
	"github.com/aisteam/aisteam/metrics"
)

const triedWithin = 25 * time.Second // whoever tries something waits for it

// setups tells how this installation is set up, and tries it. What is set in the environment is told by its variable's name.
type setups struct {
	config  Config
	models  *backends.Source
	kept    modelKeeper
	chooser chooser
	heard   interface {
		LastHeard(ctx context.Context, t assistant.TenantID) (map[assistant.Surface]time.Time, error)
	}
	client *http.Client
	now    func() time.Time

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
	slack, discord := s.slack(), s.discord()
	slack.Heard, discord.Heard = heard[assistant.SurfaceSlack], heard[assistant.SurfaceDiscord]
	model := s.languageModel(t)
	if model.Models, err = s.modelSetups(ctx, t); err != nil {
		return nil, err
	}
	return []assistant.Setup{model, slack, discord}, nil
}

// Try tries a part as it is set up, and says what was found; what is wrong is an [assistant.Trouble].
func (s setups) Try(ctx context.Context, t assistant.TenantID, key assistant.SetupKey, successor string) (assistant.Sentence, error) {
	ctx, cancel := context.WithTimeout(ctx, triedWithin)
	defer cancel()
	switch {
	case key == assistant.SetupModel && !s.models.Rehearses(t):
		return s.tryModel(ctx, t, successor)
	case key == assistant.SetupSlack && s.config.SlackBotToken != "":
		return slacksetup.Check{APIURL: s.config.SlackAPIURL, Token: s.config.SlackBotToken, Manifest: manifests.Manifest(s.config.PublicURL), HTTPClient: s.client}.Try(ctx)
	case key == assistant.SetupDiscord && s.config.DiscordToken != "":
		return discordsetup.Check{APIURL: s.config.DiscordAPIURL, Token: s.config.DiscordToken, Application: s.config.DiscordApplicationID, Client: s.client}.Try(ctx)
	}
	return assistant.Sentence{}, assistant.ErrNotFound
}

// languageModel is the model's setup.
func (s setups) languageModel(t assistant.TenantID) assistant.Setup {
	client := s.models.Client(t)
	info := client.Info()
	out := assistant.Setup{Key: assistant.SetupModel, Title: "Language model", On: !info.Rehearsal, Tried: !info.Rehearsal}
	switch {
	case !s.config.AIEnabled:
		out.State = "FEATURE_AI_ENABLED is off, so nothing is sent to a model: an offline stand-in answers. Plans, tasks and pages are real, words are not written for you."
		out.Steps = []assistant.SetupStep{{Text: "To have a model answer, unset it and start AISTEAM again."}}
	case info.Rehearsal:
		out.State = "No key is set, so an offline stand-in answers: plans, tasks and pages are real, words are not written for you."
		out.Steps = []assistant.SetupStep{
			{Text: "Get a key from a provider: Google (aistudio.google.com), Anthropic (platform.claude.com), OpenAI or Azure, or run a model that speaks OpenAI's protocol."},
			{Text: "Start AISTEAM with it. A key is never kept here and never shown.", Code: "GEMINI_API_KEY=… ./aisteam"},
			{Text: "For a model of your own, name its address instead.", Code: "OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_MODEL=… ./aisteam"},
		}
	default:
		out.State = fmt.Sprintf("%s of %s serves.", info.Model, llm.ProviderName(info.Provider))
		for _, one := range client.Models() {
			if !client.Priced(one.Model) {
				out.Unpriced = append(out.Unpriced, one.Model)
			}
		}
		key, model := s.config.modelVariables()
		out.Steps = []assistant.SetupStep{{Done: true, Text: "The key is set by " + key + ", the model by " + model + ". To change either, set it anew and start AISTEAM again."}}
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

// slack is Slack's setup, as steps.
func (s setups) slack() assistant.Setup {
	c := s.config
	on := c.SlackBotToken != "" || c.SlackClientID != ""
	out := assistant.Setup{Key: assistant.SetupSlack, Title: "Slack", On: on, State: "Not connected.", Tried: c.SlackBotToken != "", Copy: manifests.Manifest(c.PublicURL)}
	way := assistant.SetupStep{Done: c.SlackAppToken != "", Text: "Under Basic Information, App-Level Tokens, make one with the scope connections:write.", Code: "SLACK_APP_TOKEN=xapp-…"}
	if c.SlackSigningSecret != "" || (c.PublicURL != "" && c.SlackAppToken == "") {
		way = assistant.SetupStep{Done: c.SlackSigningSecret != "", Text: "Under Basic Information, App Credentials, copy the Signing Secret.", Code: "SLACK_SIGNING_SECRET=…"}
	}
	out.Steps = []assistant.SetupStep{
		{Done: on, Text: "Open api.slack.com/apps, Create New App, From a manifest, choose the workspace, and paste the manifest below."},
		way,
		{Done: on, Text: "Install App to the workspace, and copy the Bot User OAuth Token.", Code: "SLACK_BOT_TOKEN=xoxb-…"},
		{Done: on, Text: "Start AISTEAM with both, then write “/invite @aisteam” in a channel and mention it there."},
	}
	switch {
	case c.SlackClientID != "":
		out.State = "Connected; workspaces install the app at /slack/install."
	case on:
		out.State = "Connected by SLACK_BOT_TOKEN."
	}
	return out
}

// discord is Discord's setup, as steps.
func (s setups) discord() assistant.Setup {
	c := s.config
	on := c.DiscordToken != ""
	out := assistant.Setup{Key: assistant.SetupDiscord, Title: "Discord", On: on, State: "Not connected.", Tried: on}
	application := c.DiscordApplicationID
	if application == "" {
		application = "APPLICATION_ID"
	}
	out.Steps = []assistant.SetupStep{
		{Done: on, Text: "Open discord.com/developers/applications, New Application, and copy its Application ID.", Code: "DISCORD_APPLICATION_ID=…"},
		{Done: on, Text: "Under Bot, press Reset Token and copy it; switch Message Content Intent on and Public Bot off.", Code: "DISCORD_TOKEN=…"},
		{Done: on, Text: "Start AISTEAM with both."},
		{Text: "Add it to your server with this link, and bind the server under Discord servers on this page.", Code: "https://discord.com/oauth2/authorize?client_id=" + application + "&scope=bot+applications.commands&permissions=309237763072"},
	}
	if on {
		out.State = "Connected by DISCORD_TOKEN."
	}
	return out
}
