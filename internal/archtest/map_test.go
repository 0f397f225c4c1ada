package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
		declared, hands := declares(file, s[2]), false
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

// pictured is a step of a picture: its number, what happens, and the function in which it does.
var pictured = regexp.MustCompile(`(?m)^ ?(\d+) +\S.* (\S+\.go) (\w+)$`)

// TestAPictureHasTenStepsAtMost: what becomes of words, the road of the loop and an executor's question are a picture each, numbered, of at
// most ten steps, and every step is a function of the file that it names.
func TestAPictureHasTenStepsAtMost(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"What becomes of words", "The road of the loop", "An executor's question"} {
		_, rest, found := strings.Cut(string(page), "\n## "+title+"\n\n```\n")
		picture, _, ends := strings.Cut(rest, "```")
		steps := pictured.FindAllStringSubmatch(picture, -1)
		if lines := strings.Count(picture, "\n"); !found || !ends || len(steps) == 0 || len(steps) > 10 || lines != len(steps) {
			t.Errorf("%q has %d lines, of which %d are steps", title, lines, len(steps))
		}
		for i, s := range steps {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", s[2]), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Error(err)
				continue
			}
			if s[1] != strconv.Itoa(i+1) || !declares(file, s[3]) {
				t.Errorf("%q: step %s is %s of %s, which is not there", title, s[1], s[3], s[2])
			}
		}
	}
}

// declares tells whether a file has a function or method of that name.
func declares(file *ast.File, name string) bool {
	return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Name.Name == name
	})
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
