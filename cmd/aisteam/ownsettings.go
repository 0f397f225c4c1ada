package main

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/executor"
)

// keptSettings sets by forms what the tools of whoever asks set in words.
type keptSettings struct{ *server }

// by is who sets something, with the tools of their tenant.
func (k keptSettings) by(b ownsettings.By) executor.SetBy {
	return executor.SetBy{Team: k.teams.Of(b.Tenant), Tenant: b.Tenant, Person: b.Person, Language: b.Language, Key: b.Key}
}

func (k keptSettings) Settings(ctx context.Context, b ownsettings.By) ([]assistant.Setting, error) {
	return k.doer.Settings(ctx, k.by(b))
}

func (k keptSettings) Set(ctx context.Context, b ownsettings.By, name string, given map[string]string) (assistant.Sentence, error) {
	return k.doer.Set(ctx, k.by(b), name, given)
}

// ownSettings are the same forms for Slack and Discord.
func (s *server) ownSettings() *ownsettings.Settings {
	return &ownsettings.Settings{Kept: keptSettings{s}, People: s.db}
}
