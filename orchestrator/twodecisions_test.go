package orchestrator_test

import (
	"context"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/orchestrator"
)

// elsewhere is a ledger in which a person decides in another tab, once, after this one has looked at what stands open.
type elsewhere struct {
	ledgerkit.Verbs

	decide func()
}

// Approval implements orchestrator.Store.
func (e *elsewhere) Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	a, err := e.Verbs.Approval(ctx, t, id)
	if decide := e.decide; decide != nil {
		e.decide = nil
		decide()
	}
	return a, err
}

// Who approves in one tab and says no in another at the same moment is not told that both were taken; who presses twice is.
func TestOfTwoDecisionsOfOnePersonOneIsTaken(t *testing.T) {
	var away *elsewhere
	d := newDoor(t, func(c *orchestrator.Config) {
		verbs, ok := c.Store.(ledgerkit.Verbs)
		if !ok {
			t.Fatalf("the store is a %T", c.Store)
		}
		away = &elsewhere{Verbs: verbs}
		c.Store = away
	})
	for second, want := range map[assistant.Verdict]bool{assistant.VerdictApproved: true, assistant.VerdictRejected: false} {
		a := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](d.ids), Title: assistant.Say("Send it"), RequestedBy: d.anna}
		d.post(assistant.ApprovalRequested{Approval: a})
		decided := func(v assistant.Verdict) assistant.Outcome {
			out, err := d.Act(t.Context(), assistant.Act{Tenant: d.tenant, From: account("UANNA"), Body: assistant.ApprovalDecided{Approval: a.ID, Verdict: v}})
			d.ok(err)
			return out
		}
		away.decide = func() {
			if out := decided(assistant.VerdictApproved); !out.Done {
				t.Fatalf("the first was not taken: %q", out.Note)
			}
		}
		if out := decided(second); out.Done != want || (out.Note == "") != want {
			t.Errorf("%s right after a yes: taken %v, reads %q", second, out.Done, out.Note)
		}
	}
}
