package storage_test

import (
	"bytes"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/storage"
)

// schemaKey is the AISTEAM_SECRET_KEY under which the fixtures' secrets are sealed.
var schemaKey = bytes.Repeat([]byte{7}, 32)

var (
	schemaStart = time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	schemaEnd   = time.Date(2126, 11, 1, 9, 0, 0, 0, time.UTC) // what expires then is open for every test
)

// filler puts into a ledger one of everything that the product's verbs can leave there. Ids and, on SQLite, times are the
// same each time.
type filler struct {
	t      *testing.T
	ids    *assistant.IDs
	now    func() time.Time
	db     *storage.DB
	tenant assistant.TenantID
	owner  assistant.Person
	sites  []assistant.Project
	held   assistant.Claim
	mail   []assistant.Mail
}

func newFiller(t *testing.T) *filler {
	t.Helper()
	clock := schemaStart
	f := &filler{t: t, now: func() time.Time {
		clock = clock.Add(time.Second)
		return clock
	}}
	f.ids = assistant.NewIDs(f.now, rand.NewChaCha8([32]byte{7}))
	return f
}

func (f *filler) ok(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// open opens the ledger with the key or, for what was kept before there was one, without.
func (f *filler) open(cfg storage.Config, keys [][]byte) {
	f.t.Helper()
	cfg.IDs, cfg.Now, cfg.Log, cfg.SecretKeys, cfg.Packs = f.ids, f.now, slog.New(slog.DiscardHandler), keys, stores.All()
	db, err := storage.Open(f.t.Context(), cfg)
	f.ok(err)
	f.db = db
}

func (f *filler) close() {
	f.t.Helper()
	f.ok(f.db.Close())
}

func fillerID[ID ~string](f *filler) ID { return assistant.NewID[ID](f.ids) }

// fill makes everything.
func (f *filler) fill(cfg storage.Config) {
	f.t.Helper()
	f.open(cfg, nil)
	f.tenancy()
	f.install("T0PLAIN", "xoxb-plain", "")
	f.close()
	f.open(cfg, [][]byte{schemaKey})
	f.install("T0SEALED", "xoxe-sealed", "xoxe-refresh")
	f.people()
	f.planned()
	f.ran()
	f.waiting()
	f.things()
	f.added()
	f.close()
}

func (f *filler) install(team, access, refresh string) {
	f.t.Helper()
	in := assistant.Install{
		Team: team, App: "A0APP", Name: "Workspace " + team, BotUser: "U0BOT", BotID: "B0BOT", By: "U0ANNA",
		Scopes: []string{"chat:write", "commands"}, Tokens: assistant.Tokens{Access: access, Refresh: refresh},
	}
	if refresh != "" {
		in.Tokens.Life = 12 * time.Hour
	}
	_, err := f.db.Installs.SaveInstall(f.t.Context(), in)
	f.ok(err)
}

func (f *filler) tenancy() {
	f.t.Helper()
	f.sites = []assistant.Project{
		{ID: fillerID[assistant.ProjectID](f), Name: "Aquaverter", Slug: "aquaverter", Domain: "aquaverter.ca", Connections: []assistant.Connection{site.Folder()}, At: f.now()},
		{
			ID: fillerID[assistant.ProjectID](f), Name: "Shop “Ä”", Slug: "shop", Domain: "shop.example",
			Connections: []assistant.Connection{site.WordPress("https://shop.example", "editor")}, Language: "de", Allowed: []assistant.TaskType{"create_page"}, At: f.now(),
		},
	}
	tenant, owner, err := f.db.Tenants.Bootstrap(f.t.Context(), assistant.Seed{
		Tenant: assistant.Tenant{ID: fillerID[assistant.TenantID](f), Name: "Home"}, Projects: f.sites,
		Owner: assistant.Person{ID: fillerID[assistant.PersonID](f), Name: "Olga", Role: assistant.RoleAdmin},
	})
	f.ok(err)
	f.tenant, f.owner = tenant.ID, owner
	// Schema 7 kept passwords as they are, with a key too.
	f.sites[1].Tenant = f.tenant
	f.ok(f.db.Projects.SaveProject(f.t.Context(), assistant.Actor{Person: f.owner.ID}, f.sites[1], assistant.Secrets{site.KindWordPress: "abcd EFGH ijkl MNOP"}))
}

func (f *filler) people() {
	f.t.Helper()
	ctx := f.t.Context()
	f.ok(f.db.Tenants.BindSpace(ctx, f.tenant, f.owner.ID, assistant.SurfaceSlack, "T1"))
	for _, who := range []assistant.Identity{
		{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "Uma", Zone: "Europe/Berlin"},
		{Surface: assistant.SurfaceDiscord, Space: "77", External: "42", Name: "dan"},
	} {
		p, err := f.db.People.PersonFor(ctx, f.tenant, who)
		f.ok(err)
		f.ok(f.db.People.SetHearing(ctx, f.tenant, p.ID, assistant.Hearing{Language: assistant.German, Zone: "America/Toronto"}))
	}
	f.ok(f.db.Grants.SaveGrant(ctx, f.tenant, f.owner.ID, assistant.Grant{Surface: assistant.SurfaceSlack, Space: "T1", Group: "S1", Role: assistant.RoleApprover}))
	f.ok(f.db.Decisions.Defer(ctx, f.tenant, f.owner.ID, assistant.Deferral{
		Waits: assistant.Waits{Kind: assistant.PendingPlan, Ref: f.ids.New(), Version: 1}, Until: schemaEnd,
	}))
	_, err := f.db.Links.MakeLinkCode(ctx, f.tenant, f.owner.ID)
	f.ok(err)
}

// say receives words in a thread of its own, and holds their conversation.
func (f *filler) say(thread, text string) {
	f.t.Helper()
	got, err := f.db.Intake.Receive(f.t.Context(), assistant.Inbound{
		Tenant: f.tenant, Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: thread}, Key: thread,
		From:   assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "Uma"},
		Change: assistant.ChangeSaid, Text: text, ExternalID: thread,
	})
	f.ok(err)
	var others []assistant.Claim
	for f.held.Conversation != got.Conversation {
		var found bool
		f.held, f.mail, found, err = f.db.Mailboxes.Claim(f.t.Context(), f.tenant, time.Minute)
		f.ok(err)
		if !found {
			f.t.Fatal("nothing to claim")
		}
		others = append(others, f.held)
	}
	for _, c := range others[:len(others)-1] {
		f.ok(f.db.Mailboxes.Release(f.t.Context(), c, true))
	}
}

