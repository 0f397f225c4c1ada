package slack_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// What an injected model writes stands there for as long as it writes, and in notifications.
func TestADraftShowsNoLinkThatTheAnswerDoesNot(t *testing.T) {
	for _, channel := range []string{"D1", "C1"} {
		w := newWriting(t, channel)
		said, ref := "Sign in at [your bank](https://evil.example/login) or at evil.example/x and", ""
		for cut := range len(said) {
			w.now = w.now.Add(map[string]time.Duration{"D1": 2 * time.Second, "C1": 10 * time.Second}[channel])
			got, err := w.bot.Write(w.Context(), w.at, bots.AnswerCard{Agent: nico, Text: said[:cut], Draft: true}, ref, draftNonce)
			if err != nil && ref != "" {
				t.Fatal(err)
			}
			ref = got
			for _, m := range w.posted() {
				shown := m.Text + blocksOf(t, m)
				for _, live := range []string{"](http", " https://evil", "(https://evil", " evil.example", "evil.exa"} {
					if strings.Contains(strings.ReplaceAll(shown, "`https://evil.example/login`", ""), live) {
						t.Fatalf("%s: after %q it shows %q", channel, said[:cut], shown)
					}
				}
			}
		}
		if shown := w.posted()[0].Text + blocksOf(t, w.posted()[0]); !strings.Contains(shown, "your bank (`https://evil.example/login`)") || !strings.Contains(shown, "evil.\u200bexample/x") {
			t.Errorf("%s: at last it shows %q", channel, shown)
		}
		if n := w.fake.Calls("chat.stopStream"); n != 0 {
			t.Errorf("%s: the stream had to be ended %d times", channel, n)
		}
	}
}

// blocksOf is what the blocks of a message say; a stream has none.
func blocksOf(t *testing.T, m fakeslack.Message) string {
	t.Helper()
	if len(m.Blocks) == 0 {
		return ""
	}
	return unescape(t, m.Blocks)
}
