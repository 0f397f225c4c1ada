package web_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/wording"
)

// TestNoPageInAnotherLanguageHasASentenceOfTheCatalogueInEnglish: of whole pages, cards of every kind on them, what stands in them is said
// in the language of whoever reads it, as far as it is ours.
func TestNoPageInAnotherLanguageHasASentenceOfTheCatalogueInEnglish(t *testing.T) {
	sentence := regexp.MustCompile(`\pL{2,} \pL+ \pL`)
	for _, l := range assistant.Languages()[1:] {
		all, err := wording.Entries(l)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorld(t)
		s := tell(w, "")
		for i := range w.conversations {
			w.conversations[i].Language = l
		}
		busy(w)
		theirs, err := json.Marshal([]any{w.log[s.conversation], roster()}) // what people and models wrote there, and what agents are asked
		if err != nil {
			t.Fatal(err)
		}
		h := w.surface(t, withLoad(w), func(c *web.Config) {
			c.Labels = func(assistant.TenantID) map[string]string { return map[string]string{"create_page": "Create a page"} }
		})
		in := cookie(t, h)
		for _, path := range []string{
			"/", "/c/" + string(s.conversation), "/waiting", "/settings", "/people", "/sessions", "/approvals", "/operations?runs=all", "/work?runs=all", "/work", "/runs/" + string(s.finished) + "/timeline",
		} {
			got := call(t, h, "GET", path, "", in, reading(string(l)))
			doc, err := goquery.NewDocumentFromReader(strings.NewReader(got.Body.String()))
			if err != nil || got.Code != http.StatusOK {
				t.Fatalf("%s: %d, %v", path, got.Code, err)
			}
			shown := strings.Join(strings.Fields(doc.Find("main").Text()), " ")
			for english, e := range all {
				if strings.Contains(shown, english) && !strings.Contains(string(theirs), english) && sentence.MatchString(english) && e.Text != english && !strings.Contains(english, "%") {
					t.Errorf("%s, in %s, says %q", path, l.Name(), english)
				}
			}
		}
	}
}
