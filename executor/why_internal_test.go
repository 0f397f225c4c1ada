package executor

import (
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestWhyAnActionIsAskedAboutIsSaidInEachLanguage: sentence by sentence, whatever it is asked for, and whether or not it can be undone.
func TestWhyAnActionIsAskedAboutIsSaidInEachLanguage(t *testing.T) {
	sentence := regexp.MustCompile(`[^.?!]+[.?!]`)
	for _, c := range []assistant.Consent{
		assistant.ConsentFirst, assistant.ConsentFinished, assistant.ConsentMoved, assistant.ConsentConfirm, assistant.ConsentOutward, assistant.ConsentRule,
	} {
		for _, irreversible := range []bool{false, true} {
			english := why(c, irreversible)
			if english.IsZero() {
				t.Errorf("nobody is told why %q is asked about", c)
			}
			for _, l := range assistant.Languages() {
				said := wording.In(l).Tell(english)
				for _, one := range sentence.FindAllString(english.String(), -1) {
					if there := strings.Contains(said, strings.TrimSpace(one)); there != (l == assistant.English) {
						t.Errorf("%s, %q: %q", l.Name(), one, said)
					}
				}
			}
		}
	}
}
