package content

import (
	"strings"
	"testing"
)

// TestTheRehearsalWritesAnewAsItIsAsked: in the few plain forms that it knows, and twice in a row; what it does not know it says.
func TestTheRehearsalWritesAnewAsItIsAsked(t *testing.T) {
	page := content(DraftFacts{Title: "Services"})
	once := again(page, "no, make it shorter and mention our phone number 555-1234")
	twice := again(once, "shorter, please")
	if len(strings.Fields(once)) >= len(strings.Fields(page)) || len(twice) >= len(once) || !strings.Contains(twice, "<p>Our phone number 555-1234.</p>") {
		t.Errorf("it is\n%s\nthen\n%s", once, twice)
	}
	for words, want := range map[string]string{
		"rewrite the second paragraph":  "<p>In other words: In short: Services.</p>",
		"Change the title to Our offer": "<h1>Our offer</h1>",
		"more <b>cats</b>":              "<p>Wanted, and beyond the rehearsal: more &lt;b&gt;cats&lt;/b&gt;.</p>",
	} {
		if got := again(page, words); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s", words, got)
		}
	}
}
