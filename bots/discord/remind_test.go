package discord_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

const reminderNonce = "0123456789abcdef01234567"

func toAnna() assistant.Identity {
	return assistant.Identity{Surface: assistant.SurfaceDiscord, External: anna}
}

func waiting() bots.ReminderCard {
	return bots.ReminderCard{
		Subject: "plan:1/1", Title: "Services page", For: "anna", Person: "Anna", ExpiresAt: time.Now().Add(time.Hour),
		Decides: true, Who: "Anna, an approver or an admin may decide",
	}
}

// remind reminds Anna in a place; the place has been searched before where it is tried again.
func remind(t *testing.T, bot *discord.Bot, p assistant.Place, again bool) (string, error) {
	t.Helper()
	if again {
		if ref, found, err := bot.Find(t.Context(), p, reminderNonce); found || err != nil {
			return ref, err
		}
	}
	return bot.Remind(t.Context(), p, waiting(), toAnna(), reminderNonce, again)
}

func TestAReminderIsADirectMessageThatLeadsToTheThread(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	for range 2 { // a second one, of something else, opens nothing anew
		if _, err := remind(t, bot, here(), false); err != nil {
			t.Fatal(err)
		}
		fake.Forget()
	}
	said := fake.Posted(fake.Direct(anna))
	if len(said) != 2 || len(fake.Posted(text)) != 0 || fake.Calls("POST users/@me/channels") != 1 {
		t.Fatalf("%d direct messages after opening %d times, and in the thread:\n%s", len(said), fake.Calls("POST users/@me/channels"), fake.Dump(text))
	}
	words := strings.Join(said[0].Lines(), "\n")
	for _, want := range []string{"Your decision is still waiting: **Services page**", "(https://discord.com/channels/800000000000000001/" + text + ")", "Anna, an approver or an admin may decide"} {
		if !strings.Contains(words, want) {
			t.Errorf("it does not say %q:\n%s", want, words)
		}
	}
	if len(said[0].Mentions) > 0 || said[0].Flags&(1<<12) != 0 {
		t.Errorf("it mentions %v, with flags %d", said[0].Mentions, said[0].Flags)
	}
	clean(t, fake)
}

