package main

import (
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/aisteam/aisteam/bots/discord"
)

// cli is the command line: subcommands and, from the environment, the configuration they share.
type cli struct {
	Config

	Serve   serveCommand   `cmd:"" default:"1" help:"Serve everything that is configured (the default)."`
	Migrate migrateCommand `cmd:"" help:"Bring the database up to date and exit."`
	Token   tokenCommand   `cmd:"" help:"Print the owner's token."`
	Replay  replayCommand  `cmd:"" help:"Make recorded work again and compare what it says with the log."`
	Demo    demoCommand    `cmd:"" help:"Fill the workspace with projects and tasks to try, or take them away; with the embedded database, while no server runs."`
	Read    readCommand    `cmd:"" hidden:"" help:"Read a file from the input, for the service itself."`
	Version versionCommand `cmd:"" help:"Print version and build."`
}

// Config is the environment (contract, "Environment"). Nothing else reads it.
type Config struct {
	Addr      string `env:"AISTEAM_ADDR" default:"127.0.0.1:8080" hidden:""`
	Data      string `env:"AISTEAM_DATA" default:".aisteam" hidden:""`
	Token     string `env:"AISTEAM_TOKEN" hidden:""`
	PublicURL string `env:"AISTEAM_PUBLIC_URL" hidden:""`
	SecretKey string `env:"AISTEAM_SECRET_KEY" hidden:""`

	MetricsAddr    string        `env:"AISTEAM_METRICS_ADDR" hidden:""`
	MetricsTenants int           `env:"AISTEAM_METRICS_TENANTS" default:"0" hidden:""` // of so many each is told of by its id
	Drain          time.Duration `env:"AISTEAM_DRAIN" default:"0s" hidden:""`

	DatabaseURL         string        `env:"DATABASE_URL" hidden:""`
	DatabaseConnections int           `env:"AISTEAM_DATABASE_CONNECTIONS" default:"16" hidden:""`
	DatabaseWait        time.Duration `env:"AISTEAM_DATABASE_WAIT" default:"1m" hidden:""`
	RedisURL            string        `env:"REDIS_URL" hidden:""`
	RedisPrefix         string        `env:"AISTEAM_REDIS_PREFIX" default:"aisteam" hidden:""`

	Provider        string `env:"AI_PRIMARY_PROVIDER" hidden:""`
	Fallback        string `env:"AI_FALLBACK_PROVIDER" hidden:""`
	GeminiKey       string `env:"GEMINI_API_KEY" hidden:""`
	GeminiModel     string `env:"GEMINI_MODEL" default:"gemini-3.8-flash" hidden:""`
	GeminiFastModel string `env:"GEMINI_FAST_MODEL" default:"gemini-3.5-flash-lite" hidden:""`
	GeminiBaseURL   string `env:"GEMINI_BASE_URL" hidden:""`

	// Package backends defines the recommended models, so that the panel knows them too.
	AnthropicKey       string `env:"ANTHROPIC_API_KEY" hidden:""`
	AnthropicModel     string `env:"ANTHROPIC_MODEL" default:"claude-sonnet-5-5" hidden:""`
	AnthropicFastModel string `env:"ANTHROPIC_FAST_MODEL" default:"claude-haiku-5-5" hidden:""`
	AnthropicBaseURL   string `env:"ANTHROPIC_BASE_URL" hidden:""`

	AzureEndpoint   string `env:"AZURE_OPENAI_ENDPOINT" hidden:""`
	AzureKey        string `env:"AZURE_OPENAI_API_KEY" hidden:""`
	AzureDeployment string `env:"AZURE_OPENAI_DEPLOYMENT" hidden:""`
	OpenAIKey       string `env:"OPENAI_API_KEY" hidden:""`
	OpenAIModel     string `env:"OPENAI_MODEL" hidden:""`      // see openAIModels
	OpenAIFastModel string `env:"OPENAI_FAST_MODEL" hidden:""` // likewise
	OpenAIBaseURL   string `env:"OPENAI_BASE_URL" hidden:""`
	OpenAIAPI       string `env:"OPENAI_API" hidden:""` // which of the two protocols is spoken; "" for whichever is taken
	AIEnabled       bool   `env:"FEATURE_AI_ENABLED" default:"true" negatable:"" hidden:""`
	Prices          string `env:"AISTEAM_PRICES" hidden:""` // a table that stands over the listed one
	AIAtOnce        int    `env:"AI_CONCURRENT_REQUESTS" default:"1024" hidden:""`

	Advisor int `env:"AISTEAM_ADVISOR" default:"2" hidden:""` // how often an agent on the fast model may ask the strong one

	Records bool `env:"AISTEAM_RECORD" default:"true" negatable:"" hidden:""` // what turns and tasks follow from is kept

	AITimeout     time.Duration `env:"AI_TIMEOUT" default:"0s" hidden:""` // 0 means by purpose
	RatePerMinute int           `env:"RATE_LIMIT_AI_REQUESTS_PER_MINUTE" default:"20" hidden:""`

	SlackSigningSecret string `env:"SLACK_SIGNING_SECRET" hidden:""`
	SlackBotToken      string `env:"SLACK_BOT_TOKEN" hidden:""`
	SlackAppToken      string `env:"SLACK_APP_TOKEN" hidden:""`
	SlackClientID      string `env:"SLACK_CLIENT_ID" hidden:""`
	SlackClientSecret  string `env:"SLACK_CLIENT_SECRET" hidden:""`
	SlackAPIURL        string `env:"SLACK_API_URL" default:"https://slack.com/api/" hidden:""`

	DiscordToken         string `env:"DISCORD_TOKEN" hidden:""`
	DiscordApplicationID string `env:"DISCORD_APPLICATION_ID" hidden:""`
	DiscordPublicKey     string `env:"DISCORD_PUBLIC_KEY" hidden:""`
	DiscordGuildID       string `env:"DISCORD_GUILD_ID" hidden:""`
	DiscordAPIURL        string `env:"DISCORD_API_URL" default:"https://discord.com/api/v10/" hidden:""`

	SMTPURL  string `env:"AISTEAM_SMTP_URL" hidden:""`  // where mail is handed in, with the password; "" sends none
	MailFrom string `env:"AISTEAM_MAIL_FROM" hidden:""` // whom it is from

	OpenIDIssuer       string `env:"AISTEAM_OPENID_ISSUER" hidden:""` // of the company's login; "" where an admin sets it, or nobody
	OpenIDClientID     string `env:"AISTEAM_OPENID_CLIENT_ID" hidden:""`
	OpenIDClientSecret string `env:"AISTEAM_OPENID_CLIENT_SECRET" hidden:""`
	OpenIDName         string `env:"AISTEAM_OPENID_NAME" hidden:""`
	OpenIDDomains      string `env:"AISTEAM_OPENID_DOMAINS" hidden:""` // whose people may join, as those of the groups
	OpenIDGroups       string `env:"AISTEAM_OPENID_GROUPS" hidden:""`
	OpenIDGroupsClaim  string `env:"AISTEAM_OPENID_GROUPS_CLAIM" hidden:""`
	OpenIDRole         string `env:"AISTEAM_OPENID_ROLE" default:"member" hidden:""`      // the role with which they join
	OpenIDSessionHours int    `env:"AISTEAM_OPENID_SESSION_HOURS" default:"24" hidden:""` // after which they sign in again

	LogLevel  string `env:"LOG_LEVEL" default:"info" hidden:""`
	LogFormat string `env:"LOG_FORMAT" hidden:""`
}

