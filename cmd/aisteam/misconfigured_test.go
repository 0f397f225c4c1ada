package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// wrongValues are values of every wrong kind, and what has to be set beside them.
func wrongValues() [][]string {
	azure := []string{"AI_PRIMARY_PROVIDER=azure_openai", "AZURE_OPENAI_ENDPOINT=https://a.openai.azure.com", "AZURE_OPENAI_API_KEY=k", "AZURE_OPENAI_DEPLOYMENT=d"}
	installs := []string{"SLACK_CLIENT_ID=1.2", "SLACK_CLIENT_SECRET=s", "SLACK_SIGNING_SECRET=s", "AISTEAM_PUBLIC_URL=https://a.example"}
	discord := []string{"DISCORD_TOKEN=t", "DISCORD_APPLICATION_ID=1"}
	return [][]string{
		{"AISTEAM_ADDR=foo"},
		{"AISTEAM_ADDR=127.0.0.1:99999"},
		{"AISTEAM_ADDR=256.1.1.1:1"},
		{"AISTEAM_DATA=/dev/null/data"},
		{"AISTEAM_DATA=/proc"},
		{"AISTEAM_TOKEN=abc"},
		{"AISTEAM_TOKEN=a token of sixteen"},
		{"AISTEAM_PUBLIC_URL=team.example.com"},
		{"AISTEAM_PUBLIC_URL=ftp://team.example.com"},
		{"AISTEAM_SECRET_KEY=foo"},
		{"AISTEAM_SECRET_KEY=AAAA,"},
		{"AISTEAM_METRICS_ADDR=9090"},
		{"AISTEAM_METRICS_ADDR=127.0.0.1:18080", "AISTEAM_ADDR=127.0.0.1:18080"},
		{"AISTEAM_METRICS_TENANTS=all"},
		{"AISTEAM_METRICS_TENANTS=-1"},
		{"AISTEAM_METRICS_TENANTS=1000"},
		{"DATABASE_URL=foo"},
		{"DATABASE_URL=mysql://u:secret-word@h/d"},
		{"DATABASE_URL=postgres://u:secret-word@h:port/d"},
		{"DATABASE_URL=postgres://u:secret-word@h/d?sslmode=maybe"},
		{"DATABASE_URL=postgres://u:%secret-word@h/d"},
		{"AISTEAM_DATABASE_CONNECTIONS=many"},
		{"AISTEAM_DRAIN=soon"},
		{"AISTEAM_DRAIN=-1s"},
		{"AISTEAM_DRAIN=24h"},
		{"AISTEAM_DATABASE_CONNECTIONS=0", "DATABASE_URL=postgres://u@h/d"},
		{"AISTEAM_DATABASE_WAIT=60"},
		{"AISTEAM_DATABASE_WAIT=-1s"},
		{"REDIS_URL=redis://127.0.0.1:6379"},
		{"REDIS_URL=foo", "DATABASE_URL=postgres://u@h/d"},
		{"REDIS_URL=http://h:1", "DATABASE_URL=postgres://u@h/d"},
		{"AISTEAM_REDIS_PREFIX={ours}"},
		{"AISTEAM_REDIS_PREFIX=a b"},
		{"AI_PRIMARY_PROVIDER=oracle"},
		{"AI_PRIMARY_PROVIDER=anthropic"},
		{"AI_FALLBACK_PROVIDER=oracle", "GEMINI_API_KEY=k"},
		{"AI_FALLBACK_PROVIDER=gemini", "GEMINI_API_KEY=k"},
		{"AI_FALLBACK_PROVIDER=openai", "GEMINI_API_KEY=k"},
		{"AI_FALLBACK_PROVIDER=rehearsal", "GEMINI_API_KEY=k"},
		{"AI_FALLBACK_PROVIDER=gemini"},
		{"GEMINI_API_KEY=secret word"},
		{"GEMINI_MODEL=two words"},
		{"GEMINI_FAST_MODEL=two words"},
		{"GEMINI_BASE_URL=foo"},
		{"ANTHROPIC_API_KEY=secret word"},
		{"ANTHROPIC_MODEL=two words"},
		{"ANTHROPIC_FAST_MODEL=two words"},
		{"ANTHROPIC_BASE_URL=foo"},
		{"OPENAI_API_KEY=secret word"},
		{"OPENAI_MODEL=two words"},
		{"OPENAI_FAST_MODEL=two words"},
		{"OPENAI_BASE_URL=foo"},
		{"OPENAI_BASE_URL=localhost:11434"},
		{"OPENAI_BASE_URL=http://127.0.0.1:11434/v1"},
		{"OPENAI_API=assistants"},
		append([]string{"AZURE_OPENAI_ENDPOINT=foo"}, azure...), append([]string{"AZURE_OPENAI_API_KEY="}, azure...), append([]string{"AZURE_OPENAI_DEPLOYMENT=two words"}, azure...),
		{"FEATURE_AI_ENABLED=maybe"},
		{"AISTEAM_PRICES=/nowhere/prices.csv"},
		{"AISTEAM_PRICES=testdata/badprices.csv"},
		{"AISTEAM_ADVISOR=often"},
		{"AISTEAM_ADVISOR=-1"},
		{"AISTEAM_ADVISOR=11"},
		{"AI_CONCURRENT_REQUESTS=0"},
		{"AI_CONCURRENT_REQUESTS=many"},
		{"AISTEAM_RECORD=perhaps"},
		{"AI_TIMEOUT=5ms"},
		{"AI_TIMEOUT=soon"},
		{"RATE_LIMIT_AI_REQUESTS_PER_MINUTE=abc"},
		{"RATE_LIMIT_AI_REQUESTS_PER_MINUTE=0"},
		{"RATE_LIMIT_AI_REQUESTS_PER_MINUTE=1.5"},
		{"SLACK_SIGNING_SECRET=s"},
		{"SLACK_BOT_TOKEN=foo", "SLACK_SIGNING_SECRET=s"},
		{"SLACK_BOT_TOKEN=xapp-1", "SLACK_SIGNING_SECRET=s"},
		{"SLACK_BOT_TOKEN=xoxb-1"},
		{"SLACK_APP_TOKEN=xoxb-1", "SLACK_BOT_TOKEN=xoxb-1"},
		{"SLACK_API_URL=https://slack.com/api"},
		{"SLACK_API_URL=foo/"},
		{"SLACK_CLIENT_ID=1.2"},
		{"SLACK_CLIENT_SECRET=s"},
		append([]string{"SLACK_CLIENT_ID=1.2"}, installs...),
		{"DISCORD_TOKEN=t"},
		{"DISCORD_APPLICATION_ID=ours", "DISCORD_TOKEN=t"},
		append([]string{"DISCORD_PUBLIC_KEY=xyz"}, discord...),
		append([]string{"DISCORD_GUILD_ID=ours"}, discord...),
		{"DISCORD_API_URL=https://discord.com/api/v10"},
		{"DISCORD_API_URL=foo/"},
		{"AISTEAM_SMTP_URL=smtps://robin:secret@mail.example.com"},
		{"AISTEAM_OPENID_ISSUER=login.example.com", "AISTEAM_OPENID_CLIENT_ID=aisteam", "AISTEAM_OPENID_CLIENT_SECRET=secret"},
		{"AISTEAM_OPENID_CLIENT_ID=two words"},
		{"AISTEAM_OPENID_CLIENT_ID=", "AISTEAM_OPENID_ISSUER=https://login.example.com"},
		{"AISTEAM_OPENID_CLIENT_SECRET=secret"},
		{"AISTEAM_OPENID_NAME=Blue Harbour"},
		{"AISTEAM_OPENID_DOMAINS=everybody", "AISTEAM_OPENID_ISSUER=https://login.example.com", "AISTEAM_OPENID_CLIENT_ID=aisteam"},
		{"AISTEAM_OPENID_GROUPS=The office"},
		{"AISTEAM_OPENID_GROUPS_CLAIM=roles"},
		{"AISTEAM_OPENID_SESSION_HOURS=0", "AISTEAM_OPENID_ISSUER=https://login.example.com", "AISTEAM_OPENID_CLIENT_ID=aisteam"},
		{"AISTEAM_OPENID_ROLE=admin", "AISTEAM_OPENID_ISSUER=https://login.example.com", "AISTEAM_OPENID_CLIENT_ID=aisteam"},
		{"AISTEAM_SMTP_URL=imap://robin:secret@mail.example.com", "AISTEAM_MAIL_FROM=aisteam@example.com"},
		{"AISTEAM_MAIL_FROM=Blue\nHarbour <team@example.com>", "AISTEAM_SMTP_URL=smtps://robin:secret@mail.example.com"},
		{"AISTEAM_MAIL_FROM=nobody", "AISTEAM_SMTP_URL=smtps://robin:secret@mail.example.com"},
		{"LOG_LEVEL=loud"},
		{"LOG_FORMAT=xml"},
	}
}

