package discord_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
)

// TestDiscordIsAskedHowAnAccountStands: who is in none of the servers that are served has gone. Where the bot itself is out of one, it
// knows nothing of who is in it.
func TestDiscordIsAskedHowAnAccountStands(t *testing.T) {
	in := newInbox()
	of := assistant.Identity{Surface: assistant.SurfaceDiscord, External: anna}
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		serving(home)(c)
	})
	if got, err := bot.Standing(t.Context(), of); err != nil || got != assistant.StandingMember {
		t.Errorf("a member: %s, %v", got, err)
	}
	fake.Outside(anna, true)
	if got, err := bot.Standing(t.Context(), of); err != nil || got != assistant.StandingGone {
		t.Errorf("who has left: %s, %v", got, err)
	}
	for _, servers := range [][]string{{"800000000000000077"}, {}} { // that the bot is not in; none
		_, other := fakeAndBot(t, func(c *discord.Config) {
			in.use(c)
			serving(servers...)(c)
		})
		if got, _ := other.Standing(t.Context(), of); got != assistant.StandingUnknown {
			t.Errorf("of %q it says %s", servers, got)
		}
	}
}
