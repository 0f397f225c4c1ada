package pages_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
)

func TestAPieceIsDrawnOnceForWhatItIsDrawnFromAndInALanguage(t *testing.T) {
	p, err := pages.New(pages.Config{})
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	draw := func(p *pages.Pages, name, of, message string) string {
		t.Helper()
		text, err := p.DrawOnce(name, pages.Of([]byte(of+strings.Repeat(" ", 32-len(of)))), func() any {
			drawn++
			return assistant.Problem{Message: assistant.Verbatim(message)}
		})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	german := p.For(assistant.Person{ID: "2", Language: assistant.German}, nil)
	first := draw(p, "notice", "one", "First")
	if !strings.Contains(first, "First") || draw(p, "notice", "one", "never drawn") != first || drawn != 1 {
		t.Errorf("drawn %d times: %s", drawn, first)
	}
	for n, other := range []string{draw(p, "notice", "two", "Second"), draw(german, "notice", "one", "Third")} {
		if other == first || drawn != 3 {
			t.Errorf("%d: %s", n, other)
		}
	}
	long := strings.Repeat("long ", 5_000)
	if draw(p, "notice", "long", long); draw(p, "notice", "long", long) == "" || drawn != 5 {
		t.Errorf("what is very long was kept: drawn %d times", drawn)
	}
	for n := range 5_000 {
		draw(p, "notice", strings.Repeat("x", 1+n%20)+string(rune('a'+n/20%26))+string(rune('a'+n/520)), "Filler")
	}
	if before := drawn; draw(p, "notice", "one", "First") != first || drawn != before+1 {
		t.Error("nothing is ever given up")
	}
}
