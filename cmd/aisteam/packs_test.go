package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/internal/packkit"
)

// TestThePacksOfTestsAreThoseThatAreServed, in the same order: of two that are asked for with the same words the first is meant.
func TestThePacksOfTestsAreThoseThatAreServed(t *testing.T) {
	kit, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	names := func(packs []tools.Pack) (out []string) {
		for _, p := range packs {
			out = append(out, p.Name)
		}
		return out
	}
	if diff := cmp.Diff(names(declared()), names(kit)); diff != "" {
		t.Errorf("internal/packkit has others (-served +kit):\n%s", diff)
	}
}
