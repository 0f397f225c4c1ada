package wording_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestEverySentenceIsGivenWhatItsVerbsTake: as many arguments as there are verbs, and no text written out where a number goes.
func TestEverySentenceIsGivenWhatItsVerbsTake(t *testing.T) {
	said := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || called(call.Fun) != "Say" || len(call.Args) == 0 || call.Ellipsis.IsValid() {
				return true
			}
			key, ok := folded(call.Args[0])
			if !ok {
				return true
			}
			said++
			takes := map[byte]byte{} // the verb of each place
			for _, v := range verbs(key) {
				takes[v[0]] = v[1]
			}
			if len(takes) != len(call.Args)-1 {
				t.Errorf("%s: %q takes %d arguments and is given %d", set.Position(call.Pos()), key, len(takes), len(call.Args)-1)
			}
			for i, arg := range call.Args[1:] {
				if _, text := folded(arg); text && takes['1'+byte(i)] == 'd' {
					t.Errorf("%s: %q is given a text where its number %d goes", set.Position(call.Pos()), key, i+1)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || said < 1500 {
		t.Fatalf("%d sentences were looked at: %v", said, err)
	}
}
