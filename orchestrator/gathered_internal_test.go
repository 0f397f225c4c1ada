package orchestrator

import (
	"context"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// letter is what stands in one direct message.
type letter []assistant.ApprovalRecord

func (l letter) Gathered(context.Context, assistant.TenantID, assistant.PlaceID) ([]assistant.ApprovalRecord, error) {
	return l, nil
}

// TestADirectMessageIsDecidedTogetherIfAllOfItIsWhatWasShownAndCanBeUndone: else nobody has decided anything.
func TestADirectMessageIsDecidedTogetherIfAllOfItIsWhatWasShownAndCanBeUndone(t *testing.T) {
	one := assistant.ApprovalRecord{Approval: assistant.Approval{ID: "a", Hash: "h"}, Conversation: "first", Status: assistant.ApprovalPending}
	two, done := one, one
	two.ID, two.Conversation, done.ID, done.Status = "b", "second", "c", assistant.ApprovalApproved
	forGood := two
	forGood.Irreversible = true
	both := assistant.TogetherHash([]assistant.Approval{one.Approval, two.Approval})
	for what, c := range map[string]struct {
		there   letter
		verdict assistant.Verdict
		hash    string
		want    string
	}{
		"one more than was shown":      {letter{one, two}, assistant.VerdictApproved, assistant.TogetherHash([]assistant.Approval{one.Approval}), noteMoved},
		"one fewer, which is decided":  {letter{one, done}, assistant.VerdictApproved, both, noteMoved},
		"one that cannot be undone":    {letter{one, forGood}, assistant.VerdictApproved, assistant.TogetherHash([]assistant.Approval{one.Approval, forGood.Approval}), noteOneByOne},
		"all of it is decided already": {letter{done}, assistant.VerdictRejected, both, noteSettled},
	} {
		inbox := &Inbox{messages: c.there}
		out, err := inbox.act(t.Context(), assistant.Act{Body: assistant.ApprovalDecided{Message: "place", Verdict: c.verdict, Hash: c.hash}})
		if err != nil || out.Done || out.Note != c.want || out.Conversation != "first" {
			t.Errorf("%s: %+v, %v", what, out, err)
		}
	}
}
