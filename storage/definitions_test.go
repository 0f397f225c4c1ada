package storage_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestADefinitionThatCannotBeReadKeepsNoOtherFromBeingRead: it comes with why.
func TestADefinitionThatCannotBeReadKeepsNoOtherFromBeingRead(t *testing.T) {
	cfg := config()
	cfg.Dir = t.TempDir()
	db := open(t, cfg)
	home, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []assistant.AgentID{"florist", "gardener"} {
		if err := db.Definitions.DefineAgent(t.Context(), home.ID, assistant.Agent{ID: id, Name: string(id), Category: assistant.CategoryUtility}); err != nil {
			t.Fatal(err)
		}
	}
	lite, err := sql.Open("sqlite", "file:"+filepath.Join(cfg.Dir, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer lite.Close() // it has written one row
	if _, err := lite.ExecContext(t.Context(), `update assistant_agent_definitions set config = '{"examples": "no list"}' where agent_id = 'florist'`); err != nil {
		t.Fatal(err)
	}
	all, err := db.Definitions.AgentDefinitions(t.Context())
	if err != nil || len(all) != 2 {
		t.Fatalf("%d are read, %v", len(all), err)
	}
	for _, d := range all {
		if wrong := d.Wrong != ""; wrong != (d.Agent.ID == "florist") {
			t.Errorf("%s: %q", d.Agent.ID, d.Wrong)
		}
	}
}
