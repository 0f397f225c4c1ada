package agents_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aisteam/aisteam/agents"
)

// FuzzReplies reads whatever people write where something is open: a yes is never read out of words that hold a no or a
// condition, and the words stay what they are.
func FuzzReplies(f *testing.F) {
	for _, s := range []string{"yes", "yes, but shorter", "no", "stop", "don't stop", "👍", "yes yes yes no", "undo the run", "you choose", "", "\xff", "yes\u200b", "ok? no", strings.Repeat("yes ", 60), ":+1: stop", "> yes\nyes", "~no~ yes", "yes `no`", "“yes” yes"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := served().ReadReply(s)
		if r.Text != strings.TrimSpace(s) || r.Intent == "" {
			t.Errorf("%q is %+v", s, r)
		}
		if r.Intent == agents.ReplyWords {
			return
		}
		if len(r.Text) > 200 {
			t.Errorf("%q is a plain %s", s, r.Intent)
		}
		if strings.Contains(s, ">") || strings.Contains(s, "&gt;") {
			return // what is added may be to a line that quotes
		}
		for _, but := range []string{", but change the title", " except step 3", " unless it costs money"} {
			if more := served().ReadReply(s + but); more.Intent == agents.ReplyYes && utf8.ValidString(s) {
				t.Errorf("%q is a yes", s+but)
			}
		}
	})
}