// TestWhoTakesNoDirectMessagesIsMentionedInTheThread, they alone, once.
func TestWhoTakesNoDirectMessagesIsMentionedInTheThread(t *testing.T) {
	for name, refuse := range map[string]func(*fakediscord.Server){
		"closed":           func(s *fakediscord.Server) { s.RefuseDirect(anna, fakediscord.DirectClosed) },
		"no server shared": func(s *fakediscord.Server) { s.RefuseDirect(anna, fakediscord.NoMutualGuilds) },
		"not to be opened": func(s *fakediscord.Server) {
			s.Fault("POST users/@me/channels", fakediscord.Fault{
				Status: http.StatusBadRequest, Body: `{"code":50033,"message":"Invalid Recipient(s)"}`, Headers: http.Header{"Content-Type": {"application/json"}},
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake, bot := fakeAndBot(t, nil)
			refuse(fake)
			ref, err := remind(t, bot, here(), false)
			said := fake.Posted(text)
			if err != nil || len(said) != 1 || said[0].ID != ref || len(fake.Posted(fake.Direct(anna))) != 0 {
				t.Fatalf("%q, %v; the thread:\n%s", ref, err, fake.Dump(text))
			}
			if m := said[0].Mentions; len(m) != 1 || m[0].ID != anna || !strings.Contains(said[0].Lines()[0], "<@"+anna+"> Your decision is still waiting") {
				t.Errorf("it mentions %v with %q", m, said[0].Lines())
			}
			clean(t, fake)
		})
	}
}

func TestAPlaceThatIsADirectMessageTakesTheReminderItself(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	if _, err := remind(t, bot, assistant.Place{Surface: assistant.SurfaceDiscord, Channel: direct}, false); err != nil {
		t.Fatal(err)
	}
	said := fake.Posted(direct)
	if len(said) != 1 || len(said[0].Mentions) > 0 || fake.Calls("POST users/@me/channels") != 0 || !strings.Contains(said[0].Lines()[0], "Your decision is still waiting") {
		t.Errorf("it says\n%s", fake.Dump(direct))
	}
	clean(t, fake)
}

func TestAReminderOfNobodyWhoIsHereMentionsNobody(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	if _, err := bot.Post(t.Context(), here(), waiting(), reminderNonce); err != nil {
		t.Fatal(err)
	}
	if _, err := bot.Remind(t.Context(), here(), waiting(), assistant.Identity{External: "everyone"}, reminderNonce+"1", false); err != nil {
		t.Fatal(err)
	}
	said := fake.Posted(text)
	for _, m := range said {
		if len(m.Mentions) > 0 || !strings.Contains(m.Lines()[0], "A decision is still waiting: **Services page**") || strings.Contains(m.Lines()[0], "<@") {
			t.Errorf("it says %q", m.Lines())
		}
	}
	if len(said) != 2 || fake.Calls("POST users/@me/channels") != 0 {
		t.Errorf("%d messages, %d channels opened", len(said), fake.Calls("POST users/@me/channels"))
	}
	clean(t, fake)
}

// TestAReminderWhoseAnswerWasLostIsNotSaidAgain: neither in the direct message, nor by the mention that it became, and also
// once Discord has forgotten the nonce, by another process.
func TestAReminderWhoseAnswerWasLostIsNotSaidAgain(t *testing.T) {
	for _, c := range []struct {
		name   string
		closed int
		cut    string
		direct int
		thread int
	}{
		{"of opening the channel", 0, "POST users/@me/channels", 1, 0},
		{"of the direct message", 0, "POST channels/messages", 1, 0},
		{"of the refusal", fakediscord.DirectClosed, "POST channels/messages", 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var config discord.Config
			fake, bot := fakeAndBot(t, func(c *discord.Config) { config = *c })
			fake.RefuseDirect(anna, c.closed)
			fake.Fault(c.cut, fakediscord.Fault{Cut: true})
			if _, err := remind(t, bot, here(), false); err == nil || isLater(err) || isRefused(err) {
				t.Fatalf("a lost answer is neither put off nor refused: %v", err)
			}
			fake.Forget()
			other := discord.New(config)
			for range 2 {
				ref, err := remind(t, other, here(), true)
				if err != nil || ref == "" {
					t.Fatal(err)
				}
				fake.Forget()
			}
			if d, th := len(fake.Posted(fake.Direct(anna))), len(fake.Posted(text)); d != c.direct || th != c.thread {
				t.Errorf("%d direct messages and %d in the thread", d, th)
			}
			clean(t, fake)
		})
	}
	t.Run("of the mention", func(t *testing.T) {
		var config discord.Config
		fake, bot := fakeAndBot(t, func(c *discord.Config) { config = *c })
		fake.RefuseDirect(anna, fakediscord.DirectClosed)
		fake.Fault("POST channels/messages", fakediscord.Fault{}, fakediscord.Fault{Cut: true})
		if _, err := remind(t, bot, here(), false); err == nil || isLater(err) || isRefused(err) {
			t.Fatalf("a lost answer is neither put off nor refused: %v", err)
		}
		fake.Forget()
		if ref, err := remind(t, discord.New(config), here(), true); err != nil || len(fake.Posted(text)) != 1 || fake.Posted(text)[0].ID != ref {
			t.Errorf("%q, %v; the thread:\n%s", ref, err, fake.Dump(text))
		}
	})
}

// TestOpeningDirectMessagesTooFastIsForLater: nothing is said in the thread, and Discord is left alone until then.
func TestOpeningDirectMessagesTooFastIsForLater(t *testing.T) {
	now := time.Now()
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Now = func() time.Time { return now } })
	fake.Fault("POST users/@me/channels", fakediscord.Fault{
		Status: http.StatusBadRequest, Body: `{"code":40003,"message":"You are opening direct messages too fast."}`, Headers: http.Header{"Content-Type": {"application/json"}},
	})
	for range 3 {
		if _, err := remind(t, bot, here(), false); !isLater(err) {
			t.Fatalf("%v", err)
		}
	}
	if n := fake.Calls("POST users/@me/channels"); n != 1 || len(fake.Posted(text)) != 0 {
		t.Errorf("asked %d times; the thread:\n%s", n, fake.Dump(text))
	}
	now = now.Add(time.Hour)
	if _, err := remind(t, bot, here(), false); err != nil || len(fake.Posted(fake.Direct(anna))) != 1 {
		t.Errorf("%v", err)
	}
	clean(t, fake)
}
