package main

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/executor/blocks"
)

// TestWeReadPagesAsWordPressDoes: 300 pages as people have them, and 3,000 generated texts, half-broken ones among them. The
// command reads 100,000, with the editor's parser from npm too.
func TestWeReadPagesAsWordPressDoes(t *testing.T) {
	p, err := php(t.TempDir())
	if errors.Is(err, errMissing) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT COMPARED WITH WORDPRESS'S PARSER: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	texts := slices.Concat(pages(1), generated(3000, 1))
	differing, err := compare(t.Context(), p, texts)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differing[:min(3, len(differing))] {
		t.Error(d)
	}
	broken := 0
	for _, text := range texts {
		d := blocks.Parse(text)
		if d.String() != text {
			t.Errorf("%q prints as %q", text, d.String())
		}
		if !d.Whole() {
			broken++
		}
	}
	if broken < 100 || broken > len(texts)/2 {
		t.Errorf("%d of %d texts are broken: what is generated shows little", broken, len(texts))
	}
}
