package agents_test

import (
	"fmt"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// TestWhatAsksOfWhichOrInWhatIsAQuestion: also where its first word begins a wish in English, as "an" does. What begins so and asks nothing
// is a wish still.
func TestWhatAsksOfWhichOrInWhatIsAQuestion(t *testing.T) {
	words := served()
	asks := 0
	for l, of := range map[assistant.Language]struct {
		before, which []string
		rest          string
	}{
		assistant.German:  {[]string{"an", "auf", "bei", "in", "für", "mit", "über", "von", "zu"}, []string{"welcher", "welchem", "welche", "welches"}, "Website arbeitest du"},
		assistant.French:  {[]string{"sur", "dans", "avec", "pour", "de", "à"}, []string{"quel", "quelle", "quels"}, "page travailles-tu"},
		assistant.Spanish: {[]string{"en", "con", "para", "de", "sobre"}, []string{"qué", "cuál", "cuáles"}, "página trabajas"},
	} {
		for _, before := range of.before {
			for _, which := range of.which {
				for _, end := range []string{"", "?", " ?"} {
					asks++
					text := fmt.Sprintf("%s %s %s%s", before, which, of.rest, end)
					if c := words.Classify(text); c.Kind != agents.ClassSimple {
						t.Errorf("%q in %s is %s: %s", text, l, c.Kind, c.Reason)
					}
				}
			}
		}
	}
	if asks < 150 {
		t.Errorf("only %d were asked", asks)
	}
	for _, text := range []string{"an about page please", "in the footer add our address", "a new page for the team"} {
		if c := words.Classify(text); c.Kind == agents.ClassSimple {
			t.Errorf("%q is %s: %s", text, c.Kind, c.Reason)
		}
	}
}
