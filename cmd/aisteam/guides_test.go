package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The guides are typed as they stand: every variable in them is one that is read, and every file and command is there.
func TestTheGuidesNameWhatThereIs(t *testing.T) {
	known := []string{"GOGC"}
	for field := range reflect.TypeFor[Config]().Fields() {
		known = append(known, field.Tag.Get("env"))
	}
	for _, guide := range []string{"../../README.md", "../../deploy/slack/README.md", "../../deploy/discord/README.md", "../../docs/operating.md"} {
		raw, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		text := string(raw)
		for _, name := range regexp.MustCompile(`\b(?:AISTEAM|SLACK|DISCORD|GEMINI|ANTHROPIC|OPENAI|AZURE|AI|DATABASE|REDIS|LOG|FEATURE|RATE)_[A-Z_]+\b`).FindAllString(text, -1) {
			if !slices.Contains(known, name) {
				t.Errorf("%s: nothing reads %s", guide, name)
			}
		}
		for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
			file, _, _ := strings.Cut(link[1], "#")
			if file == "" || strings.Contains(file, "://") || strings.ContainsAny(file, "… /") && !strings.Contains(file, ".") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(guide), file)); err != nil {
				t.Errorf("%s: %v", guide, err)
			}
		}
	}
	for _, name := range known[1:] {
		raw, err := os.ReadFile("../../README.md")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), "`"+name+"`") {
			t.Errorf("the README does not say what %s is", name)
		}
	}
}

// The addresses in the manifests are as many as the guide says.
func TestTheGuideCountsTheAddressesOfTheManifests(t *testing.T) {
	for file, n := range map[string]int{"manifest.json": 3, "manifest-workspaces.json": 4, "manifest-socket.json": 0} {
		raw, err := os.ReadFile("../../deploy/slack/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(raw), "https://team.example.com"); got != n {
			t.Errorf("%s has the address %d times", file, got)
		}
	}
}
