package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/permits"
	"github.com/aisteam/aisteam/bots/web/deciding"
	"github.com/aisteam/aisteam/bots/web/people"
	"github.com/aisteam/aisteam/executor/connect"
	"github.com/aisteam/aisteam/executor/connect/registry"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/webaudit"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
	"github.com/aisteam/aisteam/executor/packs/content"
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
	"github.com/aisteam/aisteam/executor/packs/tickets/store"
	"github.com/aisteam/aisteam/executor/packs/uptime"
	"github.com/aisteam/aisteam/executor/packs/workspace"
	workspacestore "github.com/aisteam/aisteam/executor/packs/workspace/store"
	"github.com/aisteam/aisteam/projects"
)

// served is a pack, and how its tools are opened once the parts are there that they work on.
type served struct {
	tools.Pack
	open    func(*server) ([]tools.Tool, error)
	connect func(*server) []tools.ConnectionForm // after open; nil where its tools need no connection
}

// packs lists what the team can do. A pack is one line here; nothing else knows it by name. Where two are asked for with the
// same words, the first is meant.
func packs() []served {
	return []served{
		{own.Pack(), func(s *server) ([]tools.Tool, error) {
			return own.Tools(own.Config{Settings: s.db, Tasks: s.db, Deputies: s.db, Going: s.db, Channels: s.db, IDs: s.ids, Now: time.Now})
		}, nil},
		{posts.Pack(), (*server).postTools, nil},
		{shop.Pack(), func(s *server) ([]tools.Tool, error) { return shop.Tools(s.onWordPress().Entries) }, nil},
		{media.Pack(), func(s *server) ([]tools.Tool, error) { return media.Tools(s.onWordPress().Entries, s.db) }, nil},
		{menus.Pack(), func(s *server) ([]tools.Tool, error) { return menus.Tools(s.onWordPress().Entries) }, nil},
		{site.Pack(), (*server).siteTools, (*server).siteForms},
		{uptime.Pack(), (*server).uptimeTools, nil},
		{content.Pack(), func(s *server) ([]tools.Tool, error) { return content.Tools(content.NewWriter(s.within)) }, nil},
		{files.Pack(), func(s *server) ([]tools.Tool, error) { return files.Tools(s.db) }, nil},
		{tickets.Pack(), func(s *server) ([]tools.Tool, error) { return tickets.Tools(store.New(s.db)) }, nil},
		{tasks.Pack(), func(s *server) ([]tools.Tool, error) {
			return tasks.Tools(s.db, s.db, s.db, channels{s}, s.permits, tasks.Fitting{Model: s.within, Team: func(of assistant.TenantID) tasks.Catalogue { return s.teams.Of(of) }}, time.Now)
		}, nil},
		{workspace.Pack(), func(s *server) ([]tools.Tool, error) { return workspace.Tools(workspacestore.New(s.db), time.Now) }, nil},
		{sysdocs.Pack(), func(*server) ([]tools.Tool, error) { return sysdocs.Tools(sysdocs.Config{Version: version()}) }, nil},
	}
}

// declared are the packs before anything is open.
func declared() []tools.Pack {
	var out []tools.Pack
	for _, p := range packs() {
		out = append(out, p.Pack)
	}
	return out
}

// openPacks opens the tools of every pack.
func (s *server) openPacks() error {
	s.permits = permits.New(s.db, s.allowable, time.Now)
	for _, p := range packs() {
		var err error
		if p.Tools, err = p.open(s); err != nil {
			return fmt.Errorf("open the pack %s: %w", p.Name, err)
		}
		if p.connect != nil {
			p.Connections = p.connect(s)
		}
		if s.hooks.tool != nil {
			for i := range p.Tools {
				p.Tools[i] = s.hooks.tool(p.Tools[i])
			}
		}
		s.packs = append(s.packs, p.Pack)
	}
	var err error
	if s.teams, err = team.NewSource(team.Config{Agents: team.Roster(), Packs: s.packs, Definitions: s.db, Tools: s.hooks.tools, Log: s.log}); err != nil {
		return err
	}
	s.team = s.teams.Compiled()
	return nil
}

