// Package packkit gives tests the packs that are served, with all that their tools say of themselves and nothing for them to
// work on: a tool that is run has nowhere to go.
package packkit

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/executor/packs/content"
	"github.com/aisteam/aisteam/executor/packs/entry"
	"github.com/aisteam/aisteam/executor/packs/files"
	"github.com/aisteam/aisteam/executor/packs/media"
	"github.com/aisteam/aisteam/executor/packs/menus"
	"github.com/aisteam/aisteam/executor/packs/posts"
	"github.com/aisteam/aisteam/executor/packs/shop"
	"github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/executor/packs/tasks"
	"github.com/aisteam/aisteam/executor/packs/tickets"
	"github.com/aisteam/aisteam/executor/packs/uptime"
)

// listed is a pack and how its tools are opened beside nothing.
type listed struct {
	tools.Pack
	open func() ([]tools.Tool, error)
}

// list names the packs in the order they are served in.
func list() []listed {
	noon := func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }
	return []listed{
		{posts.Pack(), func() ([]tools.Tool, error) {
			return posts.Tools(posts.Config{Keeper: struct{ entry.Keeper }{}, Now: time.Now})
		}},
		{shop.Pack(), func() ([]tools.Tool, error) { return shop.Tools(struct{ entry.Keeper }{}) }},
		{media.Pack(), func() ([]tools.Tool, error) { return media.Tools(struct{ entry.Keeper }{}, struct{ media.Shelf }{}) }},
		{menus.Pack(), func() ([]tools.Tool, error) { return menus.Tools(struct{ entry.Keeper }{}) }},
		{site.Pack(), func() ([]tools.Tool, error) {
			return site.Tools(site.Config{Pages: struct{ site.Pages }{}, Auditor: struct{ site.Auditor }{}})
		}},
		{uptime.Pack(), func() ([]tools.Tool, error) {
			return uptime.Tools(uptime.Config{Visitor: struct{ uptime.Visitor }{}, Fronts: struct{ uptime.Fronts }{}, Registry: struct{ uptime.Registry }{}, Now: noon})
		}},
		{content.Pack(), func() ([]tools.Tool, error) { return content.Tools(struct{ content.Writer }{}) }},
		{files.Pack(), func() ([]tools.Tool, error) { return files.Tools(struct{ assistant.FileStore }{}) }},
		{tickets.Pack(), func() ([]tools.Tool, error) { return tickets.Tools(struct{ tickets.List }{}) }},
		{tasks.Pack(), func() ([]tools.Tool, error) {
			return tasks.Tools(struct{ tasks.Book }{}, free{}, struct{ background.Rewriting }{}, struct{ tasks.Asker }{}, nil, struct{ background.Permits }{}, tasks.Fitting{}, noon)
		}},
	}
}

// Packs returns them with their tools.
func Packs() ([]tools.Pack, error) {
	var out []tools.Pack
	for _, one := range list() {
		all, err := one.open()
		if err != nil {
			return nil, fmt.Errorf("open the pack %s: %w", one.Name, err)
		}
		one.Tools = all
		out = append(out, one.Pack)
	}
	return out, nil
}

// Rehearsal returns the offline model with their scripts.
func Rehearsal(c rehearsal.Config) *rehearsal.Model {
	var packs []tools.Pack
	for _, one := range list() {
		packs = append(packs, one.Pack)
	}
	c.Scripts = tools.Scripts(packs)
	return rehearsal.New(c)
}

// Vocabulary returns their words.
func Vocabulary(tb testing.TB) *agents.Vocabulary {
	tb.Helper()
	packs, err := Packs()
	if err != nil {
		tb.Fatal(err)
	}
	return agents.NewVocabulary(packs)
}

// free knows of no task that has cost anything.
type free struct{}

// BackgroundCosts implements [tasks.Costs].
func (free) BackgroundCosts(context.Context, assistant.TenantID, string) (assistant.BackgroundCosts, error) {
	return assistant.BackgroundCosts{}, nil
}