func (f *filler) append(ms ...assistant.Message) {
	f.t.Helper()
	f.appendAll(assistant.Batch{Messages: ms})
}

func (f *filler) appendAll(b assistant.Batch) {
	f.t.Helper()
	f.ok(f.db.Mailboxes.Append(f.t.Context(), f.held, b))
}

// settle ends the turn with what the model said in it, and lets the conversation go.
func (f *filler) settle(calls ...assistant.ModelCall) {
	f.t.Helper()
	_, err := f.db.Mailboxes.SettleAll(f.t.Context(), f.held, assistant.Settling{Mails: []int64{f.mail[0].ID}, Batch: assistant.Batch{
		Messages: []assistant.Message{{
			Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "It is **done**.", Body: assistant.Said{},
			Private: map[string]string{"why": "for the fixture"},
		}},
		ModelCalls: calls,
		Sessions: []assistant.AgentSession{{
			ID: assistant.SessionOf(f.mail[0].Message.ID), Agent: assistant.DeliveryLead, RequestedBy: f.owner.ID, Cause: f.mail[0].Message.ID,
			Status: assistant.SessionDone, Spent: assistant.Spent{Steps: 1}, Team: "a team", Messages: []assistant.AgentMessage{
				{Seq: 0, From: assistant.FromFrame, Body: []byte(`{"system":"You are Lena.","facts":{}}`)},
				{Seq: 1, From: assistant.FromModel, Body: []byte(`{"message":{"role":"assistant","parts":[{"text":"It is done."}]}}`)},
			},
		}, f.executor()},
	}})
	f.ok(err)
	f.ok(f.db.Mailboxes.Release(f.t.Context(), f.held, false))
}

// executor is the session of one that did a task for the agent whose session the turn is about.
func (f *filler) executor() assistant.AgentSession {
	words := f.mail[0].Message.ID
	task := assistant.TaskID(words)
	return assistant.AgentSession{
		ID: assistant.ExecutorOf(task, 1), Agent: assistant.ResearchAgent, RequestedBy: f.owner.ID, Status: assistant.SessionDone, Team: "a team",
		Parent: assistant.SessionOf(words), Call: "call-1", Task: task, Tier: "fast", Model: "fast-1", Outcome: assistant.OutcomeReported,
		Cost:     assistant.SessionCost{Input: 900, Output: 40, Micros: 120, Took: time.Second},
		Messages: []assistant.AgentMessage{{Seq: 0, From: assistant.FromFrame, Body: []byte(`{"system":"You look things up."}`)}},
	}
}

func said(b assistant.Body) assistant.Message {
	return assistant.Message{Author: assistant.AuthorSystem, Kind: assistant.KindSystem, Body: b}
}
