package discord_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
)

// What Discord refuses of what one person alone reads is said in words, and then a line says that it was refused.
func TestPrivateWordsThatAreRefusedAreSaidPlainly(t *testing.T) {
	fake, _, _ := listening(t, func(c *discord.Config) { c.Public = assistant.PublicAt("https://panel.example") }) // beside other tests
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)                                                // who is not answered waits on
	defer cancel()
	for refusals, want := range []string{"Nobody is on the team", "Nobody is on the team", "refused by Discord; it is on the panel: https://panel.example"} {
		for range refusals {
			fake.Fault("POST callback", refuses(400, 50035))
		}
		a, err := fake.Command(ctx, text, anna, "agents")
		if err != nil || a.Type != 4 || !strings.Contains(string(a.Data), want) || !strings.Contains(string(a.Data), `"flags":`) {
			t.Errorf("refused %d times it is answered %d %s, %v", refusals, a.Type, a.Data, err)
		}
	}
	for refusals, want := range []string{"", "", "refused by Discord"} {
		for range refusals {
			fake.Fault("PATCH @original", refuses(400, 50035))
		}
		a, err := fake.Command(ctx, text, anna, "ask", "prompt", "Hello")
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the private word is there", func() bool { return fake.Original(a) != "" && strings.Contains(fake.Original(a), want) })
	}
	clean(t, fake)
}
