package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// TestTheNounsKnowNoKindOfTask: a kind of task is a tool's name, and tools are a pack's.
func TestTheNounsKnowNoKindOfTask(t *testing.T) {
	files, err := filepath.Glob("../../assistant/*.go")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok {
				if of, ok := v.Type.(*ast.Ident); ok && of.Name == "TaskType" {
					t.Errorf("%s: %s belongs to the pack whose tool it is", name, v.Names[0].Name)
				}
			}
			return true
		})
	}
}
