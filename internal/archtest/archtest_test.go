package archtest_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aisteam/aisteam/internal/archtest"
)

func TestTheTreeKeepsTheRules(t *testing.T) {
	found, err := archtest.Check(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

func TestBrokenRulesAreReported(t *testing.T) {
	const doc = "// Package x is here to break a rule.\n"
	imports := func(paths ...string) string {
		return doc + "package x\nimport (\n_ \"" + strings.Join(paths, "\"\n_ \"") + "\"\n)\n"
	}
	const ours = "github.com/aisteam/aisteam/"
	for _, c := range []struct {
		name, file, src, want string
	}{
		{"nouns know nobody", "assistant/x.go", imports(ours + "storage"), "assistant may not import storage"},
		{"nouns are standard", "assistant/x.go", imports("github.com/jackc/pgx/v5"), "the standard library alone"},
		{"core knows no storage", "executor/x.go", imports(ours + "storage"), "executor may not import storage"},
		{"core knows no platform", "orchestrator/x.go", imports(ours + "bots/slack"), "may not import bots/slack"},
		{"the flow goes down", "agents/x.go", imports(ours + "planning"), "agents may not import planning"},
		{"tools are declared below", "agents/tools/x.go", imports(ours + "agents"), "may not import agents"},
		{"packs know no executor", "executor/packs/site/x.go", imports(ours + "executor"), "may not import executor"},
		{"connections know no pack", "executor/connect/wp/x.go", imports(ours + "executor/packs/site"), "may not import executor/packs/site"},
		{"surfaces are apart", "bots/slack/x.go", imports(ours + "bots/web"), "bots/slack may not import bots/web"},
		{"surfaces see no store", "bots/web/x.go", imports(ours + "storage"), "bots/web may not import storage"},
		{"storage serves all", "storage/x.go", imports(ours + "orchestrator"), "storage may not import orchestrator"},
		{"every package has a row", "helpers/x.go", doc + "package x\n", "no row in the import table"},
		{"every package has a comment", "bots/x.go", "package x\n", "no comment"},
		{"files stay short", "bots/x.go", doc + "package x\n" + strings.Repeat("//\n", 500), "more than 500"},
		{"tests stay short", "bots/x_test.go", "package x\n" + strings.Repeat("//\n", 700), "more than 700"},
		{"one reader of the environment", "bots/x.go", doc + "package x\nimport \"os\"\nfunc f() { os.Getenv(\"X\") }\n", "os.Getenv outside cmd"},
		{"nothing on import", "bots/x.go", doc + "package x\nfunc init() {}\n", "an init function"},
		{"the client is cmd's", "executor/x.go", doc + "package x\nvar f = llm.NewClient\n", "llm.NewClient outside cmd"},
		{"whoever asks is recorded", "executor/packs/content/x.go", doc + "package x\ntype w struct { model llm.Asker }\n", "an llm.Asker is kept in a struct"},
		{"cmd asks nobody itself", "cmd/aisteam/x.go", doc + "package main\nfunc f(s setups) { s.model.Ask() }\n", "asked past the recorder"},
		{"tools have no client of their own", "executor/packs/site/x.go", doc + "package x\nvar c = &http.Client{}\n", "Client reaches out past the dialer"},
		{"nor the one that everybody has", "planning/x.go", doc + "package x\nfunc f() { http.Get(\"https://example.org\") }\n", "Get reaches out past the dialer"},
		{"nor a transport", "executor/connect/mcp/x.go", doc + "package x\nvar t http.Transport\n", "Transport reaches out past the dialer"},
		{"they look up no names", "executor/x.go", doc + "package x\nfunc f(r *net.Resolver) { r.LookupHost(nil, \"x\") }\n", "LookupHost reaches out past the dialer"},
		{"and dial nobody", "agents/tools/x.go", doc + "package x\nvar f = net.Dial\n", "Dial reaches out past the dialer"},
		{"nor let others do it", "executor/connect/mcp/x.go", imports("os/exec"), "os/exec reaches out past the dialer"},
		{"they go under their permit", "executor/connect/mcp/x.go", doc + "package x\nvar p = outward.ByCode(\"it is quicker\")\n", "outward.ByCode outside the registry"},
		{"cmd makes the team", "orchestrator/x.go", doc + "package x\nfunc f() { team.New(nil, nil) }\n", "team.New outside cmd"},
		{"of whoever it is for", "bots/x.go", doc + "package x\nfunc f() { team.Roster() }\n", "team.Roster outside cmd"},
		{"nobody keeps one for all", "cmd/aisteam/x.go", doc + "package x\nvar t *team.Team\n", "team.Team at package level"},
		{"no global maps", "bots/x.go", doc + "package x\nvar m = map[string]int{}\n", "the map m at package level"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := fstest.MapFS{c.file: {Data: []byte(c.src)}}
			found, err := archtest.Check(tree)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) != 1 || !strings.Contains(found[0], c.want) {
				t.Errorf("reported %q, want one line with %q", found, c.want)
			}
		})
	}
}

func TestAllowedIsNotReported(t *testing.T) {
	tree := fstest.MapFS{
		"agents/x.go":        {Data: []byte("// Package x is fine.\npackage x\nimport (\n\"os\"\n_ \"github.com/aisteam/aisteam/agents/llm\"\n)\nvar _ = os.Args\n")},
		"bots/slack/x.go":    {Data: []byte("// Package x is fine.\npackage x\nimport _ \"github.com/aisteam/aisteam/bots\"\n")},
		"cmd/aisteam/x.go":   {Data: []byte("// Package x is fine.\npackage x\nimport \"os\"\nvar _ = os.Getenv(\"X\")\n")},
		"testdata/broken.go": {Data: []byte("this is no Go")},
	}
	found, err := archtest.Check(tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}
