package discord_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

func refuses(status, code int) fakediscord.Fault {
	return fakediscord.Fault{Status: status, Headers: http.Header{"Content-Type": {"application/json"}}, Body: fmt.Sprintf(`{"code":%d,"message":"Invalid Form Body"}`, code)}
}

// What Discord refuses for its form is words, and then a line; each card says how to decide without its buttons.
func TestWhatDiscordRefusesAsItIsDrawnIsShownAsWords(t *testing.T) {
	for name, card := range cards() {
		fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Public = assistant.PublicAt("https://panel.example") })
		if bot.Hash(t.Context(), here(), card) == "" {
			continue
		}
		whole, err := bot.Post(t.Context(), here(), card, "n0")
		if err != nil {
			t.Fatal(name, err)
		}
		fake.Fault("POST channels/messages", refuses(400, 50035))
		id, err := bot.Post(t.Context(), here(), card, "n1")
		if how(err) != bots.OutcomePlain {
			t.Errorf("%s: %v", name, err)
			continue
		}
		m, as := shown(t, fake, id), shown(t, fake, strings.Split(whole, ",")[0])
		said := strings.Join(m.Lines(), "\n")
		for _, line := range as.Lines() {
			if !strings.HasPrefix(line, "[") && !strings.Contains(said, line) {
				t.Errorf("%s: %q is lost: %s", name, line, said)
			}
		}
		if len(m.Actions()) > 0 {
			t.Errorf("%s: words can be pressed", name)
		}
		if decide := view.Of(card, view.Reader{}).InWords; decide != "" && !strings.Contains(said, "https://panel.example") {
			t.Errorf("%s: nobody can decide: %s", name, said)
		}
		if found, ok, err := bot.Find(t.Context(), here(), "n1"); !ok || found != id || err != nil {
			t.Errorf("%s: it is not found: %q %v", name, found, err)
		}
		fake.Fault("PATCH channels/messages/id", refuses(400, 50035), refuses(400, 50035))
		if err := bot.Edit(t.Context(), here(), id, card); how(err) != bots.OutcomeTold {
			t.Errorf("%s: an edit: %v", name, err)
		}
		if line := strings.Join(shown(t, fake, id).Lines(), "\n"); !strings.Contains(line, "refused by Discord; it is on the panel: https://panel.example") {
			t.Errorf("%s: %s", name, line)
		}
		if v := fake.Violations(); len(v) > 0 {
			t.Errorf("%s: %s", name, v)
		}
	}
}

func TestOneRefusalOfDiscordsTokenIsNotForGood(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	fake.Fault("POST channels/messages", fakediscord.Fault{Status: 401, Headers: http.Header{"Content-Type": {"application/json"}}, Body: `{"message":"401: Unauthorized","code":0}`})
	_, err := bot.Post(t.Context(), here(), bots.AnswerCard{Text: "hi"}, "n")
	if later, ok := errors.AsType[*bots.LaterError](err); !ok || later.After <= 0 {
		t.Errorf("it is %v", err)
	}
}

func TestWhatIsNotAboutTheCardIsNotTriedOtherwise(t *testing.T) {
	for status, code := range map[int]int{403: 50001, 404: 10003} {
		fake, bot := fakeAndBot(t, nil)
		fake.Fault("POST channels/messages", refuses(status, code))
		_, err := bot.Post(t.Context(), here(), bots.AnswerCard{Text: "hi"}, "n")
		if no, ok := errors.AsType[*bots.RefusedError](err); !ok || !no.Closed || no.Opens != (code == 50001) || fake.Calls("POST channels/messages") != 1 {
			t.Errorf("%d: %v after %d calls", code, err, fake.Calls("POST channels/messages"))
		}
	}
}

// However the upload fails, the words come, with a line that says where the files are.
func TestAnUploadToDiscordThatKeepsFailingDoesNotHoldTheWordsBack(t *testing.T) {
	fake, bot, s := withShelf(t, func(c *discord.Config) { c.Public = assistant.PublicAt("https://panel.example") })
	card := made(s)
	s.away = errors.New("the database is away")
	if _, err := bot.Post(t.Context(), here(), card, "n"); how(err) != "" || err == nil {
		t.Fatal(err)
	}
	id, err := bot.Post(t.Context(), here(), card, "n")
	if how(err) != bots.OutcomeBare {
		t.Fatal(err)
	}
	if words := strings.Join(shown(t, fake, id).Lines(), "\n"); !strings.Contains(words, "Here they are.") || !strings.Contains(words, "[Get them in the panel](https://panel.example/c/c)") {
		t.Error(words)
	}
}
