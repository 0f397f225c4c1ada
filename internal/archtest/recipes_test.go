package archtest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// named is a file as AGENTS.md names it.
var named = regexp.MustCompile("`([\\w*-]+(?:/[\\w*.-]+)+\\.(?:go|html|json|md))`")

// TestTheRecipesNameFilesThatAreThere holds AGENTS.md against the tree.
func TestTheRecipesNameFilesThatAreThere(t *testing.T) {
	page, err := os.ReadFile("../../AGENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	all := named.FindAllStringSubmatch(string(page), -1)
	if len(all) < 8 {
		t.Errorf("only %d files are read", len(all))
	}
	for _, m := range all {
		if found, err := filepath.Glob(filepath.Join("../..", m[1])); err != nil || len(found) == 0 {
			t.Errorf("there is no %s (%v)", m[1], err)
		}
	}
}
