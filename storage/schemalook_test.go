package storage_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/executor/packs/tickets/store"
	"github.com/aisteam/aisteam/storage"
)

// looker reads a fixture's ledger through the verbs of storage.
type looker struct {
	t      *testing.T
	db     *storage.DB
	tenant assistant.TenantID
	seen   map[string]any
}

// look tells what the verbs say of the ledger that a filler made, by the verb's name and what it was asked for.
func look(t *testing.T, cfg storage.Config) map[string]any {
	t.Helper()
	cfg.IDs, cfg.Now, cfg.Log, cfg.SecretKeys = newFiller(t).ids, func() time.Time { return schemaStart.Add(24 * time.Hour) }, slog.New(slog.DiscardHandler), [][]byte{schemaKey}
	cfg.Packs = stores.All()
	l := &looker{t: t, db: open(t, cfg), seen: map[string]any{}}
	tenant, owner, err := l.db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "another"}, Owner: assistant.Person{Name: "another"}})
	l.see("Bootstrap", []any{tenant, owner}, err)
	l.tenant = tenant.ID
	defined, err := l.db.Definitions.AgentDefinitions(t.Context())
	l.see("AgentDefinitions", defined, err)
	model, err := l.db.Models.ModelSettings(t.Context(), l.tenant)
	l.see("ModelSettings", model, err)
	part, err := l.db.Parts.PartSettings(t.Context(), l.tenant, assistant.SetupDiscord)
	l.see("PartSettings", part, err)
	l.things()
	l.conversations()
	for _, team := range []string{"T0PLAIN", "T0SEALED"} {
		in, of, err := l.db.Installs.InstallOf(t.Context(), "", team)
		l.see("InstallOf "+team, []any{in, of}, err)
	}
	return l.seen
}

func (l *looker) see(what string, got any, err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatalf("%s: %v", what, err)
	}
	l.seen[what] = got
}

func (l *looker) things() {
	l.t.Helper()
	ctx := l.t.Context()
	projects, err := l.db.Projects.Projects(ctx, l.tenant)
	l.see("Projects", projectsSeen(projects), err)
	for _, p := range projects {
		if c, ok := p.Connected(site.KindWordPress); ok {
			secret, err := l.db.Projects.Secret(ctx, l.tenant, p.ID, c.Kind)
			l.see("Credential "+p.Slug, []string{c.Config[site.KeyUser], string(secret)}, err)
		}
	}
	profiles, err := l.db.People.Profiles(ctx, l.tenant, 100)
	slices.SortFunc(profiles, func(a, b assistant.Profile) int { return bytes.Compare([]byte(a.ID), []byte(b.ID)) })
	l.see("Profiles", profiles, err)
	for _, p := range profiles {
		keys, err := l.db.Passkeys.Passkeys(ctx, l.tenant, p.ID)
		if len(keys) > 0 || err != nil {
			l.see("Passkeys "+string(p.ID), keys, err)
		}
		logins, err := l.db.OpenID.OpenIDLogins(ctx, l.tenant, p.ID)
		if len(logins) > 0 || err != nil {
			l.see("OpenIDLogins "+string(p.ID), logins, err)
		}
	}
	around, err := l.db.Conversations.Overview(ctx, l.tenant, assistant.Look{Checklist: true})
	l.see("Checklist put away", around.Checklist == nil, err)
	grants, err := l.db.Grants.Grants(ctx, l.tenant)
	l.see("Grants", grants, err)
	approvals, err := l.db.Decisions.Approvals(ctx, l.tenant)
	l.see("Approvals", approvals, err)
	tickets, err := store.New(l.db.Packs).ListTickets(ctx, l.tenant, "", 100)
	l.see("ListTickets", tickets, err)
	call, _, err := l.db.Calls.ModelCall(ctx, l.tenant, "turn-1/1")
	l.see("ModelCall", []any{call, string(call.Response)}, err)
	until, err := l.db.Places.HeardUntil(ctx, l.tenant, assistant.SurfaceSlack)
	l.see("HeardUntil", until, err)
	heard, err := l.db.Places.NewestHeard(ctx, l.tenant, assistant.SurfaceSlack, 100)
	l.see("NewestHeard", heard, err)
	if made, found, err := background(l.db).BackgroundByKey(ctx, l.tenant, "background-1"); found || err != nil {
		l.see("BackgroundByKey", made, err)
	}
}

