package discord_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// TestWhatHoldsForItsLikeIsSaidBeforeItHolds: the press decides nothing, also that of a card, or of a question, that was drawn long
// ago. The form says what it means for people's own words and for an automation's, and what is sent says for how long.
func TestWhatHoldsForItsLikeIsSaidBeforeItHolds(t *testing.T) {
	for says, background := range map[string]assistant.BackgroundID{"with whatever values are asked for": "", "whenever this automation wants it": "0b60"} {
		for _, button := range []string{"v1:approval:standing:02b0", "v1:approval:always:02b0", "v1:approval:always:02b0:1", "v1:approval:alwayssure:02b0"} {
			in := newInbox()
			in.places[here()] = true
			fake, bot := fakeAndBot(t, func(c *discord.Config) {
				in.use(c)
				c.History = in
			})
			card, ok := cards()["approval_always"].(bots.ApprovalCard)
			if !ok {
				t.Fatal("no card of an action that may be approved for good")
			}
			card.Approval.Background = background
			in.log = []assistant.Message{{
				Seq: 1, ID: "m1", Slot: "approval:02b0", Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: card.Approval},
			}}
			if _, err := bot.Post(t.Context(), here(), card, "n"); err != nil {
				t.Fatal(err)
			}
			pressed := fakediscord.Message{Channel: text, Components: json.RawMessage(`[{"type":1,"components":[{"type":2,"style":2,"label":"x","custom_id":"` + button + `"}]}]`)}
			a, err := fake.Click(t.Context(), pressed, anna, button, "")
			if err != nil || a.Type != 9 || len(in.acts) != 0 || !strings.Contains(string(a.Data), "20 times at most") || !strings.Contains(string(a.Data), says) {
				t.Fatalf("%s: %s, %v after %d acts", button, a.Data, err, len(in.acts))
			}
			if a, err = fake.Submit(t.Context(), a, text, anna, map[string]string{"lasts": "For 7 days"}); err != nil || a.Type != 6 {
				t.Errorf("%s: %s, %v", button, a.Data, err)
			}
			same(t, assistant.ApprovalDecided{Approval: "02b0", Verdict: assistant.VerdictApproved, Hash: card.Approval.Hash, Always: true, Lasts: assistant.LastsWeek}, in.lastAct(t).Body)
			clean(t, fake)
		}
	}
}
