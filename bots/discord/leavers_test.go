package discord_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"

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

// leavers keeps how accounts stand.
type leavers struct {
	mu    sync.Mutex
	stand []assistant.Identity
}

func (k *leavers) KeepStanding(_ context.Context, _ assistant.TenantID, of assistant.Identity) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stand = append(k.stand, of)
	return true, nil
}

func (k *leavers) all() []assistant.Identity {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.stand)
}

// leaves is the event as the library reads it (docs.discord.com, Guild Member Remove: guild_id and user).
func leaves(t *testing.T, guild, user string) map[string]any {
	t.Helper()
	raw, err := json.Marshal(discordgo.GuildMemberRemove{Member: &discordgo.Member{GuildID: guild, User: &discordgo.User{ID: user, Username: "somebody"}}})
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestWhoLeavesAServerOfDiscordHasNothingThereFromThenOn: who is in none of those that are served is told to have gone, and nobody is by
// the word of another server, of what is no such event, or as long as they are in one.
func TestWhoLeavesAServerOfDiscordHasNothingThereFromThenOn(t *testing.T) {
	k := &leavers{}
	in := newInbox()
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.Standings = k
		serving(home)(c)
	})
	fake.Members = true
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- bot.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	eventually(t, "the gateway is up", func() bool { return fake.Readies() > 0 })
	for _, e := range []map[string]any{
		leaves(t, home, anna), // she has come back already
		leaves(t, "800000000000000077", bob),
		{"guild_id": home},
		{"guild_id": home, "user": map[string]any{"id": "nobody"}},
		{"guild_id": "x", "user": map[string]any{"id": bob}},
		{"guild_id": home, "user": map[string]any{"id": bob, "bot": true}},
	} {
		fake.Dispatch("GUILD_MEMBER_REMOVE", e)
	}
	fake.Outside(bob, true)
	fake.Dispatch("GUILD_MEMBER_REMOVE", leaves(t, home, bob))
	eventually(t, "Bob is told to have gone", func() bool { return len(k.all()) > 0 })
	want := assistant.Identity{Surface: assistant.SurfaceDiscord, External: bob, Standing: assistant.StandingGone}
	if got := k.all(); len(got) != 1 || got[0].External != want.External || got[0].Standing != want.Standing || got[0].Surface != want.Surface {
		t.Errorf("told of %+v", got)
	}
	if len(in.all()) != 0 {
		t.Errorf("it was taken for words: %+v", in.all())
	}
}

// TestNoBotAsksForMembersThatWasNotGivenThem: Discord ends the connection of one that does for good.
func TestNoBotAsksForMembersThatWasNotGivenThem(t *testing.T) {
	fake, in, ended := listening(t, func(c *discord.Config) { c.Standings = &leavers{} })
	fake.Mention(text, anna, "hello")
	eventually(t, "it listens", func() bool { return len(in.all()) > 0 })
	select {
	case err := <-ended:
		t.Errorf("it ended: %v", err)
	default:
	}
}
