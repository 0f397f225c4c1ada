package archtest_test

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	hush    = regexp.MustCompile(`//nolint:([\w,]+)`)
	enabled = regexp.MustCompile(`(?m)^    - (\w+)$`)
)

// standard are the linters that run without being named (golangci-lint v2, "default: standard").
var standard = []string{"errcheck", "govet", "ineffassign", "staticcheck", "unused"}

// TestNoLinterIsHushedThatIsNotRun: a comment that hushes nobody tells its readers of a danger that nobody looks for. The linter for such
// comments does not see those that name a linter which is not run.
func TestNoLinterIsHushedThatIsNotRun(t *testing.T) {
	config, err := os.ReadFile("../../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	run := slices.Clone(standard)
	for _, m := range enabled.FindAllStringSubmatch(string(config), -1) {
		run = append(run, m[1])
	}
	if len(run) < 30 {
		t.Fatalf("only %d linters are found in .golangci.yml: %v", len(run), run)
	}
	tree := os.DirFS("../..")
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		raw, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		for _, m := range hush.FindAllStringSubmatch(string(raw), -1) {
			for linter := range strings.SplitSeq(m[1], ",") {
				if !slices.Contains(run, linter) {
					t.Errorf("%s hushes %s, which is not run", name, linter)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
