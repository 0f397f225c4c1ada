package bots_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/sampled"
)

const discordChannel = "700000000000000001"

// newDiscordDesk is a courier between a store in memory and a fake Discord.
func newDiscordDesk(t *testing.T) (*desk, *fakediscord.Server) {
	t.Helper()
	d := &desk{T: t, clock: newClock(t), outcomes: map[bots.Outcome]int{}}
	fake, err := fakediscord.New(context.Background(), fakediscord.Config{Schema: fakediscord.FindSchema(), IdentifyEvery: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel(discordChannel, fakediscord.Text)
	d.store = newStore(d.clock.now, assistant.Place{Surface: assistant.SurfaceDiscord, Space: "800000000000000001", Channel: discordChannel})
	d.courier = bots.New(bots.Config{
		Kind: assistant.SurfaceDiscord, Store: d.store, Failures: d.store, Roster: bots.Always(roster()), Now: d.clock.now,
		Seen: func(o bots.Outcome, _ time.Duration) { d.outcomes[o]++ },
		Surface: discord.New(discord.Config{
			Failures: d.store, Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant", Now: d.clock.now,
			Pace: discord.Pace{Requests: rate.Inf, EditEvery: time.Nanosecond, EditBurst: 1e6},
		}),
	})
	return d, fake
}

// Whatever Discord refuses, and whenever: every card can be read, once, as it is drawn or in words, or a line says that it
// was refused, and an operator is told; nothing is shown twice and nothing swallowed.
func TestWhateverDiscordRefusesNothingIsSwallowedAndNothingDoubled(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	asJSON := http.Header{"Content-Type": {"application/json"}}
	content := fakediscord.Fault{Status: 400, Headers: asJSON, Body: `{"code":50035,"message":"Invalid Form Body"}`}
	passing := []fakediscord.Fault{
		{Status: 503},
		{Cut: true},
		{Status: 502, Body: "<html>"},
		{Status: 429, Headers: http.Header{"Content-Type": {"application/json"}, "Retry-After": {"2"}}, Body: `{"message":"slow down","retry_after":2,"global":false}`},
	}
	routes := []string{"POST channels/messages", "POST channels/messages", "POST channels/messages", "PATCH channels/messages/id", "GET channels/messages"}
	told, plain := 0, 0
	for round := range sampled.Number(18, 40) {
		d, fake := newDiscordDesk(t)
		var tokens []string
		for i := range 4 {
			token := fmt.Sprintf("token%dx%dx", round, i)
			kinds := cardsOf(token, r.IntN(4) == 0)
			kinds = kinds[:len(kinds)-1] // thinking is not posted to Discord by itself
			d.store.say(kinds[r.IntN(len(kinds))]...)
			tokens = append(tokens, token)
			for range r.IntN(4) {
				fault := content
				if r.IntN(3) == 0 {
					fault = passing[r.IntN(len(passing))]
				}
				fake.Fault(routes[r.IntN(len(routes))], fault)
			}
			d.deliverAll()
		}
		var all strings.Builder
		for _, m := range fake.Posted(discordChannel) {
			all.WriteString(strings.Join(m.Lines(), "\n") + "\n")
		}
		words, missing, dropped := all.String(), 0, 0
		for _, token := range tokens {
			switch strings.Count(words, token) {
			case 0:
				missing++
			case 1:
			default:
				t.Fatalf("round %d: %s is shown %d times:\n%s", round, token, strings.Count(words, token), words)
			}
		}
		for _, f := range d.store.failures {
			if f.Outcome == string(bots.OutcomeGivenUp) {
				dropped++
			}
		}
		lines := strings.Count(words, "refused by Discord")
		noted := d.outcomes[bots.OutcomePlain] + d.outcomes[bots.OutcomeTold] + d.outcomes[bots.OutcomeGivenUp]
		if missing > lines+dropped || d.store.intended() > dropped || len(d.store.failures) < noted {
			t.Fatalf("round %d: %d of 4 missing, %d lines, %d given up, %d open, noted %+v, outcomes %v:\n%s", round, missing, lines, dropped, d.store.intended(), d.store.failures, d.outcomes, words)
		}
		told, plain = told+d.outcomes[bots.OutcomeTold], plain+d.outcomes[bots.OutcomePlain]
	}
	t.Logf("%d cards in words, %d told of", plain, told)
	if plain < 10 || told < 3 {
		t.Errorf("too little was refused to tell: %d in words, %d told of", plain, told)
	}
}
