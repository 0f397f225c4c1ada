package discord_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
)

// TestAnAnswerThatIsWrittenIsStoppedByItsButton: the press says the word where the answer is written, also beside what has no threads,
// and the button is gone with the answer's end.
func TestAnAnswerThatIsWrittenIsStoppedByItsButton(t *testing.T) {
	beside := here()
	beside.Thread = "900000000000000009"
	for name, at := range map[string]assistant.Place{"in a thread": here(), "among the replies of a channel": beside} {
		t.Run(name, func(t *testing.T) {
			in := newInbox()
			fake, bot := fakeAndBot(t, func(c *discord.Config) {
				unpaced(c)
				in.use(c)
			})
			ref, err := bot.Write(t.Context(), at, so("We open at nine, and on Sat"), "", draftNonce)
			if err != nil {
				t.Fatal(err)
			}
			m := shown(t, fake, ref)
			a, err := fake.Click(t.Context(), m, anna, m.Action("v1:draft:stop"), "")
			if err != nil || a.Type != 6 {
				t.Fatalf("%s, %v", a.Data, err)
			}
			received := in.all()
			if len(received) != 1 || received[0].Text != "stop" || received[0].Place != at || received[0].From.External != anna || received[0].Change != assistant.ChangeSaid {
				t.Errorf("received %+v", received)
			}
			if ref, err = bot.Finish(t.Context(), at, ref, words("We open at nine, and on Sat"), draftNonce); err != nil {
				t.Fatal(err)
			}
			if m := shown(t, fake, ref); m.Action("v1:draft:stop") != "" {
				t.Error("what is over can still be stopped")
			}
		})
	}
}
