package slack_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// TestAlwaysOpensAFormAndHoldsOnlyOnceItIsSent: the press decides nothing, also that of a card that was drawn long ago; what is sent
// says for how long.
func TestAlwaysOpensAFormAndHoldsOnlyOnceItIsSent(t *testing.T) {
	for _, action := range []string{"approval_standing", "approval_always"} {
		fake, bot, in := withInbox(t)
		card, _ := cards()["approval_always"].(bots.ApprovalCard)
		in.approval = card.Approval
		root := fake.Write("C1", "", "U1", "hi")
		in.stands = assistant.ConversationID("c-" + root)
		if _, err := bot.Post(t.Context(), place(root), card, "n"); err != nil {
			t.Fatal(err)
		}
		thread := fake.Thread("C1", root)
		a, err := fake.Press(t.Context(), thread[len(thread)-1], "U1", map[string]any{"action_id": action, "block_id": "b", "type": "button", "value": `{"a":"02b0"}`, "action_ts": "1.2"})
		if err != nil || !a.OK() || len(in.acts) != 0 {
			t.Fatalf("%s: %d %v, %d acts", action, a.Status, err, len(in.acts))
		}
		views := fake.Views()
		if len(views) != 1 {
			t.Fatalf("%s opened %d forms; whispers %v", action, len(views), fake.Whispers())
		}
		if a, err = fake.Submit(t.Context(), views[0], map[string]string{"lasts": "For 7 days"}); err != nil || !a.OK() || len(in.acts) != 1 {
			t.Fatalf("%s: %d %s %v, %d acts", action, a.Status, a.Body, err, len(in.acts))
		}
		want := assistant.ApprovalDecided{Approval: "02b0", Verdict: assistant.VerdictApproved, Hash: card.Approval.Hash, Always: true, Lasts: assistant.LastsWeek}
		if d := cmp.Diff(want, in.acts[0].Body); d != "" {
			t.Errorf("%s: %s", action, d)
		}
	}
}
