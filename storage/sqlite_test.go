package storage_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

func TestASecondProcessIsRefused(t *testing.T) {
	cfg := config()
	cfg.Dir = t.TempDir()
	db := open(t, cfg)
	if _, err := storage.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "another process is using it") {
		t.Fatalf("opened twice: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, cfg)
}

// A process that died held claims; the one that starts after it owns the file and is not kept waiting for their leases.
func TestAtStartEveryEmbeddedClaimIsVoid(t *testing.T) {
	cfg := config()
	cfg.Dir = t.TempDir()
	db := open(t, cfg)
	tenant, owner, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	in := assistant.Inbound{
		Tenant: tenant.ID, Person: owner.ID, Text: "hi",
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T", Channel: "C", Thread: "1"},
	}
	got, err := db.Intake.Receive(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Intake.Post(t.Context(), assistant.Message{
		Tenant: tenant.ID, Conversation: got.Conversation, Author: assistant.AuthorSystem, Kind: assistant.KindStatus,
		Content: "a word for the place", Body: assistant.Said{},
	}); err != nil {
		t.Fatal(err)
	}
	claims := func(db *storage.DB) (got []bool) {
		t.Helper()
		_, mail, turn, err := db.Mailboxes.Claim(t.Context(), tenant.ID, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		_, place, err := db.Deliveries.ClaimDelivery(t.Context(), tenant.ID, []assistant.Surface{assistant.SurfaceSlack}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		return []bool{turn, len(mail) == 1, place}
	}
	if got := claims(db); !slices.Equal(got, []bool{true, true, true}) {
		t.Fatalf("claimed %v", got)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if got := claims(open(t, cfg)); !slices.Equal(got, []bool{true, true, true}) {
		t.Fatalf("claimed %v after the restart", got)
	}
}

func TestBothMigrationDirectoriesHaveTheSameVersions(t *testing.T) {
	names := func(sub string) (out []string) {
		t.Helper()
		entries, err := os.ReadDir(filepath.Join("migrations", sub))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			out = append(out, e.Name())
		}
		return out
	}
	if d := cmp.Diff(names("postgres"), names("sqlite")); d != "" {
		t.Errorf("migrations differ (-postgres +sqlite):\n%s", d)
	}
}

func TestBothDatabasesHaveTheSameTablesColumnsAndIndexes(t *testing.T) {
	pg := connect(t, servers.Postgres(t))
	cfg := config()
	cfg.Dir = t.TempDir()
	if err := open(t, cfg).Close(); err != nil {
		t.Fatal(err)
	}
	lite, err := sql.Open("sqlite", "file:"+filepath.Join(cfg.Dir, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer lite.Close() // it was only read
	columns := tablekit.Texts(t, pg, `select table_name || '.' || column_name || ' ' || is_nullable from information_schema.columns
		where table_schema = 'public' and table_name not like '%\_db\_version'`)
	got := liteTexts(t, lite, `select m.name || '.' || c.name || ' ' || case when c."notnull" or c.pk then 'NO' else 'YES' end
		from sqlite_master m join pragma_table_xinfo(m.name) c
		where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'assistant\_words%' escape '\' and m.name not like '%\_db\_version' escape '\'`)
	slices.Sort(columns)
	slices.Sort(got)
	if d := cmp.Diff(columns, got); d != "" {
		t.Errorf("columns differ (-postgres +sqlite):\n%s", d)
	}
	indexes := tablekit.Texts(t, pg, `select indexname::text from pg_indexes where schemaname = 'public' and indexname not like '%_pkey'
		and indexname not like '%_key' and indexname <> 'assistant_messages_words'`) // SQLite has a table of words in its place
	got = liteTexts(t, lite, `select name from sqlite_master where type = 'index' and name not like 'sqlite_%'
		and name not like '%\_key' escape '\'`)
	slices.Sort(indexes)
	slices.Sort(got)
	if d := cmp.Diff(indexes, got); d != "" {
		t.Errorf("indexes differ (-postgres +sqlite):\n%s", d)
	}
}

func liteTexts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() // read to its end
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
