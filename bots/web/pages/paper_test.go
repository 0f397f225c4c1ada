package pages_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// TestAPageHoldsNothingOfTheOneBefore: pages are drawn on what others were drawn on, for somebody else and in another language.
func TestAPageHoldsNothingOfTheOneBefore(t *testing.T) {
	p, err := pages.New(pages.Config{})
	if err != nil {
		t.Fatal(err)
	}
	draw := func(who assistant.Person) string {
		theirs, w := p.For(who, nil), httptest.NewRecorder()
		theirs.Render(w, 200, "failure", struct {
			pages.View
			Problem assistant.Problem
		}{theirs.View(t.Context(), "Something is not right"), assistant.Problem{Message: assistant.Verbatim("For " + who.Name)}})
		return w.Body.String()
	}
	ana, ben := assistant.Person{ID: "1", Name: "Ana"}, assistant.Person{ID: "2", Name: "Ben", Language: "de"}
	first := draw(ana)
	if !strings.Contains(first, "For Ana") {
		t.Fatal(first)
	}
	for range 10 {
		if other := draw(ben); strings.Contains(other, "Ana") || strings.Count(other, "<!doctype") != 1 {
			t.Fatalf("Ben reads what was drawn for Ana: %s", other)
		}
		if again := draw(ana); again != first {
			t.Fatalf("Ana reads something else: %s", again)
		}
	}
}
