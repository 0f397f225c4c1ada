package discord_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

const (
	text   = "700000000000000001"
	direct = "700000000000000002"
	forum  = "700000000000000003"
	anna   = "600000000000000001"
	bob    = "600000000000000002"
)

// fakeAndBot starts a fake Discord with channels and people, and a bot that talks to it. Nothing paces it.
func fakeAndBot(tb testing.TB, change func(*discord.Config)) (*fakediscord.Server, *discord.Bot) {
	tb.Helper()
	schema := fakediscord.FindSchema()
	if schema == "" {
		tb.Log("Discord's OpenAPI file is not there: shapes are not checked")
	}
	fake, err := fakediscord.New(context.Background(), fakediscord.Config{Schema: schema, IdentifyEvery: time.Nanosecond})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel(text, fakediscord.Text)
	fake.AddChannel(direct, fakediscord.Direct)
	fake.AddChannel(forum, fakediscord.Forum)
	fake.AddUser(anna, "Anna")
	fake.AddUser(bob, "Bob")
	key, ok := discord.PublicKey(fake.PublicKey())
	if !ok {
		tb.Fatal("the fake's key is none")
	}
	c := discord.Config{
		Token: fake.Token, ApplicationID: fake.Application, PublicKey: key, APIURL: fake.APIURL(), Tenant: "tenant",
		Pace: discord.Pace{Requests: rate.Inf, EditEvery: time.Nanosecond, EditBurst: 1e6, IdentifyEvery: time.Millisecond},
	}
	if change != nil {
		change(&c)
	}
	bot := discord.New(c)
	if c.PublicKey != nil {
		fake.Connect(bot)
	}
	return fake, bot
}

func here() assistant.Place {
	return assistant.Place{Surface: assistant.SurfaceDiscord, Space: "800000000000000001", Channel: text}
}

func shown(tb testing.TB, fake *fakediscord.Server, id string) fakediscord.Message {
	tb.Helper()
	for _, m := range fake.Messages(text) {
		if m.ID == id {
			return m
		}
	}
	tb.Fatalf("no message %s", id)
	return fakediscord.Message{}
}

func clean(tb testing.TB, fake *fakediscord.Server) {
	tb.Helper()
	if v := fake.Violations(); len(v) > 0 {
		s := strings.Join(v, "\n")
		tb.Errorf("rules broken:\n%s", s[:min(len(s), 4000)])
	}
}