// mostAdvice bounds AISTEAM_ADVISOR: who asks more often is cheaper off with the strong model alone.
const mostAdvice = 10

// advice is AISTEAM_ADVISOR as the orchestrator takes it, whose 0 is its default.
func (c Config) advice() int {
	if c.Advisor == 0 {
		return -1
	}
	return c.Advisor
}

// check finds what cannot work, before anything is started.
func (c Config) check() error {
	for _, check := range []func() error{c.checkWords, c.checkAddresses, c.checkStores} {
		if err := check(); err != nil {
			return err
		}
	}
	switch {
	case c.RedisURL != "" && c.DatabaseURL == "":
		return misconfigured("REDIS_URL is set but DATABASE_URL is not: several replicas need Postgres; set DATABASE_URL too, or unset REDIS_URL")
	case c.SlackBotToken == "" && c.SlackClientID == "" && c.SlackClientSecret == "" && (c.SlackSigningSecret != "" || c.SlackAppToken != ""):
		return misconfigured("SLACK_BOT_TOKEN is not set, so nothing could be said in Slack: set it for one workspace, or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET for many, or unset SLACK_SIGNING_SECRET and SLACK_APP_TOKEN")
	case c.SlackBotToken != "" && c.SlackSigningSecret == "" && c.SlackAppToken == "":
		return misconfigured("SLACK_BOT_TOKEN needs a way in: set SLACK_SIGNING_SECRET for HTTP, or SLACK_APP_TOKEN for Socket Mode")
	case strings.HasPrefix(c.SlackBotToken, "xapp-"), strings.HasPrefix(c.SlackBotToken, "xoxp-"):
		return misconfigured("SLACK_BOT_TOKEN is not the Bot User OAuth Token: that one begins with xoxb- and stands under Install App; xapp- tokens belong in SLACK_APP_TOKEN")
	case c.SlackBotToken != "" && !strings.HasPrefix(c.SlackBotToken, "xoxb-") && !strings.HasPrefix(c.SlackBotToken, "xoxe."):
		return misconfigured("SLACK_BOT_TOKEN is not a Bot User OAuth Token: that one begins with xoxb- and stands under Install App")
	case c.SlackAppToken != "" && !strings.HasPrefix(c.SlackAppToken, "xapp-"):
		return misconfigured("SLACK_APP_TOKEN is not an app-level token: those begin with xapp- and are made under Basic Information, App-Level Tokens")
	case !strings.HasSuffix(c.SlackAPIURL, "/"):
		return misconfigured("SLACK_API_URL must end in a slash, such as https://slack.com/api/")
	case c.MetricsTenants < 0 || c.MetricsTenants > 100:
		return misconfigured("AISTEAM_METRICS_TENANTS must be between 0, which tells of no tenant by itself, and 100")
	case c.AIAtOnce < 1:
		return misconfigured("AI_CONCURRENT_REQUESTS must be 1 or more")
	case c.Advisor < 0 || c.Advisor > mostAdvice:
		return misconfigured("AISTEAM_ADVISOR must be between 0, where agents on the fast model never ask the strong one, and %d", mostAdvice)
	case c.AITimeout != 0 && (c.AITimeout < time.Second || c.AITimeout > time.Hour):
		return misconfigured("AI_TIMEOUT must be between 1s and 1h, or 0s for what suits each purpose")
	case c.RatePerMinute < 1:
		return misconfigured("RATE_LIMIT_AI_REQUESTS_PER_MINUTE must be 1 or more")
	}
	for _, check := range []func() error{c.checkInstalls, c.checkDiscord, c.checkOpenAI, c.checkMail, c.checkOpenID} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkDiscord finds what cannot work about Discord.
func (c Config) checkDiscord() error {
	_, validKey := discord.PublicKey(c.DiscordPublicKey)
	switch {
	case (c.DiscordToken == "") != (c.DiscordApplicationID == ""):
		return misconfigured("DISCORD_TOKEN and DISCORD_APPLICATION_ID belong together: set both, or neither")
	case c.DiscordPublicKey != "" && c.DiscordToken == "":
		return misconfigured("DISCORD_PUBLIC_KEY is set but DISCORD_TOKEN is not: set DISCORD_TOKEN and DISCORD_APPLICATION_ID too")
	case c.DiscordPublicKey != "" && !validKey:
		return misconfigured("DISCORD_PUBLIC_KEY is not the 64 hexadecimal digits that the application's page shows")
	case strings.Trim(c.DiscordApplicationID, "0123456789") != "":
		return misconfigured("DISCORD_APPLICATION_ID is not a number such as 1299999999999999999")
	case c.DiscordGuildID != "" && c.DiscordToken == "":
		return misconfigured("DISCORD_GUILD_ID is set but DISCORD_TOKEN is not: set DISCORD_TOKEN and DISCORD_APPLICATION_ID too")
	case strings.Trim(c.DiscordGuildID, "0123456789") != "":
		return misconfigured("DISCORD_GUILD_ID is not a number such as 1299999999999999999: it is under Copy Server ID, with Discord's developer mode on")
	case !strings.HasSuffix(c.DiscordAPIURL, "/"):
		return misconfigured("DISCORD_API_URL must end in a slash, such as https://discord.com/api/v10/")
	}
	return nil
}

// logger makes the one logger: text on a terminal, JSON elsewhere, unless LOG_FORMAT says otherwise.
func (c Config) logger(w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return nil, misconfigured("LOG_LEVEL %q is not debug, info, warn or error", c.LogLevel)
	}
	format := c.LogFormat
	if format == "" {
		format = "json"
		if terminal(w) {
			format = "text"
		}
	}
	options := &slog.HandlerOptions{Level: level}
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, options)), nil
	default:
		return nil, misconfigured("LOG_FORMAT %q is not text or json", format)
	}
}

// terminal tells whether a person reads what is written there.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
