package discord_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

const draftNonce = "w0123456789abcdef0123456"

func so(text string) bots.AnswerCard { return bots.AnswerCard{Text: text + " ", Draft: true} }

func unpaced(c *discord.Config) { c.Pace = discord.Pace{EditEvery: time.Nanosecond, EditBurst: 1e6} }

// shownText is what the bot's messages of the channel say, as one text.
func shownText(t *testing.T, fake *fakediscord.Server) string {
	t.Helper()
	raw, err := json.Marshal(fake.Posted(text))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestAnAnswerIsWrittenInOneMessage(t *testing.T) {
	fake, bot := fakeAndBot(t, unpaced)
	ref, err := bot.Write(t.Context(), here(), so("The"), "", draftNonce)
	if err != nil {
		t.Fatal(err)
	}
	if ref, err = bot.Write(t.Context(), here(), so("The services"), ref, draftNonce); err != nil {
		t.Fatal(err)
	}
	if got := shownText(t, fake); !strings.Contains(got, "The services") || !strings.Contains(got, "still writing") {
		t.Errorf("it shows %s", got)
	}
	if found, ok, err := bot.Find(t.Context(), here(), draftNonce); found != ref || !ok || err != nil {
		t.Errorf("found %q, %t, %v", found, ok, err)
	}
	for range 2 { // the second time as after a lost answer
		done, err := bot.Finish(t.Context(), here(), ref, words("The services are three."), draftNonce)
		if err != nil || done != ref {
			t.Fatal(done, err)
		}
	}
	got := shownText(t, fake)
	if len(fake.Posted(text)) != 1 || !strings.Contains(got, "The services are three.") || strings.Contains(got, "still writing") {
		t.Errorf("it shows %s", got)
	}
	if found, ok, err := bot.Find(t.Context(), here(), draftNonce); found != ref || !ok || err != nil {
		t.Errorf("found %q, %t, %v", found, ok, err)
	}
	clean(t, fake)
}

func TestALongAnswerThatWasWrittenArrivesWholeAndOnce(t *testing.T) {
	fake, bot := fakeAndBot(t, unpaced)
	long := strings.Repeat("All work and no play makes a dull day.\n\n", 300) + "```go\n" + strings.Repeat("fmt.Println(1)\n", 300) + "```\n\nThe end of it."
	ref, err := bot.Write(t.Context(), here(), so(long[:10_000]), "", draftNonce)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = bot.Write(t.Context(), here(), so(long), ref, draftNonce); err != nil {
		t.Fatal(err)
	}
	fake.Fault("POST channels/messages", fakediscord.Fault{Cut: true}) // the second message is there, and nobody hears of it
	if _, err := bot.Finish(t.Context(), here(), ref, words(long), draftNonce); err == nil {
		t.Fatal("a lost answer is no error")
	}
	done, err := bot.Finish(t.Context(), here(), ref, words(long), draftNonce)
	if err != nil || !strings.HasPrefix(done, ref+",") {
		t.Fatal(done, err)
	}
	got := shownText(t, fake)
	if n := strings.Count(got, "fmt.Println(1)"); n != 300 {
		t.Errorf("300 lines of code became %d", n)
	}
	if n := strings.Count(got, "All work and no play"); n != 300 {
		t.Errorf("300 sentences became %d", n)
	}
	if strings.Count(got, "The end of it.") != 1 || strings.Contains(got, "still writing") {
		t.Error("the end is missing, or the draft stayed")
	}
	clean(t, fake)
}
