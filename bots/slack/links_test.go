package slack_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
)

func TestAModelsLinksLeadWhereTheySay(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *slack.Config) { c.PublicURL = "https://panel.example:8443/" })
	root := fake.Write("C1", "", "U1", "hi")
	text := "[Sign in](https://evil.example/login), https://evil.example, [x](javascript:1) or [the panel](https://panel.example:8443/c/1). <https://evil.example|Bank>"
	ts, err := bot.Post(t.Context(), place(root), bots.AnswerCard{Agent: bots.Speaker{Called: "See https://evil.example"}, Text: text}, "n")
	if err != nil {
		t.Fatal(err)
	}
	m := message(t, fake, ts)
	want := "Sign in (`https://evil.example/login`), `https://evil.example`, x or [the panel](https://panel.example:8443/c/1). `https://evil.example%7CBank`"
	if got := markdown(t, fake.Posted("C1", root))[0]; got != want {
		t.Errorf("it says %s", got)
	}
	if shown := unescape(t, m.Blocks); strings.Count(shown, `"type":"mrkdwn"`) != strings.Count(shown, `"verbatim":true`) {
		t.Errorf("Slack would make links of addresses in %s", shown)
	}
}
