package discord_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
)

// What an injected model writes stands there for as long as it writes.
func TestADraftShowsNoLinkThatTheAnswerDoesNot(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		unpaced(c)
		c.Pace.Requests = 1e6
	})
	said, ref := "Sign in at [your bank](https://evil.example/login) or at evil.example/x and ", ""
	for cut := 1; cut <= len(said); cut++ {
		var err error
		if ref, err = bot.Write(t.Context(), here(), bots.AnswerCard{Text: said[:cut], Draft: true}, ref, draftNonce); err != nil {
			t.Fatal(err)
		}
		shown := strings.ReplaceAll(shownText(t, fake), "`https://evil.example/login`", "")
		for _, live := range []string{"](", "//evil", " evil.exa"} {
			if strings.Contains(shown, live) {
				t.Fatalf("after %q it shows %s", said[:cut], shown)
			}
		}
	}
	if shown := shownText(t, fake); !strings.Contains(shown, "your bank (`https://evil.example/login`)") {
		t.Errorf("at last it shows %s", shown)
	}
	clean(t, fake)
}
