package orchestrator

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// deaf is a queue that takes nothing.
type deaf struct{ queue.Queue }

// Hint implements [queue.Queue].
func (deaf) Hint(context.Context, queue.Kind, assistant.TenantID) error { return errors.New("away") }

// TestLostHintsAreCounted: the sweeper makes up for them, and an operator sees how many there were.
func TestLostHintsAreCounted(t *testing.T) {
	r := prometheus.NewRegistry()
	h := hints{queue: deaf{}, surfaces: Fixed{bots.New(bots.Config{Kind: assistant.SurfaceSlack})}, meter: metrics.New(r)}
	h.mail(t.Context(), "t")
	h.appended(t.Context(), "t", "c", []assistant.Message{{}})
	want := `# HELP aisteam_hints_lost_total Hints that Redis did not take.
# TYPE aisteam_hints_lost_total counter
aisteam_hints_lost_total{kind="deliveries"} 1
aisteam_hints_lost_total{kind="tasks"} 0
aisteam_hints_lost_total{kind="turns"} 1
`
	if err := testutil.GatherAndCompare(r, strings.NewReader(want), "aisteam_hints_lost_total"); err != nil {
		t.Error(err)
	}
}
