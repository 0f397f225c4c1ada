package content

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/llm"
)

// written returns a sample as its reader sees it.
func written[R any](tb rapid.TB, f DraftFacts) R {
	tb.Helper()
	var out R
	raw, err := sample(f)
	if err != nil || json.Unmarshal(raw, &out) != nil {
		tb.Fatalf("%s %v", raw, err)
	}
	return out
}

func TestASampleIsAWholePageThatSaysWhatItIs(t *testing.T) {
	page := written[DraftContentReply](t, DraftFacts{
		Task: TaskDraftContent, Title: "Services <b>&", Audience: "Homeowners", Language: "German", Layout: "Sections by category. with a contact form",
	}).HTML
	for _, want := range []string{"<h1>Services &lt;b&gt;&amp;</h1>", "<h2>", "Get in touch", "homeowners", "Sample words from a rehearsal", "asked for in German"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if strings.Count(page, "<h1>") != 1 || strings.Count(page, "<section") != 4 || strings.Count(page, "<section") != strings.Count(page, "</section>") {
		t.Errorf("one heading and whole sections:\n%s", page)
	}
	rapid.Check(t, func(r *rapid.T) {
		f := DraftFacts{
			Task: TaskDraftSEO, Title: rapid.String().Draw(r, "title"), Audience: rapid.String().Draw(r, "audience"), Focus: rapid.String().Draw(r, "focus"),
			Project: llm.ProjectFact{Name: "Aquaverter"},
		}
		seo := written[DraftSEOReply](r, f)
		if seo.Title == "" || utf8.RuneCountInString(seo.Title) > maxSEOTitle || utf8.RuneCountInString(seo.Description) > maxSEODescription {
			r.Fatalf("title and description fit, got %+v", seo)
		}
	})
}

// TestASampleIsWrittenAnewAsItIsAsked, twice in a row: it gets shorter where it is to, has the words that were wanted, and takes a new title.
func TestASampleIsWrittenAnewAsItIsAsked(t *testing.T) {
	page := written[DraftContentReply](t, DraftFacts{Title: "Services"}).HTML
	once := written[DraftContentReply](t, DraftFacts{Title: "Services", Before: page, Changes: "no, make it shorter and mention our phone number 555-1234"}).HTML
	twice := written[DraftContentReply](t, DraftFacts{Title: "Our offer", Before: once, Changes: "shorter, please, with <b>cats</b>"}).HTML
	if len(once) >= len(page) || strings.Count(twice, "<section") >= strings.Count(once, "<section") || !strings.Contains(twice, "555-1234") {
		t.Errorf("it is\n%s\nthen\n%s", once, twice)
	}
	if !strings.Contains(twice, "<h1>Our offer</h1>") || strings.Contains(twice, "<b>") || !strings.Contains(twice, "Sample words") {
		t.Errorf("it is\n%s", twice)
	}
}
