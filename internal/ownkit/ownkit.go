// Package ownkit gives tests of surfaces what people set for themselves, by the real tools on a real ledger.
package ownkit

import (
	"context"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/permits"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/executor/packs/own"
	"github.com/aisteam/aisteam/executor/packs/tasks"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/packkit"
)

// kept sets by the executor.
type kept struct{ by *executor.Executor }

// Kept are the settings of the tools that are served, and of others beside them.
func Kept(tb testing.TB, v ledgerkit.Verbs, ids *assistant.IDs, now func() time.Time, beside ...tools.Tool) ownsettings.Kept {
	tb.Helper()
	theirs, err := own.Tools(own.Config{Settings: v, Tasks: v, Deputies: v, Going: v, Channels: v, IDs: ids, Now: now})
	if err != nil {
		tb.Fatal(err)
	}
	none := func(assistant.TenantID) []permits.Tool { return nil }
	automations, err := tasks.Tools(v, v, v, nil, permits.New(v, none, now), tasks.Fitting{}, now)
	if err != nil {
		tb.Fatal(err)
	}
	team := packkit.TeamOf(tb, tools.Pack{Name: "own", Tools: theirs}, tools.Pack{Name: "tasks", Tools: automations}, tools.Pack{Name: "beside", Tools: beside})
	by, err := executor.New(executor.Config{Team: team, Ledger: v, Own: v, Audience: v, IDs: ids, Now: now})
	if err != nil {
		tb.Fatal(err)
	}
	return kept{by}
}

func by(b ownsettings.By) executor.SetBy {
	return executor.SetBy{Tenant: b.Tenant, Person: b.Person, Language: b.Language, Key: b.Key}
}

// Settings implements [ownsettings.Kept].
func (k kept) Settings(ctx context.Context, b ownsettings.By) ([]assistant.Setting, error) {
	return k.by.Settings(ctx, by(b))
}

// Set implements [ownsettings.Kept].
func (k kept) Set(ctx context.Context, b ownsettings.By, name string, given map[string]string) (assistant.Sentence, error) {
	return k.by.Set(ctx, by(b), name, given)
}

// Beside is a tool of [assistant.ClassOwn] as any pack may bring one, of which no surface knows.
func Beside(did *[]string) tools.Tool {
	type sound struct {
		Sound string `json:"ringing_sound,omitempty" jsonschema:"how it rings"`
	}
	return tools.Tool{
		Name: "choose_sound", Label: "Choose a sound", Description: "Chooses how it rings.", Class: assistant.ClassOwn, Effect: assistant.EffectNone,
		Idempotent: true, Answers: true, Arguments: tools.Arguments[sound](),
		Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
			*did = append(*did, string(c.Arguments))
			return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim("It rings so now.")}}, nil
		},
	}
}
