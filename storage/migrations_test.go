package storage_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// rewrites finds the statements of a migration that go through a table's rows.
var rewrites = regexp.MustCompile(`(?mi)^(?:update|delete from|insert into)\s+([a-z_]+)`)

// A forced policy keeps the tables' owner from all rows: a migration that changes some does nothing, in silence, unless it lifts the
// force first. A superuser, whom tests usually are, sees nothing of it.
func TestMigrationsThatChangeRowsLiftTheForcedPolicy(t *testing.T) {
	var files []string
	for _, of := range []string{".", "../executor/packs/*/store", "../internal/tablekit/testdata/*"} { // packs' after the ledger's, as they are applied
		found, err := filepath.Glob(of + "/migrations/postgres/*.sql")
		if err != nil || len(found) == 0 {
			t.Fatalf("no migrations of %s: %v", of, err)
		}
		files = append(files, found...)
	}
	forced, looked := map[string]bool{}, 0
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text := string(raw)
		for _, m := range rewrites.FindAllStringSubmatchIndex(text, -1) {
			table, before := text[m[2]:m[3]], text[:m[0]]
			if looked++; forced[table] && !strings.Contains(before, "alter table "+table+" no force row level security") {
				t.Errorf("%s changes rows of %s, whose policy is forced", f, table)
			}
		}
		for _, m := range regexp.MustCompile(`alter table ([a-z_]+) (?:enable row level security, )?force row level security`).FindAllStringSubmatch(text, -1) {
			forced[m[1]] = true
		}
		if strings.Contains(text, "force row level security', ") { // a loop over the tables that there are
			for _, m := range regexp.MustCompile(`(?m)^create table ([a-z_]+)`).FindAllStringSubmatch(text, -1) {
				forced[m[1]] = true
			}
		}
	}
	if looked < 3 || len(forced) < 10 || !forced["notes"] || !forced["tickets"] {
		t.Errorf("it looked at %d statements and knows %d forced tables", looked, len(forced))
	}
}
