package discord_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// TestWhatHoldsForItsLikeIsSaidBeforeItHolds: Discord's buttons have no question of their own, so the press of one, also of a card
// that was drawn long ago, is answered with what it would mean.
func TestWhatHoldsForItsLikeIsSaidBeforeItHolds(t *testing.T) {
	for says, background := range map[string]assistant.BackgroundID{"in this project": "", "whenever this background task wants it": "0b60"} {
		in := newInbox()
		fake, bot := fakeAndBot(t, in.use)
		card, ok := cards()["approval_always"].(bots.ApprovalCard)
		if !ok {
			t.Fatal("no card of an action that may be approved for good")
		}
		card.Approval.Background = background
		id, err := bot.Post(t.Context(), here(), card, "n")
		if err != nil {
			t.Fatal(err)
		}
		m := shown(t, fake, id)
		a, err := fake.Click(t.Context(), m, anna, m.Action("v1:approval:always:"), "")
		if err != nil || a.Type != 4 || len(in.acts) != 0 || !strings.Contains(string(a.Data), "20 times at most, for 30 days") || !strings.Contains(string(a.Data), says) {
			t.Fatalf("%s, %v after %d acts", a.Data, err, len(in.acts))
		}
		var d struct{ Components json.RawMessage }
		if err := json.Unmarshal(a.Data, &d); err != nil {
			t.Fatal(err)
		}
		ask := fakediscord.Message{Channel: text, Components: d.Components}
		if a, err = fake.Click(t.Context(), ask, anna, ask.Action("v1:approval:alwayssure"), ""); err != nil || a.Type != 7 {
			t.Errorf("%s, %v", a.Data, err)
		}
		same(t, assistant.ApprovalDecided{Approval: "02b0", Verdict: assistant.VerdictApproved, Always: true}, in.lastAct(t).Body)
		clean(t, fake)
	}
}
