package tablekit

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// landed applies the pack's migrations one by one. After each it puts into the tables what the pack says a program of that version left
// there, for a world of its own; with the newest that must be something.
func (p Part) landed(t *testing.T, c storage.Config, folder string, put func(sql string)) []*World {
	t.Helper()
	names, err := fs.Glob(p.Pack.Migrations, path.Join("migrations", folder, "*.sql"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no migrations: %v", err)
	}
	var worlds []*World
	for i := range names {
		if err := storage.Migrate(t.Context(), config(owners(c), p.upTo(t, names[:i+1]))); err != nil {
			t.Fatal(err)
		}
		version, _, _ := strings.Cut(path.Base(names[i]), "_")
		left, err := fs.ReadFile(p.Landed, path.Join("landed", folder, version+".sql"))
		if err != nil && i == len(names)-1 {
			t.Fatalf("keep what this version leaves in the tables, before another one lands: %v", err)
		}
		if err != nil {
			continue
		}
		l := open(t, config(c))
		w := l.world(t)
		l.close(t)
		put(strings.NewReplacer("{tenant}", string(w.Tenant), "{person}", string(w.Person)).Replace(string(left)))
		worlds = append(worlds, w)
	}
	return worlds
}

// upTo is the pack as it was with these migrations.
func (p Part) upTo(t *testing.T, names []string) tables.Pack {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range names {
		raw, err := fs.ReadFile(p.Pack.Migrations, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: raw}
	}
	return tables.Pack{Name: p.Pack.Name, Migrations: files}
}

// read looks at what versions of before have left, through the store of today.
func (p Part) read(t *testing.T, l *ledger, worlds []*World) {
	t.Helper()
	for _, w := range worlds {
		w.DB, w.Ledger = l.Packs, l.DB
		p.Reads(t, w)
	}
}

// owners opens a database as the user that may migrate it.
func owners(c storage.Config) storage.Config {
	if c.DatabaseURL != "" {
		c.DatabaseURL = servers.Owner(c.DatabaseURL)
	}
	return c
}
