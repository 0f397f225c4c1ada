package archtest_test

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A document is a page that names what is in the tree.
type document struct{ name, text string }

// line is one line of a document, as a failure names it.
type line struct {
	document
	n    int
	text string
}

// documents are the pages that are held against the tree: of the changelog what is not released yet.
func documents(t *testing.T) []document {
	t.Helper()
	names := []string{"README.md", "AGENTS.md", "CHANGELOG.md"}
	for _, pattern := range []string{"docs/*.md", "docs/decisions/*.md", "docs/recorded/*.txt"} {
		found, err := filepath.Glob("../../" + pattern)
		if err != nil || len(found) < 4 {
			t.Fatalf("%d pages are %s: %v", len(found), pattern, err)
		}
		for _, name := range found {
			names = append(names, strings.TrimPrefix(filepath.ToSlash(name), "../../"))
		}
	}
	var all []document
	for _, name := range names {
		page, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(page)
		if name == "CHANGELOG.md" {
			unreleased := strings.Index(text, "\n## [Unreleased]") + 1
			next, _, _ := strings.Cut(text[unreleased:], "\n## [")
			text = text[:unreleased] + next
		}
		all = append(all, document{name, text})
	}
	return all
}

func lines(all []document) []line {
	var out []line
	for _, d := range all {
		for i, text := range strings.Split(d.text, "\n") {
			out = append(out, line{d, i + 1, text})
		}
	}
	return out
}

// tree is what a document may name: every file and folder, by its path from the root.
func tree(t *testing.T) map[string]bool {
	t.Helper()
	there := map[string]bool{}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(name, ".") && name != "." && name != ".ci" {
			return fs.SkipDir
		}
		there[name] = d.IsDir()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return there
}

// inTree is whether a path is in the tree as it is written, as a pattern, or as the end of a longer one.
func inTree(there map[string]bool, name string) bool {
	name = strings.TrimRight(name, "./*")
	if _, ok := there[name]; ok {
		return true
	}
	for file := range there {
		whole, _ := path.Match(name, file)
		if tail, _ := path.Match(name, path.Base(file)); whole || tail || strings.HasSuffix(file, "/"+name) {
			return true
		}
	}
	return false
}

// exported is the tail of a name within a package, as in `agents/tools.Tool`.
var exported = regexp.MustCompile(`\.[A-Z]\w*$`)

// aFile is a path or a name that ends as those of our files do; what a URL or an address of the service ends with is none.
var aFile = regexp.MustCompile(`(^|[\s"'(` + "`" + `])([\w*-][\w.*-]*(?:/[\w.*-]+)*\.(?:go|sql|md|txt|txtar|csv|json|html|css|js|yaml|php|png))\b`)

// TestTheDocumentsNameFilesThatAreThere: a file or folder of the tree that a page names is in it.
func TestTheDocumentsNameFilesThatAreThere(t *testing.T) {
	there := tree(t)
	var roots []string
	for name, folder := range there {
		if folder && name != "." && !strings.Contains(name, "/") {
			roots = append(roots, regexp.QuoteMeta(name))
		}
	}
	slices.Sort(roots)
	below := regexp.MustCompile(`(^|[^\w/.:-])((?:` + strings.Join(roots, "|") + `)/[\w./*-]+)`)
	shown := []string{"tickets.csv"} // a file that the README shows being written in a thread
	seen := 0
	for _, l := range lines(documents(t)) {
		for _, m := range slices.Concat(below.FindAllStringSubmatch(l.text, -1), aFile.FindAllStringSubmatch(l.text, -1)) {
			if seen++; !inTree(there, exported.ReplaceAllString(m[2], "")) && !slices.Contains(shown, m[2]) {
				t.Errorf("%s:%d: there is no %s", l.name, l.n, m[2])
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d names of files are read", seen)
	}
}

var (
	aTest    = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`)
	declared = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
)

// tests are the folders that declare a test of that name.
func tests(t *testing.T, there map[string]bool) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for name := range there {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllStringSubmatch(string(file), -1) {
			found[m[1]] = append(found[m[1]], path.Dir(name))
		}
	}
	return found
}

func beneath(folder, of string) bool { return folder == of || strings.HasPrefix(folder, of+"/") }

// row is a line of a list that says promise, tests and package.
var row = regexp.MustCompile(`^[^|]+ \| ([^|]+) \| ([\w/]+)$`)

// TestTheDocumentsNameTestsThatAreThere: of every test that a page names there is one that begins so, and where the package stands
// before it, or in its row, it is in that package or below.
func TestTheDocumentsNameTestsThatAreThere(t *testing.T) {
	there := tree(t)
	declared := tests(t, there)
	names := slices.Sorted(maps.Keys(declared))
	holding := slices.Concat(slices.Collect(maps.Values(declared))...)
	word := regexp.MustCompile(`[\w/]+`)
	seen := 0
	for _, l := range lines(documents(t)) {
		in, text := "", l.text // the package that stands before
		if m := row.FindStringSubmatch(text); m != nil {
			if text, in = m[1], m[2]; !there[in] {
				t.Errorf("%s:%d: there is no package %s", l.name, l.n, in)
			}
		}
		for _, w := range word.FindAllString(text, -1) {
			if there[w] && slices.ContainsFunc(holding, func(folder string) bool { return beneath(folder, w) }) {
				in = w
			}
			if !aTest.MatchString(w) || strings.Contains(w, "/") {
				continue
			}
			seen++
			var folders []string
			for _, name := range names {
				if strings.HasPrefix(name, w) {
					folders = append(folders, declared[name]...)
				}
			}
			if len(folders) == 0 {
				t.Errorf("%s:%d: there is no %s", l.name, l.n, w)
			} else if in != "" && !slices.ContainsFunc(folders, func(folder string) bool { return beneath(folder, in) }) {
				t.Errorf("%s:%d: %s is in %s, not in %s", l.name, l.n, w, folders[0], in)
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d names of tests are read", seen)
	}
}
