package storage_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver
)

// TestAnUpdateLocksNobodyOut: a database of before has its first admin as the owner, and goes on serving the Discord servers
// that have conversations.
func TestAnUpdateLocksNobodyOut(t *testing.T) {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "old.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	files, err := filepath.Glob(filepath.Join("migrations", "sqlite", "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	run := func(text string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(filepath.Base(f), "00009") {
			run(`insert into tenants (tenant_id, name, created_at) values ('t', 'Home', 1);
				insert into persons (id, tenant_id, role, created_at) values ('later', 't', 'admin', 9), ('olga', 't', 'admin', 2), ('anna', 't', 'member', 1);
				insert into assistant_conversations (id, tenant_id, started_at, updated_at) values ('c', 't', 1, 1), ('d', 't', 1, 1), ('e', 't', 1, 1);
				insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, created_at) values
					('1', 't', 'c', 'discord', '77', '1', '', 1), ('2', 't', 'd', 'discord', '77', '2', '', 1), ('3', 't', 'e', 'discord', '', '3', '', 1);`)
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		run(up)
	}
	var owner, servers string
	if err := db.QueryRowContext(t.Context(), `select owner from tenants`).Scan(&owner); err != nil || owner != "olga" {
		t.Errorf("the owner is %q: %v", owner, err)
	}
	if err := db.QueryRowContext(t.Context(), `select group_concat(surface || '/' || space) from spaces`).Scan(&servers); err != nil || servers != "discord/77" {
		t.Errorf("bound are %q: %v", servers, err)
	}
}
