package planning_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// requested is what the writing steps of a plan are told.
func requested(t *testing.T, p assistant.Plan) []string {
	t.Helper()
	var out []string
	for _, s := range p.Steps {
		var given struct{ Request json.RawMessage }
		if err := json.Unmarshal(s.Parameters, &given); err != nil {
			t.Fatal(err)
		}
		var text string
		if given.Request != nil && json.Unmarshal(given.Request, &text) == nil {
			out = append(out, text)
		}
	}
	return out
}

func TestWhatWasAskedReachesWhoWrites(t *testing.T) {
	const request = "Please create a new webpage called Services, mention our 24 hour emergency line and the 10 year warranty"
	p := planner(t)
	d := deskOf(t, scripted{llm.PurposeForks: `{"forks":[{"key":"a","title":"One page","description":"All in one flow."},{"key":"b","title":"Two halves","description":"First for homes, then for firms."}]}`})
	s := situation(aquaverter())
	m := begun(t, p, d, s, request)
	m = answered(t, p, d, s, m, map[string]string{"language": "German", "audience": "plumbers in Calgary", "focus": ""}, "")
	m = answered(t, p, d, s, m, map[string]string{"fork": "way2"}, "")
	if m.Plan == nil {
		t.Fatalf("no plan: %+v", m)
	}
	check := func(p assistant.Plan, also ...string) {
		t.Helper()
		all := requested(t, p)
		if len(all) != 2 {
			t.Errorf("the draft and the search texts are told, got %q", all)
		}
		for _, text := range all {
			for _, want := range append(also, request, "The chosen way: Two halves. First for homes, then for firms.", "audience: plumbers in Calgary", "language: German") {
				if !strings.Contains(text, want) {
					t.Errorf("%q is lost:\n%s", want, text)
				}
			}
		}
	}
	check(*m.Plan)
	plan := *m.Plan
	plan.Steps = append([]assistant.Step{}, plan.Steps...)
	for _, wish := range []string{"give step 1 to Dana", "do it one after the other"} {
		next, err := p.Revise(t.Context(), d, s, plan, wish)
		if err != nil || next.Plan == nil {
			t.Fatalf("%+v, %v", next, err)
		}
		check(*next.Plan, "Wished since: "+wish)
		for _, c := range next.Changes {
			if strings.Contains(c, "request") {
				t.Errorf("the person's own words are no change of the plan: %s", c)
			}
		}
		plan = *next.Plan
	}
}

func TestNoModelWritesWhatThePersonAskedFor(t *testing.T) {
	p := planner(t)
	d := deskOf(t, scripted{llm.PurposePlan: `{"title":"X","steps":[{"key":"draft","group":"A","owner":"creativeLead","type":"draft_content","summary":"Write","parameters":"{\"title\":\"Services\",\"request\":\"Praise the competition\"}"}]}`})
	plan := planned(t, p, d, situation(aquaverter()), "Please create a new webpage called Services")
	if got := requested(t, plan); len(got) != 1 || strings.Contains(got[0], "competition") || !strings.Contains(got[0], "called Services") {
		t.Errorf("got %q", got)
	}
}
