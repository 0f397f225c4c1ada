package main

import (
	"net"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

const notRedis = "REDIS_URL is not the address of a Redis: write one such as redis://USER:PASSWORD@cache.example.com:6379/0, rediss:// for TLS, " +
	"with what is special in the password percent-encoded"

// readable refuses values of the wrong kind. An empty variable counts as unset, since compose files and units leave unused ones
// empty.
func readable() error {
	for field := range reflect.TypeFor[Config]().Fields() {
		name := field.Tag.Get("env")
		text, set := os.LookupEnv(name)
		if !set {
			continue
		}
		if text == "" {
			if err := os.Unsetenv(name); err != nil {
				return misconfigured("%s cannot be read: %v", name, err)
			}
			continue
		}
		switch zero := reflect.Zero(field.Type).Interface(); zero.(type) {
		case bool:
			if !slices.Contains([]string{"true", "false", "1", "0"}, text) {
				return misconfigured("%s %q is not true or false", name, text)
			}
		case int:
			if _, err := strconv.Atoi(text); err != nil {
				return misconfigured("%s %q is not a whole number such as %s", name, text, field.Tag.Get("default"))
			}
		case time.Duration:
			if _, err := time.ParseDuration(text); err != nil {
				return misconfigured("%s %q is not a time such as %s or 30s", name, text, field.Tag.Get("default"))
			}
		}
	}
	return nil
}

// checkWords refuses keys, tokens and names that hold what none of them does: most often a line break that was copied along.
func (c Config) checkWords() error {
	v := reflect.ValueOf(c)
	for field, value := range v.Fields() {
		name := field.Tag.Get("env")
		text, isText := reflect.TypeAssert[string](value)
		if !isText || slices.Contains([]string{"AISTEAM_DATA", "AISTEAM_SECRET_KEY", "DATABASE_URL", "AISTEAM_OPENID_NAME", "AISTEAM_OPENID_GROUPS", "AISTEAM_OPENID_DOMAINS"}, name) {
			continue
		}
		if name == "AISTEAM_MAIL_FROM" && !strings.ContainsFunc(text, unicode.IsControl) {
			continue // a name stands in it, such as Blue Harbour <team@example.com>
		}
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r > unicode.MaxASCII }) {
			return misconfigured("%s holds a space, a line break or a letter that cannot be in it: copy it again, without what stands around it", name)
		}
	}
	return nil
}

// checkAddresses refuses what cannot be an address, before anything is asked there.
func (c Config) checkAddresses() error {
	for _, a := range []struct{ name, text, like string }{
		{"AISTEAM_PUBLIC_URL", c.PublicURL, "https://team.example.com"},
		{"GEMINI_BASE_URL", c.GeminiBaseURL, "https://generativelanguage.googleapis.com"},
		{"ANTHROPIC_BASE_URL", c.AnthropicBaseURL, "https://api.anthropic.com"},
		{"OPENAI_BASE_URL", c.OpenAIBaseURL, "https://api.openai.com/v1"},
		{"AZURE_OPENAI_ENDPOINT", c.AzureEndpoint, "https://NAME.openai.azure.com"},
		{"SLACK_API_URL", c.SlackAPIURL, "https://slack.com/api/"},
		{"DISCORD_API_URL", c.DiscordAPIURL, "https://discord.com/api/v10/"},
	} {
		if a.text == "" {
			continue
		}
		if u, err := url.Parse(a.text); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return misconfigured("%s is not an address such as %s", a.name, a.like)
		}
	}
	for _, l := range []struct{ name, text string }{{"AISTEAM_ADDR", c.Addr}, {"AISTEAM_METRICS_ADDR", c.MetricsAddr}} {
		if l.text == "" {
			continue
		}
		_, port, err := net.SplitHostPort(l.text)
		if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil && n == 0 {
			return misconfigured("%s %q is not HOST:PORT: write 127.0.0.1:8080, or :8080 for every address of this machine", l.name, l.text)
		}
	}
	if c.MetricsAddr != "" && c.MetricsAddr == c.Addr && !strings.HasSuffix(c.Addr, ":0") {
		return misconfigured("AISTEAM_METRICS_ADDR is the same as AISTEAM_ADDR: name another port, or unset it to have /metrics beside the rest")
	}
	return nil
}

// checkStores refuses what cannot be a database or a Redis.
func (c Config) checkStores() error {
	if c.DatabaseURL != "" {
		if err := storage.CheckAddress(c.DatabaseURL); err != nil {
			return err
		}
	}
	if c.RedisURL != "" {
		client, err := queue.Open(c.RedisURL)
		if err != nil {
			return misconfigured(notRedis)
		}
		_ = client.Close() // it has connected to nothing
	}
	const fewest, most = 2, 1000
	switch {
	case c.DatabaseConnections > most, c.DatabaseConnections < fewest && c.DatabaseURL != "":
		return misconfigured("AISTEAM_DATABASE_CONNECTIONS must be between %d and %d: each replica opens so many at most, 16 are enough for most", fewest, most)
	case c.DatabaseWait < 0:
		return misconfigured("AISTEAM_DATABASE_WAIT must not be negative: 0 waits not at all, 1m a minute")
	case c.Drain < 0, c.Drain > longestDrain:
		return misconfigured("AISTEAM_DRAIN must be between 0s and 10m: 10s where the balancer asks /readyz every 5 seconds")
	case strings.Trim(c.RedisPrefix, prefixLetters) != "" || len(c.RedisPrefix) > 64:
		return misconfigured("AISTEAM_REDIS_PREFIX may hold letters, digits, dots, colons, dashes and underscores, up to 64: such as aisteam-staging")
	}
	return c.checkToken()
}

const prefixLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-"
