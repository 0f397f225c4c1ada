package storage_test

import (
	"cmp"
	"database/sql"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

// dumpSQLite writes a database file out as SQL: its tables, their rows, then the indexes.
func dumpSQLite(t *testing.T, dir string) string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() // it was only read
	var b strings.Builder
	for _, table := range liteTexts(t, db, `select sql from sqlite_master where type in ('table', 'trigger') and name not like 'sqlite_%'
		and name not like 'assistant\_words\_%' escape '\' order by rowid`) { // what is behind the table of words makes itself
		b.WriteString(table + ";\n\n")
	}
	for _, table := range liteTexts(t, db, `select name from sqlite_master where type = 'table' and name not like 'assistant\_words%' escape '\' order by rowid`) {
		columns := liteTexts(t, db, `select name from pragma_table_info('`+table+`') order by cid`)
		values := `quote(` + strings.Join(columns, `) || ', ' || quote(`) + `)`
		for _, row := range liteTexts(t, db, `select `+values+` from `+table+` order by rowid`) {
			fmt.Fprintf(&b, "insert into %s (%s) values (%s);\n", table, strings.Join(columns, ", "), row)
		}
	}
	for _, index := range liteTexts(t, db, `select sql from sqlite_master where type = 'index' and sql is not null order by rowid`) {
		b.WriteString("\n" + index + ";\n")
	}
	return b.String()
}

// dumpPostgres writes a database out with the server's own tool, without what only psql understands.
func dumpPostgres(t *testing.T, url string) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if err != nil || len(found) == 0 {
		found = []string{"pg_dump"}
	}
	slices.Sort(found)
	out, err := exec.CommandContext(t.Context(), found[len(found)-1], "--column-inserts", "--no-owner", servers.Superuser(url)).Output()
	if err != nil {
		t.Fatalf("pg_dump: %v", err)
	}
	var b strings.Builder
	blank := true
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "--") || strings.HasPrefix(line, "SET ") || strings.HasPrefix(line, `\`) || blank && line == "\n" {
			continue
		}
		blank = line == "\n"
		b.WriteString(line)
	}
	return b.String()
}

var stamps = regexp.MustCompile(`'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*(\+00)?'`) // compiled once, never changed

// calm makes the server's times the same at each making: what is near becomes milliseconds after the start in their order,
// what lies ahead keeps its distance to the minute.
func calm(t *testing.T, dump string) string {
	t.Helper()
	at := func(s string) time.Time {
		s = strings.TrimSuffix(strings.Trim(s, "'"), "+00")
		out, err := time.Parse("2006-01-02 15:04:05.999999", s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	all := stamps.FindAllString(dump, -1)
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(at(a).Compare(at(b)), strings.Compare(a, b)) })
	all = slices.Compact(all)
	now := time.Now().UTC()
	known := map[string]string{}
	for i, s := range all {
		is := at(s)
		switch away := is.Sub(now); {
		case is.Equal(schemaStart), is.Equal(schemaEnd):
			continue
		case away < 0:
			is = schemaStart.Add(time.Duration(i) * time.Millisecond)
		default:
			is = schemaStart.Add(away.Round(time.Minute))
		}
		known[s] = "'" + is.Format("2006-01-02 15:04:05.000") + s[len("'")+len(strings.TrimSuffix(strings.Trim(s, "'"), "+00")):]
	}
	return stamps.ReplaceAllStringFunc(dump, func(s string) string { return cmp.Or(known[s], s) })
}

// loadSQLite makes a data folder whose database is the dump's.
func loadSQLite(t *testing.T, dump string) storage.Config {
	t.Helper()
	dir := t.TempDir()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() // everything is written
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(), dump); err != nil {
		t.Fatalf("load the dump: %v", err)
	}
	return storage.Config{Dir: dir}
}

// loadPostgres makes a database that is the dump's.
func loadPostgres(t *testing.T, dump string) storage.Config {
	t.Helper()
	url := servers.EmptyPostgres(t)
	c := tablekit.Connect(t, url)
	if _, err := c.PgConn().Exec(t.Context(), dump).ReadAll(); err != nil {
		t.Fatalf("load the dump: %v", err)
	}
	return storage.Config{DatabaseURL: url}
}