// siteTools work on the project's own site, wherever its pages are kept.
func (s *server) siteTools() (all []tools.Tool, err error) {
	s.sites, err = sitefolder.New(sitefolder.Config{Dir: filepath.Join(s.config.Data, "sites"), Public: s.reached, Now: time.Now})
	if err != nil {
		return nil, fmt.Errorf("open sites: %w", err)
	}
	s.agreed, err = s.newAgreement()
	if err != nil {
		return nil, err
	}
	pages := connect.NewSites(&oneFolder{s.sites, s.agreed}, s.onWordPress().Pages)
	auditor := webaudit.New(webaudit.Config{Own: s.tenant.ID, Server: s.reached, Now: time.Now, Roads: s.hooks.roads})
	s.fronts, s.visitor = pages, auditor
	return site.Tools(site.Config{Pages: pages, Inventory: pages, Ground: pages, Staging: pages, Meta: pages, Auditor: auditor, Visitor: auditor, Now: time.Now})
}

// uptimeTools look at the sites that siteTools work on, which are opened before.
func (s *server) uptimeTools() ([]tools.Tool, error) {
	return uptime.Tools(uptime.Config{Visitor: s.visitor, Fronts: s.fronts, Registry: registry.New(registry.Config{Now: time.Now, Roads: s.hooks.roads}), Now: time.Now})
}

// onWordPress is the way to sites with WordPress, which several packs go.
func (s *server) onWordPress() *wordpress.Sites {
	if s.wordpress == nil {
		s.wordpress = wordpress.New(wordpress.Config{Secrets: s.db, Own: s.tenant.ID})
	}
	return s.wordpress
}

func (s *server) postTools() ([]tools.Tool, error) {
	return posts.Tools(posts.Config{Keeper: s.onWordPress().Entries, Now: time.Now})
}

// siteForms are the ways to a project's pages.
func (s *server) siteForms() []tools.ConnectionForm {
	return []tools.ConnectionForm{sitefolder.Form(), s.wordpress.Form()}
}

// openProjects gathers what people may be asked for a project's connections.
func (s *server) openProjects() (err error) {
	var forms []tools.ConnectionForm
	for _, p := range s.packs {
		forms = append(forms, p.Connections...)
	}
	s.projects, err = projects.New(projects.Config{
		Store: s.db, Removals: s.db, Admins: s.db, Forms: forms, Remains: []projects.Remains{tickets.Remains(store.New(s.db))},
	})
	return err
}

// templates are the background tasks that the packs know to be useful.
func (s *server) templates() []people.Template {
	var out []people.Template
	for _, t := range tools.Templates(s.packs) {
		out = append(out, people.Template(t))
	}
	return out
}

// allowable are the tenant's tools that people may let background tasks use without asking, as far as they can be undone.
func (s *server) allowable(of assistant.TenantID) []permits.Tool {
	var out []permits.Tool
	for _, t := range s.teams.Of(of).Tools().All() {
		if t.Class == assistant.ClassAction {
			out = append(out, permits.Tool{Name: assistant.TaskType(t.Name), Definition: t.Definition(), Label: t.Label, Nouns: t.Nouns, Verbs: t.Verbs, Effect: t.Effect, Standing: t.Standing})
		}
	}
	return out
}

// labels are what people call the tenant's tools, by their names.
func (s *server) labels(of assistant.TenantID) map[string]string {
	out := map[string]string{}
	for _, t := range s.teams.Of(of).Tools().All() {
		out[t.Name] = t.Label
	}
	return out
}

// changing are the tenant's tools that change something, by the names that people know: rules say who decides on them.
func (s *server) changing(of assistant.TenantID) []deciding.Tool {
	var out []deciding.Tool
	for _, t := range s.teams.Of(of).Tools().All() {
		if t.Effect != assistant.EffectNone && t.Class == assistant.ClassAction {
			out = append(out, deciding.Tool{Name: assistant.TaskType(t.Name), Label: t.Label})
		}
	}
	return out
}
