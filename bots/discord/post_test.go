package discord_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

func words(s string) bots.Card { return bots.AnswerCard{Text: s} }

func TestAPostWhoseAnswerWasLostIsFound(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	fake.Fault("POST channels/messages", fakediscord.Fault{Cut: true})
	_, err := bot.Post(t.Context(), here(), words("hello"), "a-nonce")
	if err == nil || isLater(err) || isRefused(err) {
		t.Fatalf("a lost answer is neither put off nor refused: %v", err)
	}
	ref, found, err := bot.Find(t.Context(), here(), "a-nonce")
	if err != nil || !found || ref != fake.Posted(text)[0].ID {
		t.Fatalf("found %v %q, %v", found, ref, err)
	}
	again, err := bot.Post(t.Context(), here(), words("hello"), "a-nonce")
	if err != nil || again != ref || len(fake.Posted(text)) != 1 {
		t.Errorf("the same nonce made another post: %q, %v", again, err)
	}
	if _, found, err := bot.Find(t.Context(), here(), "another"); found || err != nil {
		t.Errorf("found what was never posted: %v", err)
	}
}

func TestWhatDiscordRefusesIsSortedIntoLaterNeverAndUnknown(t *testing.T) {
	json := http.Header{"Content-Type": {"application/json"}}
	for name, c := range map[string]struct {
		fault   fakediscord.Fault
		later   time.Duration
		refused bool
	}{
		"a limit of the route": {fakediscord.Fault{Status: 429, Body: `{"message":"slow","retry_after":1.5,"global":false}`, Headers: json}, 1500 * time.Millisecond, false},
		"the global limit":     {fakediscord.Fault{Status: 429, Body: `{"message":"slow","retry_after":2.0,"global":true}`, Headers: json}, 2 * time.Second, false},
		"a proxy's limit":      {fakediscord.Fault{Status: 429, Body: `<html>1015</html>`, Headers: http.Header{"Retry-After": {"7"}, "Content-Type": {"text/html"}}}, 7 * time.Second, false},
		"a limit without word": {fakediscord.Fault{Status: 429}, 5 * time.Second, false},
		"old edits":            {fakediscord.Fault{Status: 400, Body: `{"code":30046,"message":"old"}`, Headers: json}, time.Minute, false},
		"no permission":        {fakediscord.Fault{Status: 403, Body: `{"code":50013,"message":"Missing Permissions"}`, Headers: json}, 0, true},
		"a bad gateway":        {fakediscord.Fault{Status: 502, Body: "<html>"}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			limited := 0
			fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Limited = func() { limited++ } })
			fake.Fault("POST channels/messages", c.fault)
			_, err := bot.Post(t.Context(), here(), words("x"), "n")
			later, isLater := errors.AsType[*bots.LaterError](err)
			if err == nil || isLater != (c.later > 0) || isRefused(err) != c.refused || isLater && later.After != c.later {
				t.Fatalf("%v", err)
			}
			if (limited > 0) != (c.fault.Status == 429) {
				t.Errorf("counted %d limits", limited)
			}
			calls := fake.Calls("POST channels/messages")
			_, err = bot.Post(t.Context(), here(), words("y"), "m")
			if held := isLaterErr(err); held != isLater || held && fake.Calls("POST channels/messages") != calls {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

func isLater(err error) bool    { return isLaterErr(err) }
func isLaterErr(err error) bool { _, ok := errors.AsType[*bots.LaterError](err); return ok }
func isRefused(err error) bool  { _, ok := errors.AsType[*bots.RefusedError](err); return ok }

func TestTheGlobalLimitHoldsEveryChannelAndARoutesOnlyItsOwn(t *testing.T) {
	now := time.Now()
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Now = func() time.Time { return now } })
	json := http.Header{"Content-Type": {"application/json"}}
	other := here()
	other.Channel = direct
	fake.Fault("POST channels/messages", fakediscord.Fault{Status: 429, Body: `{"retry_after":3,"global":false}`, Headers: json})
	_, _ = bot.Post(t.Context(), here(), words("x"), "1")
	if _, err := bot.Post(t.Context(), other, words("x"), "2"); err != nil {
		t.Errorf("another channel is held too: %v", err)
	}
	now = now.Add(4 * time.Second)
	if _, err := bot.Post(t.Context(), here(), words("x"), "1"); err != nil {
		t.Errorf("held for longer than asked: %v", err)
	}
	fake.Fault("POST channels/messages", fakediscord.Fault{Status: 429, Body: `{"retry_after":3,"global":true}`, Headers: json})
	_, _ = bot.Post(t.Context(), here(), words("x"), "3")
	if _, err := bot.Post(t.Context(), other, words("x"), "4"); !isLater(err) {
		t.Errorf("another channel is not held: %v", err)
	}
}

func TestAnEmptyBucketIsWaitedFor(t *testing.T) {
	now := time.Now()
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Now = func() time.Time { return now } })
	fake.Fault("POST channels/messages", fakediscord.Fault{Status: 200, Body: `{"id":"1"}`, Headers: http.Header{
		"X-Ratelimit-Bucket": {"b"}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"2.5"},
	}})
	if _, err := bot.Post(t.Context(), here(), words("x"), "1"); err != nil {
		t.Fatal(err)
	}
	_, err := bot.Post(t.Context(), here(), words("x"), "2")
	later, ok := errors.AsType[*bots.LaterError](err)
	if !ok || later.After != 2500*time.Millisecond || fake.Calls("POST channels/messages") != 1 {
		t.Errorf("%v after %d calls", err, fake.Calls("POST channels/messages"))
	}
	now = now.Add(3 * time.Second)
	if _, err := bot.Post(t.Context(), here(), words("x"), "2"); err != nil {
		t.Error(err)
	}
}

func TestEditsOfALivingCardArePacedAndItsEndIsNot(t *testing.T) {
	now := time.Now()
	_, bot := fakeAndBot(t, func(c *discord.Config) {
		c.Now = func() time.Time { return now }
		c.Pace = discord.Pace{EditEvery: 2 * time.Second, EditBurst: 2}
	})
	run := bots.RunCard{Title: assistant.Say("x")}
	id, err := bot.Post(t.Context(), here(), run, "1")
	if err != nil {
		t.Fatal(err)
	}
	var held int
	for range 4 {
		if isLater(bot.Edit(t.Context(), here(), id, run)) {
			held++
		}
	}
	if held != 2 {
		t.Errorf("%d of 4 edits were held", held)
	}
	run.Status = "completed"
	if err := bot.Edit(t.Context(), here(), id, run); err != nil {
		t.Errorf("the end waits: %v", err)
	}
}

func TestEveryCardIsPostedAndEdited(t *testing.T) {
	t.Parallel() // it mostly waits
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Public = assistant.PublicAt("https://panel.example") })
	for _, all := range []map[string]bots.Card{cards(), cardkit.Large()} {
		for name, card := range all {
			ref, err := bot.Post(t.Context(), here(), card, fmt.Sprintf("%d-%s", len(all), name[:min(len(name), 18)]))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if err := bot.Edit(t.Context(), here(), ref, card); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if h := bot.Hash(t.Context(), here(), bots.UserCard{Text: "x"}); h != "" {
		t.Errorf("a person's own words are drawn: %q", h)
	}
	clean(t, fake)
}
