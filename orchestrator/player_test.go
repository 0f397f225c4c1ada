package orchestrator_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/replay"
	"github.com/aisteam/aisteam/storage"
)

// saysTheSameAgain makes everything again that was recorded in a test: whatever it was about, it says the same.
func saysTheSameAgain(t *testing.T, wiring orchestrator.Config, db ledgerkit.Verbs, tenant assistant.TenantID) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	all, err := db.Recorded(ctx, tenant, assistant.RecordingsOf{})
	if err != nil {
		t.Fatal(err)
	}
	player := orchestrator.NewPlayer(wiring, db)
	for _, of := range all {
		got, err := replay.One(ctx, tenant, of, db, player)
		switch d := got.Differs; {
		case err != nil:
			t.Error(err)
		case d != nil:
			t.Errorf("made again, %+v differs at %s, in %s:\n%s\nnow %s", of, d.At, d.Field, d.Then, d.Now)
		}
	}
	if !t.Failed() {
		t.Logf("%d turns and tasks were made again; changes named by what they lead to: %v", len(all), aChangedRecordIsNamed(t, player, db, tenant, all))
	}
}

// TestMakingAgainReachesNothing: no model is asked, no tool is used and nothing is written, on both databases; a database that takes
// no writes is enough.
func TestMakingAgainReachesNothing(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { reachesNothing(t, storage.Config{Dir: servers.Embedded(t)}) })
	t.Run("postgres", func(t *testing.T) { reachesNothing(t, storage.Config{DatabaseURL: servers.Postgres(t)}) })
}

func reachesNothing(t *testing.T, on storage.Config) {
	c := boardStory()
	h := newHouseOn(t, c, on)
	h.tell()
	if note := h.act(approved(h.propose())); note != "" {
		t.Fatal(note)
	}
	page := awaits(h, func(b assistant.ApprovalRequested) bool { return b.Approval.Tool == "create_page" }).Approval
	h.decide(page, assistant.VerdictApproved, "")
	awaits(h, func(b assistant.RunFinished) bool { return b.Run == page.Run })
	if note := h.act(assistant.UndoRequested{Run: page.Run}); note != "" {
		t.Fatal(note)
	}
	awaits(h, anyOf[assistant.Undone])
	asked, looked, board, log := len(c.asked()), c.looked, len(c.board()), len(h.log())

	on.ReadOnly, on.IDs, on.Now, on.Log = true, h.ids, time.Now, slog.New(slog.DiscardHandler)
	db, err := storage.Open(t.Context(), on)
	h.ok(err)
	defer db.Close()
	all, err := db.Recordings.Recorded(t.Context(), h.tenant, assistant.RecordingsOf{Conversation: h.conversation})
	h.ok(err)
	player, tasks := orchestrator.NewPlayer(h.wiring, db.Verbs), 0
	for _, of := range all {
		got, err := replay.One(t.Context(), h.tenant, of, db.Recordings, player)
		h.ok(err)
		if got.Differs != nil {
			t.Errorf("%+v differs: %+v", of, *got.Differs)
		}
		if of.Task != "" {
			tasks++
		}
	}
	if tasks < 4 || len(all)-tasks < 6 {
		t.Errorf("only %d turns and %d tasks were made again", len(all)-tasks, tasks)
	}
	others, err := team.NewSource(team.Config{Agents: team.Roster(), Definitions: florist{h.tenant}, Log: slog.New(slog.DiscardHandler)})
	h.ok(err)
	h.ok(others.Refresh(t.Context()))
	elsewhere := h.wiring
	elsewhere.Teams = others
	for _, of := range all {
		got, err := replay.One(t.Context(), h.tenant, of, db.Recordings, orchestrator.NewPlayer(elsewhere, db.Verbs))
		h.ok(err)
		if d := got.Differs; d == nil || d.Field != "the team" || !strings.Contains(d.Now, "so it cannot be made again") {
			t.Errorf("%+v, by another team: %+v", of, d)
		}
	}
	if len(c.asked()) != asked || c.looked != looked || len(c.board()) != board || len(h.log()) != log {
		t.Error("making it again has reached a model, a tool or the log")
	}
	if _, err := db.Intake.Post(t.Context(), assistant.Message{Tenant: h.tenant, Conversation: h.conversation, Body: assistant.Said{}, Author: assistant.AuthorSystem, Kind: assistant.KindSystem}); err == nil {
		t.Error("the database that is looked at takes a write")
	}
}

// florist is the definition of an agent of a tenant.
type florist struct{ tenant assistant.TenantID }

func (florist) DefinitionsStamp(context.Context) (string, error) { return "one", nil }

func (f florist) AgentDefinitions(context.Context) ([]assistant.AgentDefinition, error) {
	return []assistant.AgentDefinition{{Tenant: f.tenant, Agent: assistant.Agent{ID: "florist", Name: "Zelda", Title: "Florist", Category: assistant.CategoryExecution, Lead: assistant.DeliveryLead}}}, nil
}
