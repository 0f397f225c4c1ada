package planning_test

import (
	"context"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// alone is a conversation that nobody but Ann reads.
type alone struct{}

func (alone) Readers(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Readers, error) {
	return assistant.Readers{People: []assistant.Person{{ID: "ann"}}}, nil
}

// TestAToolThatIsPlannedKnowsWhoReadsThePlan: its preview stands on the card.
func TestAToolThatIsPlannedKnowsWhoReadsThePlan(t *testing.T) {
	d, _ := desk(t)
	var read []assistant.Readers
	d.Audience = alone{}
	d.Tool = func(of tools.Tool) tools.Tool {
		preview := of.Preview
		of.Preview = func(ctx context.Context, c tools.Call) (assistant.Preview, error) {
			r, err := c.Readers(ctx)
			if err != nil {
				return assistant.Preview{}, err
			}
			read = append(read, r)
			return preview(ctx, c)
		}
		return of
	}
	if m := begun(t, planner(t), d, situation(aquaverter()), "Create a ticket about the slow contact form"); m.Plan == nil {
		t.Fatalf("no plan: %+v", m)
	}
	if len(read) != 1 || read[0].Open || len(read[0].People) != 1 {
		t.Errorf("its preview is read by %+v", read)
	}
}