// projectSeen is a project with what was said of its site before there were connections, which fixtures of that time name.
type projectSeen struct {
	assistant.Project

	CMS     assistant.ConnectionKind
	SiteURL string
}

func projectsSeen(all []assistant.Project) []projectSeen {
	var out []projectSeen
	for _, p := range all {
		out = append(out, projectSeen{p, site.KindOf(p), site.AddressOf(p)})
	}
	return out
}

func (l *looker) conversations() {
	l.t.Helper()
	ctx := l.t.Context()
	all, err := l.db.Conversations.Conversations(ctx, l.tenant, 100)
	l.see("Conversations", all, err)
	for _, c := range all {
		log, err := l.db.Conversations.MessagesAfter(ctx, l.tenant, c.ID, 0, 1000)
		l.see("Messages "+string(c.ID), log, err)
		runs, err := l.db.Runs.Runs(ctx, l.tenant, c.ID)
		l.see("Runs "+string(c.ID), runs, err)
		_, mine, err := l.db.Conversations.ListedConversations(ctx, l.tenant, c.Person, assistant.Listing{}, "", 100)
		l.see("Members "+string(c.ID), slices.ContainsFunc(mine, func(one assistant.ConversationLine) bool { return one.ID == c.ID }) || c.Person == "", err)
		for _, r := range runs {
			calls, err := l.db.Calls.Calls(ctx, l.tenant, r.Run.ID)
			slices.SortFunc(calls, func(a, b assistant.ToolCall) int { return bytes.Compare([]byte(a.ID), []byte(b.ID)) })
			l.see("Calls "+string(r.Run.ID), calls, err)
		}
		for _, m := range log {
			l.subject(m.Body)
			if s, found, err := l.db.Calls.AgentSession(ctx, l.tenant, assistant.SessionOf(m.ID)); found || err != nil {
				l.see("AgentSession "+string(s.ID), s, err)
			}
		}
	}
}

// subject looks at what a message put into a table of its own.
func (l *looker) subject(b assistant.Body) {
	l.t.Helper()
	if b, ok := b.(assistant.PlanProposed); ok {
		plan, status, of, err := l.db.Decisions.Plan(l.t.Context(), l.tenant, b.Plan.ID, b.Plan.Version)
		l.see(fmt.Sprintf("Plan %s %d", b.Plan.ID, b.Plan.Version), []any{plan, status, of}, err)
	}
	if b, ok := b.(assistant.Asked); ok {
		c, of, by, open, err := l.db.Decisions.Clarification(l.t.Context(), l.tenant, b.Clarification.ID)
		l.see("Clarification", []any{c, of, by, open}, err)
	}
	if b, ok := b.(assistant.ApprovalRequested); ok {
		a, err := l.db.Decisions.Approval(l.t.Context(), l.tenant, b.Approval.ID)
		l.see("Approval", a, err)
	}
}

// tree is what was seen as JSON holds it.
func tree(t *testing.T, seen map[string]any) (map[string]any, []byte) {
	t.Helper()
	text, err := json.MarshalIndent(seen, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out, append(text, '\n')
}

// missing tells what of want is not so in got. What is in got beside it is new, and right.
func missing(path string, want, got any) []string {
	var out []string
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		for k, v := range w {
			if k == "ReadAt" {
				continue // when it was looked at
			}
			out = append(out, missing(path+"."+k, v, g[k])...)
		}
	case []any:
		g, _ := got.([]any)
		if len(g) != len(w) {
			return []string{fmt.Sprintf("%s: %d entries, were %d", path, len(g), len(w))}
		}
		for i, v := range w {
			out = append(out, missing(fmt.Sprintf("%s[%d]", path, i), v, g[i])...)
		}
	default:
		if want != got {
			out = append(out, fmt.Sprintf("%s: %v, was %v", path, got, want))
		}
	}
	slices.Sort(out)
	return out
}
