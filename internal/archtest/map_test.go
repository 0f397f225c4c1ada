package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// step is a line of a way on the map.
var step = regexp.MustCompile("(?m)^\\| `([\\w/]+\\.go)`[^|]*\\| `(\\w+)` \\| `(\\w+)` \\|$")

// TestTheMapIsTrue holds docs/architecture.md against the code: every function it names is in its file, and uses what it is said
// to hand on to.
func TestTheMapIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	steps := step.FindAllStringSubmatch(string(page), -1)
	if lines := strings.Count(string(page), "\n| `bots/") + strings.Count(string(page), "\n| `orchestrator/"); len(steps) < 20 || lines > len(steps) {
		t.Errorf("%d steps are read where the page has %d", len(steps), lines)
	}
	for _, s := range steps {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", s[1]), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			continue
		}
		declared, hands := false, false
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == s[2] {
				declared = true
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == s[3] {
				hands = true
			}
			return true
		})
		if !declared || !hands {
			t.Errorf("%s: %s declared %t, %s used %t", s[1], s[2], declared, s[3], hands)
		}
	}
}

// TestAWayIsShort: from the door to the log, and from the log back, is six files at most.
func TestAWayIsShort(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(string(page), "\n\n") {
		if n := len(step.FindAllString(part, -1)); n > 6 {
			t.Errorf("%d files:\n%s", n, part)
		}
	}
}
