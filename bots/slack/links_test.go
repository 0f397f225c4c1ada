package slack_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
)

func TestAModelsLinksLeadWhereTheySay(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *slack.Config) { c.Public = assistant.PublicAt("https://panel.example:8443/") })
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

// What is compared is what is shown: the blocks of a post are named by the hash of what they show, links to the tenant's own sites and all.
func TestTheHashIsThatOfWhatIsShown(t *testing.T) {
	fake, bot, _ := botWithSettings(t, assistant.Project{
		ID: "p", Tenant: "tenant", Name: "Shop",
		Connections: []assistant.Connection{{Kind: "wordpress", Gives: []assistant.Capability{"site"}, Config: map[string]string{"url": "https://shop.example"}}},
	})
	root := fake.Write("C1", "", "U1", "hi")
	card := bots.AnswerCard{Agent: bots.Speaker{Called: "Hans"}, Text: "See [the page](https://shop.example/x)."}
	ts, err := bot.Post(t.Context(), place(root), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	if got := markdown(t, fake.Posted("C1", root))[0]; got != card.Text {
		t.Fatalf("it says %s", got)
	}
	var named []struct {
		ID string `json:"block_id"`
	}
	if err := json.Unmarshal(message(t, fake, ts).Blocks, &named); err != nil || len(named) == 0 {
		t.Fatal(err)
	}
	hash := bot.Hash(t.Context(), place(root), card)
	for _, b := range named {
		if b.ID != "" && !strings.HasPrefix(b.ID, hash[:12]+":") {
			t.Errorf("a block %s of what has the hash %s", b.ID, hash)
		}
	}
}
