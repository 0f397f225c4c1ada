package bots_test

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/metrics"
)

// An operator sees each outcome of a delivery under its own name, on each surface.
func TestNoOutcomeOfADeliveryIsCountedAsAnother(t *testing.T) {
	r := prometheus.NewRegistry()
	m := metrics.New(r)
	for _, s := range []assistant.Surface{assistant.SurfaceSlack, assistant.SurfaceDiscord} {
		for _, o := range bots.Outcomes() {
			m.Delivered(s, o, 0)
		}
	}
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, f := range families {
		if f.GetName() != "aisteam_deliveries_total" {
			continue
		}
		for _, one := range f.GetMetric() {
			for _, l := range one.GetLabel() {
				if l.GetName() == "outcome" {
					seen[l.GetValue()]++
				}
			}
		}
	}
	for _, o := range bots.Outcomes() {
		if seen[string(o)] != 2 {
			t.Errorf("%s is counted under %d labels: %v", o, seen[string(o)], seen)
		}
	}
}