// Every wrong value ends the start with exit code 2 and one line: the variable, what is wrong, what to write. The lines are
// kept beside this test, to be read.
func TestEveryWrongValueIsOneLineThatMendsIt(t *testing.T) {
	var out strings.Builder
	tried := map[string]bool{}
	for _, set := range wrongValues() {
		name, value, _ := strings.Cut(set[0], "=")
		tried[name] = true
		var line string
		t.Run(set[0], func(t *testing.T) { line = misstarted(t, set) })
		if !strings.Contains(line, name) || strings.Contains(line, "secret") || strings.Count(line, "\n") > 0 {
			t.Errorf("%s: %q", set[0], line)
		}
		fmt.Fprintf(&out, "%s=%s\n\t%s\n", name, value, line)
	}
	for field := range reflect.TypeFor[Config]().Fields() {
		if name := field.Tag.Get("env"); !tried[name] {
			t.Errorf("no wrong value of %s is tried", name)
		}
	}
	const golden = "testdata/misconfigured.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil { // it is no secret
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("read them, then -update:\n%s", got)
	}
}

// misstarted starts the service with only these variables, the first of which wins, and gives the line it ends with.
func misstarted(t *testing.T, set []string) string {
	t.Helper()
	for field := range reflect.TypeFor[Config]().Fields() {
		t.Setenv(field.Tag.Get("env"), "")
	}
	t.Setenv("AISTEAM_DATA", filepath.Join(t.TempDir(), "data"))
	t.Setenv("AISTEAM_ADDR", "127.0.0.1:0")
	t.Setenv("LOG_LEVEL", "error")
	for _, s := range slices.Backward(set) {
		name, value, _ := strings.Cut(s, "=")
		t.Setenv(name, value)
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"serve"}, &stdout, &stderr, hooks{}); code != exitUsage {
		t.Errorf("exit code %d", code)
	}
	return strings.TrimSuffix(strings.TrimPrefix(stdout.String()+stderr.String(), "aisteam: "), "\n")
}
