package main

import (
	"os"
	"strings"
	"testing"
)

// TestPromptsAreThoseThatWereRead: a prompt changes on purpose. go run ./internal/prompts -write keeps the new ones; read them.
func TestPromptsAreThoseThatWereRead(t *testing.T) {
	asked, err := story()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, a := range asked {
		seen[string(a.Purpose)] = true
		kept, err := os.ReadFile("testdata/" + string(a.Purpose) + ".txt")
		if err != nil || string(kept) != written(a) {
			t.Errorf("what is asked to %s has changed (%v)", a.Purpose, err)
		}
	}
	for _, purpose := range []string{"classify", "answer", "requirements", "interpret", "forks", "plan", "revise", "summary", "validate", "advise"} {
		if !seen[purpose] {
			t.Errorf("nobody was asked to %s", purpose)
		}
	}
	was, err := os.ReadFile("../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	if is, err := replaced(string(was), table(asked)); err != nil || is != string(was) {
		t.Errorf("the page says other figures (%v)", err)
	}
}

// TestWhatNeverChangesStandsFirst: the stages of one plan begin with the same words, the tools that its request finds among them, which
// a provider that keeps the beginnings of requests reads once; what the plan takes up later stands behind them, and each tool is sent once.
func TestWhatNeverChangesStandsFirst(t *testing.T) {
	asked, err := story()
	if err != nil {
		t.Fatal(err)
	}
	common := ""
	for _, a := range asked {
		catalogue := strings.Index(a.Instructions.Stable, "The team, “agents”")
		if catalogue < 0 {
			continue
		}
		if common == "" {
			common = a.Instructions.Stable[:catalogue]
		}
		if !strings.HasPrefix(a.Instructions.Stable, common) || strings.Count(written(a), "\ncreate_ticket [") != 1 {
			t.Errorf("to %s: other words stand first, or the tools are sent more than once", a.Purpose)
		}
	}
	if !strings.Contains(common, "create_ticket") {
		t.Errorf("there is no catalogue:\n%s", common)
	}
}
