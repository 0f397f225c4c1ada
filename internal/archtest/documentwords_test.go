package archtest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// read is what all files of a pattern say that match, of the first group.
func read(t *testing.T, pattern string, what *regexp.Regexp) []string {
	t.Helper()
	files, err := filepath.Glob("../../" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file is %s: %v", pattern, err)
	}
	var found []string
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range what.FindAllStringSubmatch(string(file), -1) {
			found = append(found, m[1])
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s says nothing like %s", pattern, what)
	}
	return found
}

// typed are the commands of a page: what stands in backquotes, and the lines of its blocks of code.
func typed(d document) []string {
	var all []string
	var prose strings.Builder
	for i, part := range strings.Split(d.text, "```") {
		if i%2 == 1 {
			all = append(all, strings.Split(part, "\n")...)
		} else {
			prose.WriteString(part)
		}
	}
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(prose.String(), -1) {
		all = append(all, m[1])
	}
	return all
}

// TestTheDocumentsNameCommandsThatAreThere: what a page has people type, make makes and the program knows.
func TestTheDocumentsNameCommandsThatAreThere(t *testing.T) {
	known := map[string][]string{
		"make":    read(t, "Makefile", regexp.MustCompile(`(?m)^([a-z]+):`)),
		"aisteam": {"serve"},
	}
	for _, name := range read(t, "cmd/aisteam/config.go", regexp.MustCompile("(?m)^\t(\\w+) +\\w+Command +`cmd:")) {
		known["aisteam"] = append(known["aisteam"], strings.ToLower(name))
	}
	command := regexp.MustCompile(`^\s*(?:[A-Z_]+=\S+ )*(?:\S*/)?(make|aisteam) ([a-z]+)\b`)
	seen := map[string]int{}
	for _, d := range documents(t) {
		for _, said := range typed(d) {
			m := command.FindStringSubmatch(said)
			if m == nil || strings.HasPrefix(said, "/aisteam") { // what is said to Slack
				continue
			}
			if seen[m[1]]++; !slices.Contains(known[m[1]], m[2]) {
				t.Errorf("%s: there is no %s", d.name, said)
			}
		}
	}
	if seen["make"] < 10 || seen["aisteam"] < 5 {
		t.Errorf("only %v are read", seen)
	}
}

// TestTheDocumentsNameVariablesThatAreRead: a variable in backquotes whose first word is that of one that we read is one, too.
func TestTheDocumentsNameVariablesThatAreRead(t *testing.T) {
	known := read(t, "cmd/aisteam/config*.go", regexp.MustCompile(`env:"(\w+)"`))
	known = append(known, read(t, "deploy/compose.yaml", regexp.MustCompile(`\$\{(\w+)`))...)
	known = append(known, read(t, "bots/web/panel_browser_test.go", regexp.MustCompile(`os\.Getenv\("(\w+)"\)`))...)
	families := map[string]bool{}
	for _, name := range known {
		family, _, _ := strings.Cut(name, "_")
		families[family] = true
	}
	variable := regexp.MustCompile(`^([A-Z]+)_[A-Z_]*[A-Z]\b`)
	seen := 0
	for _, d := range documents(t) {
		for _, said := range typed(d) {
			m := variable.FindStringSubmatch(said)
			if m == nil || !families[m[1]] {
				continue
			}
			if seen++; !slices.Contains(known, m[0]) {
				t.Errorf("%s: nothing reads %s", d.name, m[0])
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d variables are read", seen)
	}
}

// TestTheDocumentsNamePromisesThatAreTried: what a page quotes of the ledger's conformance suite is a promise of it.
func TestTheDocumentsNamePromisesThatAreTried(t *testing.T) {
	known := read(t, "storage/storagetest/*.go", regexp.MustCompile(`(?m)^\t\t"(.+)": +\w+(?:\(\w+\))?,$`))
	suite := regexp.MustCompile("`storagetest`((?: and|,)? \"[^\"]+\")+")
	quoted := regexp.MustCompile(`"([^"]+)"`)
	subtest := regexp.MustCompile(`Test(?:SQLite|Postgres)KeepsEveryPromise(?:, |/)(.+)`)
	seen := 0
	for _, l := range lines(documents(t)) {
		var names []string
		for _, run := range suite.FindAllString(l.text, -1) {
			for _, m := range quoted.FindAllStringSubmatch(run, -1) {
				names = append(names, m[1])
			}
		}
		if m := row.FindStringSubmatch(l.text); m != nil && m[2] == "storage/storagetest" {
			for name := range strings.SplitSeq(m[1], "\", \"") {
				names = append(names, strings.Trim(name, "\""))
			}
		}
		if m := subtest.FindStringSubmatch(l.text); m != nil {
			names = append(names, strings.ReplaceAll(m[1], "_", " "))
		}
		for _, name := range names {
			if seen++; !slices.Contains(known, name) {
				t.Errorf("%s:%d: the ledger promises no %q", l.name, l.n, name)
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d promises are read", seen)
	}
}

// TestTheChangelogSaysNothingTwice: no two entries of what is not released begin alike.
func TestTheChangelogSaysNothingTwice(t *testing.T) {
	const alike = 36
	seen := map[string]int{}
	entries := 0
	for _, l := range lines(documents(t)) {
		entry, is := strings.CutPrefix(l.text, "- ")
		if !is || l.name != "CHANGELOG.md" {
			continue
		}
		entries++
		begins := strings.ToLower(entry[:min(alike, len(entry))])
		if first, twice := seen[begins]; twice {
			t.Errorf("CHANGELOG.md:%d: begins as line %d does: %s", l.n, first, begins)
		}
		seen[begins] = l.n
	}
	if entries < 100 {
		t.Errorf("only %d entries are read", entries)
	}
}
