package site_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant/site"
)

func TestSlugs(t *testing.T) {
	for text, want := range map[string]bool{
		"services": true, "our-services-2": true, "a": true, "7": true, strings.Repeat("a", 96): true,
		"": false, "-a": false, "a-": false, "a--b": false, "A": false, "ä": false, "a b": false, "a/b": false, "..": false, "a.b": false,
		"a_b": false, strings.Repeat("a", 97): false,
	} {
		if got := site.ValidSlug(text); got != want {
			t.Errorf("ValidSlug(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestMarksTellWritesApart(t *testing.T) {
	var p site.Page
	p = p.WithMark("first")
	if !p.Marked("first") || !p.MadeBy("first") || p.Marked("second") {
		t.Errorf("marks: %q", p.Marks)
	}
	p.ID = "7"
	hash := p.Hash()
	p = p.WithMark("second")
	if !p.Marked("first") || !p.Marked("second") || p.MadeBy("second") || p.Hash() != hash {
		t.Errorf("marks: %q", p.Marks)
	}
	for range 20 {
		p = p.WithMark("more")
	}
	if len(p.Marks) > 8 || p.Marked("first") {
		t.Errorf("%d marks are kept", len(p.Marks))
	}
}

func TestAScoreNeverFallsBelowNothing(t *testing.T) {
	fs := []site.Finding{{Severity: site.SeverityWarning}, {Severity: site.SeverityNotice}}
	if got := site.ScoreOf(fs); got != 90 {
		t.Errorf("score %d, want 90", got)
	}
	for range 10 {
		fs = append(fs, site.Finding{Severity: site.SeverityCritical})
	}
	if got := site.ScoreOf(fs); got != 0 {
		t.Errorf("score %d, want 0", got)
	}
}
