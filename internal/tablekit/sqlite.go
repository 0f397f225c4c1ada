package tablekit

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/storage"
)

// trySQLite brings the tables to an embedded database of before, and compares it with a fresh one.
func (p Part) trySQLite(t *testing.T) {
	t.Helper()
	fresh, updated := storage.Config{Dir: t.TempDir()}, storage.Config{Dir: t.TempDir()}
	if err := storage.Migrate(t.Context(), config(updated)); err != nil {
		t.Fatal(err)
	}
	worlds := p.landed(t, updated, "sqlite", func(text string) {
		if _, err := lite(t, updated.Dir).ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	})
	for _, c := range []storage.Config{fresh, updated} { // of the latter there is nothing left to do
		if err := storage.Migrate(t.Context(), config(c, p.Pack)); err != nil {
			t.Fatal(err)
		}
	}
	const schema = `select group_concat(name || ': ' || coalesce(sql, ''), char(10)) from (select name, sql from sqlite_master order by name)`
	if d := cmp.Diff(liteText(t, fresh.Dir, schema), liteText(t, updated.Dir, schema)); d != "" {
		t.Errorf("the schema of a fresh database and of one that was there (-fresh +updated):\n%s", d)
	}
	l := open(t, config(updated, p.Pack))
	defer l.close(t)
	p.read(t, l, worlds)
	p.laws(t, l)
	w := l.world(t)
	p.apart(t, w, p.Fixture(t, w))
}

func liteText(t *testing.T, dir, query string) (out string) {
	t.Helper()
	if err := lite(t, dir).QueryRowContext(t.Context(), query).Scan(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// lite goes to the file itself.
func lite(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() }) // what was written is there
	return db
}
