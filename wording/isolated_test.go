package wording_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestWhatIsReadFromRightToLeftKeepsThatToItself: names and titles stand within our sentences, whose brackets, numbers and words stay where
// they are.
func TestWhatIsReadFromRightToLeftKeepsThatToItself(t *testing.T) {
	for text, turns := range map[string]bool{
		"Robin": false, "Zoë 24/7 (late)": false, "日本語": false, "👩‍👩‍👧": false, "": false,
		"דנה": true, "a (ב)": true, "ساعات العمل": true, "\u202eexe.evil": true, "\u200fa": true, "٣": false,
	} {
		want := text
		if turns {
			want = "\u2068" + text + "\u2069"
		}
		if got := wording.Isolated(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
		for _, l := range assistant.Languages() {
			said := wording.In(l).Say("asked by %s", text)
			if plain := wording.In(l).Say("asked by %s", "Robin"); said != strings.Replace(plain, "Robin", want, 1) {
				t.Errorf("%s: %q", l, said)
			}
		}
	}
	inner := assistant.Say("of %s", "דנה")
	if got := (wording.Words{}).Say("asked by %s", inner); got != "asked by of \u2068דנה\u2069" {
		t.Errorf("%q", got)
	}
}
