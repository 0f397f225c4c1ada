// Package packkit gives tests the packs that are served, with all that their tools say of themselves and nothing for them to
// work on: a tool that is run has nowhere to go.
package packkit

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/executor/packs/content"
	"github.com/aisteam/aisteam/executor/packs/entry"
	"github.com/aisteam/aisteam/executor/packs/files"
	"github.com/aisteam/aisteam/executor/packs/media"
	"github.com/aisteam/aisteam/executor/packs/menus"
	"github.com/aisteam/aisteam/executor/packs/own"
	"github.com/aisteam/aisteam/executor/packs/posts"
	"github.com/aisteam/aisteam/executor/packs/shop"
	"github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/executor/packs/sysdocs"
	"github.com/aisteam/aisteam/executor/packs/tasks"
	"github.com/aisteam/aisteam/executor/packs/tickets"
	"github.com/aisteam/aisteam/executor/packs/uptime"
	"github.com/aisteam/aisteam/executor/packs/workspace"
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
		{own.Pack(), func() ([]tools.Tool, error) {
			return own.Tools(own.Config{Settings: struct{ own.Settings }{}, Tasks: struct{ own.Tasks }{}, Deputies: struct{ own.Deputies }{}, Going: struct{ own.Going }{}, Channels: struct{ own.Channels }{}, IDs: assistant.NewIDs(noon, rand.Reader), Now: noon})
		}},
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
			return tasks.Tools(struct{ tasks.Book }{}, free{}, struct{ background.Rewriting }{}, nil, struct{ background.Permits }{}, tasks.Fitting{}, noon)
		}},
		{workspace.Pack(), func() ([]tools.Tool, error) { return workspace.Tools(everyAbility{}, noon) }},
		{sysdocs.Pack(), func() ([]tools.Tool, error) { return sysdocs.Tools(sysdocs.Config{Version: "of a test"}) }},
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

// compiled is the team that is compiled in. It is made once: nothing of a team changes, and its hash is dear.
var compiled = sync.OnceValue(func() made {
	packs, err := Packs()
	if err != nil {
		return made{err: err}
	}
	of, err := team.New(team.Roster(), packs)
	return made{of, err}
})

type made struct {
	team *team.Team
	err  error
}

// Team returns the team that is compiled in, with their tools.
func Team(tb testing.TB) *team.Team {
	tb.Helper()
	m := compiled()
	if m.err != nil {
		tb.Fatal(m.err)
	}
	return m.team
}

// TeamOf returns the agents that are compiled in with the tools of other packs; without any they can do nothing.
func TeamOf(tb testing.TB, packs ...tools.Pack) *team.Team {
	tb.Helper()
	t, err := team.New(team.Roster(), packs)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// Beside returns a team with some tools beside those that are served, for the words of these: where one of them is called as one of the
// others, it gives way.
func Beside(ours ...tools.Tool) (*team.Team, error) {
	packs, err := Packs()
	if err != nil {
		return nil, err
	}
	for _, p := range packs {
		for i := range p.Tools {
			if slices.ContainsFunc(ours, func(t tools.Tool) bool { return t.Name == p.Tools[i].Name }) {
				p.Tools[i].Name += "_served"
			}
		}
	}
	return team.New(team.Roster(), append(packs, tools.Pack{Name: "test", Tools: ours}))
}

// Whole returns a tool with what a test leaves out because it is not about it: a tool that is used does nothing.
func Whole(t tools.Tool) tools.Tool {
	t.Label, t.Description = cmp.Or(t.Label, t.Name), cmp.Or(t.Description, "It is tried.")
	if t.Effect == "" && t.Class == assistant.ClassAction {
		t.Effect = assistant.EffectReversible
	}
	t.Effect = cmp.Or(t.Effect, assistant.EffectNone)
	if t.Arguments == nil {
		t.Arguments = tools.Arguments[struct{}]()
	}
	if t.Run == nil {
		t.Run = func(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil }
	}
	if t.Preview == nil && t.Effect != assistant.EffectNone {
		t.Preview = func(context.Context, tools.Call) (assistant.Preview, error) {
			return assistant.Preview{Title: assistant.Label(t.Label)}, nil
		}
	}
	if t.Undo == nil && t.Effect == assistant.EffectReversible {
		t.Undo = func(context.Context, tools.Call, assistant.Receipt) error { return nil }
	}
	return t
}

// Vocabulary reads by the words of [Team].
func Vocabulary(tb testing.TB) agents.Vocabulary {
	tb.Helper()
	return agents.Of(Team(tb))
}

// free knows of no task that has cost anything.
type free struct{}

// BackgroundCosts implements [tasks.Costs].
func (free) BackgroundCosts(context.Context, assistant.TenantID, string) (assistant.BackgroundCosts, error) {
	return assistant.BackgroundCosts{}, nil
}

// everyAbility is a store of a workspace that is able to do everything.
type everyAbility struct {
	workspace.Store
	workspace.Blocked
	workspace.Written
	workspace.Linked
	workspace.Discussed
	workspace.Recorded
	workspace.Searched
	workspace.Teamed
}
