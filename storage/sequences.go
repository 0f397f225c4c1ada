package storage

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"

	"github.com/pressly/goose/v3"

	"github.com/aisteam/aisteam/assistant/tables"
)

//go:embed migrations/postgres/*.sql migrations/sqlite/*.sql
var migrations embed.FS

// The folders of a sequence, one for each database.
const (
	onPostgres = "migrations/postgres"
	onSQLite   = "migrations/sqlite"
)

// sequence is a series of migrations that counts for itself: the ledger's own, or a pack's.
type sequence struct {
	whose    string // in a sentence
	versions string // the table of what was applied
	files    fs.FS
}

var packNames = regexp.MustCompile(`^[a-z]+$`) // compiled once, never changed

// sequences are all migrations of a database, in the order they are applied: tables of packs refer to the ledger's.
func sequences(packs []tables.Pack) ([]sequence, error) {
	out := []sequence{{"the database", goose.DefaultTablename, migrations}}
	known := map[string]bool{}
	for _, p := range packs {
		if !packNames.MatchString(p.Name) || known[p.Name] || p.Migrations == nil {
			return nil, fmt.Errorf("the tables of pack %q: it needs migrations, and a name of its own in lowercase letters", p.Name)
		}
		known[p.Name] = true
		out = append(out, sequence{"the database for the pack " + p.Name, p.Versions(), p.Migrations})
	}
	return out, nil
}

// newest is the number of the last migration for a database.
func (s sequence) newest(folder string) (int64, error) {
	names, err := fs.Glob(s.files, path.Join(folder, "*.sql"))
	if err != nil || len(names) == 0 {
		return 0, fmt.Errorf("list migrations of %s: %w", s.whose, errors.Join(err, fs.ErrNotExist))
	}
	last := names[len(names)-1]
	v, err := goose.NumericComponent(last)
	if err != nil {
		return 0, fmt.Errorf("read version of %s: %w", last, err)
	}
	return v, nil
}

// fits compares how far a database is with what this program was made for.
func (s sequence) fits(at, want int64) error {
	switch {
	case at < want:
		return refuse(nil, "%s is at version %d and this program needs %d: run `aisteam migrate` first", s.whose, at, want)
	case at > want:
		return refuse(nil, "%s is at version %d, made by a newer program, and this one knows %d: run the newer program, or go back to the backup from before its `aisteam migrate`", s.whose, at, want)
	}
	return nil
}
