package storage_test

import (
	"database/sql"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWhatNoStatementNamesIsKnown: a table or a column that no statement names is dead, and is listed in decision 0041 with the reason
// why it stays.
func TestWhatNoStatementNamesIsKnown(t *testing.T) {
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
	named := namedInSQL(t)
	var dead []string
	for _, of := range liteTexts(t, lite, `select m.name || '.' || c.name from sqlite_master m join pragma_table_info(m.name) c
		where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'assistant\_words%' escape '\' and m.name not like '%\_db\_version' escape '\'`) {
		switch table, column, _ := strings.Cut(of, "."); {
		case !named[table]:
			dead = append(dead, table)
		case !named[column]:
			dead = append(dead, of)
		}
	}
	slices.Sort(dead)
	want := []string{
		"agent_chat_sessions.closed_at", "assistant_conversations.active_flag", "assistant_conversations.closed_at",
		"platform_ai_settings.headers", "platform_ai_settings.query_params", "project_credentials.password", "project_credentials.username", "projects.cms", "projects.site_url",
	}
	if d := cmp.Diff(want, slices.Compact(dead)); d != "" {
		t.Errorf("what no statement names (-listed +found):\n%s", d)
	}
}

// TestTheLedgerKnowsNoTableOfAPack: what a pack keeps is read and written by its store alone. The ledger asks by what a pack hands in.
func TestTheLedgerKnowsNoTableOfAPack(t *testing.T) {
	theirs := regexp.MustCompile(`\b(from|join|update|into) (tickets|background_tasks|background_runs|hooks|hook_bursts|hook_events|channel_events)\b`)
	ours, found := 0, 0
	for _, s := range statements(t) {
		of := theirs.FindString(s.text)
		if !strings.HasPrefix(s.at, "../") {
			ours++
			if of != "" {
				t.Errorf("%s: %s says %q", s.at, s.in, of)
			}
		} else if of != "" {
			found++
		}
	}
	if ours < 500 || found < 20 {
		t.Errorf("%d statements are looked at, and %d of stores name their tables", ours, found)
	}
}

// filesWithSQL are those of this package and of the packs' stores, and what both share.
func filesWithSQL(t *testing.T) (files []string) {
	t.Helper()
	for _, in := range []string{"*.go", "../assistant/tables/*.go", "../background/store/*.go", "../executor/packs/*/store/*.go"} {
		found, err := filepath.Glob(in)
		if err != nil || len(found) == 0 {
			t.Fatalf("no statements in %s: %v", in, err)
		}
		files = append(files, found...)
	}
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
}

// namedInSQL are the words of all statements.
func namedInSQL(t *testing.T) map[string]bool {
	t.Helper()
	words, out := regexp.MustCompile(`\w+`), map[string]bool{}
	for _, file := range filesWithSQL(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && l.Value[0] == '`' {
				for _, word := range words.FindAllString(l.Value, -1) {
					out[word] = true
				}
			}
			return true
		})
	}
	return out
}
