package slack_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// TestNoCardLeadsWhereModelsMayNot: neither what is seen nor what is read aloud of any card holds an address of a foreign
// host; one of an allowed host is whole, and an answer's is taken out of service once.
func TestNoCardLeadsWhereModelsMayNot(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *slack.Config) { c.Reached = assistant.PublicAt("https://panel.example") })
	root := fake.Write("C1", "", "U1", "hi")
	for name, card := range cardkit.Lures("See https://evil.example/login or https://panel.example/x.") {
		ts, err := bot.Post(t.Context(), place(root), card, "n"+name)
		if err != nil {
			t.Fatal(err)
		}
		if ts == "" {
			continue // it is not shown
		}
		m := message(t, fake, ts)
		all := m.Text + unescape(t, m.Blocks)
		if strings.Contains(all, "://evil.example") {
			t.Errorf("%s leads to another host: %s", name, all)
		}
		if !strings.Contains(all, "https://panel.example/x") {
			t.Errorf("%s lost the address of an allowed host: %s", name, all)
		}
	}
	ts, err := bot.Post(t.Context(), place(root), bots.AnswerCard{Text: "See https://evil.example/login."}, "answer")
	if err != nil {
		t.Fatal(err)
	}
	if got := unescape(t, message(t, fake, ts).Blocks); !strings.Contains(got, "See `https://evil.example/login`.") {
		t.Errorf("an answer says %s", got)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}
