package metrics_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// ofTenants are the lines of a scrape that name tenants.
func ofTenants(t *testing.T, r *prometheus.Registry) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(scrape(t, r)) {
		if strings.HasPrefix(line, "aisteam_tenant_") {
			out.WriteString(line)
		}
	}
	return out.String()
}

func TestTenantsAreToldOfWhereAnOperatorAsksForIt(t *testing.T) {
	r := metrics.Registry()
	m := metrics.New(r)
	m.TurnOf("anna")
	if got := scrape(t, r); strings.Contains(got, "anna") || strings.Contains(got, "aisteam_tenant_") {
		t.Errorf("nobody asked:\n%s", got)
	}
	m.TellTenants(r, 2)
	if got := ofTenants(t, r); strings.Count(got, `{tenant="other"} 0`) != 3 {
		t.Errorf("at the start:\n%s", got)
	}
	m.ModelCalled("anna", "gemini", "gemini-4-argon-001", llm.PurposePlan, llm.OutcomeOK, assistant.Usage{Input: 1500, Cached: 500, Output: 100}, 6200, 0)
	m.ModelCalled("", "gemini", "gemini-4-argon-001", llm.PurposePlan, llm.OutcomeOK, assistant.Usage{Input: 10}, 0, 0)
	m.TurnOf("anna")
	for _, want := range []string{
		`aisteam_tenant_turns_total{tenant="anna"} 1`, `aisteam_tenant_model_tokens_total{tenant="anna"} 1600`,
		`aisteam_tenant_model_cost_dollars_total{tenant="anna"} 0.0062`, `aisteam_tenant_model_tokens_total{tenant="other"} 10`,
	} {
		if got := ofTenants(t, r); !strings.Contains(got, want+"\n") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// However many tenants there are, those that count most have a series each, nothing is counted twice or not at all, and no series
// ever falls.
func TestTheBusiestTenantsHaveASeriesEach(t *testing.T) {
	r := prometheus.NewRegistry()
	m := metrics.New(r)
	m.TellTenants(r, 3)
	before, sum := map[string]float64{}, 0.0
	total := 0.0
	for i := range 4000 {
		tenant := fmt.Sprintf("t%d", i%40)
		if i > 1000 && i%2 == 0 {
			tenant = fmt.Sprintf("busy%d", i%6/2)
		}
		m.TurnOf(assistant.TenantID(tenant))
		total++
		now := turns(t, r)
		if len(now) > 4 {
			t.Fatalf("%d series: %v", len(now), now)
		}
		for name, n := range now {
			if was, known := before[name]; known && n < was {
				t.Fatalf("%s falls from %v to %v", name, was, n)
			}
			sum += n - before[name]
		}
		if gone := sum - total; gone != 0 {
			t.Fatalf("after %v turns %v are counted", total, sum)
		}
		before = now
	}
	for _, busy := range []string{"busy0", "busy1", "busy2"} {
		if before[busy] == 0 {
			t.Errorf("%s has no series: %v", busy, before)
		}
	}
}

func turns(t *testing.T, r *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, f := range families {
		if f.GetName() == "aisteam_tenant_turns_total" {
			for _, s := range f.GetMetric() {
				out[s.GetLabel()[0].GetValue()] = s.GetCounter().GetValue()
			}
		}
	}
	return out
}
