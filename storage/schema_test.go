package storage_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/executor/packs/stores"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

var keepSchema = flag.Int("keep-schema", 0, "write the fixture of this version of the schema, which must be the newest, anew")

// Data of every schema that was ever landed is brought up to date by today's migrations, and today's verbs tell the same of
// it as the verbs of its own time did. Each change tries the newest and some of the others.
func TestDataOfEveryLandedSchemaIsReadToday(t *testing.T) {
	all, err := filepath.Glob(filepath.Join("testdata", "schema", "*", "*.sql"))
	if err != nil || len(all) < 2 {
		t.Fatalf("fixtures %v: %v", all, err)
	}
	newest := len(all) - 2 // on both databases
	for _, file := range slices.Concat(sampled.Of(t, all[:newest], 8), all[newest:]) {
		t.Run(file, func(t *testing.T) {
			t.Parallel() // it mostly waits for a disk
			load := loadSQLite
			if filepath.Base(file) == "postgres.sql" {
				load = loadPostgres
			}
			dump := read(t, file)
			cfg := load(t, dump)
			cfg.Packs = stores.All()
			if err := storage.Migrate(t.Context(), cfg); err != nil {
				t.Fatal(err)
			}
			got, _ := tree(t, look(t, cfg))
			var want map[string]any
			if err := json.Unmarshal([]byte(read(t, file+".json")), &want); err != nil {
				t.Fatal(err)
			}
			delete(want, "Agents") // what versions kept there that had the roster in a table; it stands in nobody's place
			if defined, _ := got["AgentDefinitions"].([]any); want["AgentDefinitions"] == nil && len(defined) > 0 {
				t.Errorf("agents that nobody has defined: %v", defined)
			}
			for _, m := range missing("", want, got) {
				t.Error(m)
			}
		})
	}
}

// TestKeepThisSchema writes the fixture of the schema as it is. Run it where a new schema lands, before the next migration:
//
//	go test ./storage -run TestKeepThisSchema -keep-schema 17
func TestKeepThisSchema(t *testing.T) {
	if *keepSchema == 0 {
		t.Skip("only with -keep-schema")
	}
	version := fmt.Sprintf("%05d", *keepSchema)
	names, err := filepath.Glob("migrations/postgres/*.sql")
	if err != nil || !strings.HasPrefix(filepath.Base(slices.Max(names)), version) {
		t.Fatalf("%s is not the newest of %v: %v", version, names, err)
	}
	dir := filepath.Join("testdata", "schema", version)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	lite := storage.Config{Dir: t.TempDir()}
	newFiller(t).fill(lite)
	keep(t, filepath.Join(dir, "sqlite.sql"), calm(t, dumpSQLite(t, lite.Dir)), loadSQLite)
	postgres := storage.Config{DatabaseURL: servers.Postgres(t)}
	newFiller(t).fill(postgres)
	keep(t, filepath.Join(dir, "postgres.sql"), calm(t, dumpPostgres(t, postgres.DatabaseURL)), loadPostgres)
}

// keep writes a dump, and beside it what the verbs tell of it.
func keep(t *testing.T, file, dump string, load func(*testing.T, string) storage.Config) {
	t.Helper()
	_, text := tree(t, look(t, load(t, dump)))
	for name, content := range map[string][]byte{file: []byte(dump), file + ".json": text} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
