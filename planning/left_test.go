package planning_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

func TestWhatAFormLeavesEmptyTakesItsDefault(t *testing.T) {
	for name, values := range map[string]map[string]string{
		"all of it":  {"language": "", "audience": " ", "focus": ""},
		"one filled": {"language": "German", "audience": "", "focus": ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := desk(t)
			m, err := planner(t).Answer(t.Context(), d, situation(aquaverter()), three(), values, "")
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"title": "Services", "language": "English", "audience": "New visitors", "focus": "Services"}
			if values["language"] != "" {
				want["language"] = values["language"]
			}
			if diff := cmp.Diff(want, m.Brief.Values); diff != "" {
				t.Errorf("the values (-want +got):\n%s", diff)
			}
			if m.Ask == nil || m.Ask.Stage != assistant.StageFork {
				t.Fatalf("it goes on to the ways, got %+v", m)
			}
			m = answered(t, planner(t), d, situation(aquaverter()), m, map[string]string{"fork": ""}, "")
			if m.Plan == nil || m.Plan.Fork != "One simple page" {
				t.Errorf("the first way is taken, got %+v", m)
			}
		})
	}
}

func TestWhatAFormDidNotAskIsAskedAgain(t *testing.T) {
	d, _ := desk(t)
	m, err := planner(t).Answer(t.Context(), d, situation(aquaverter()), three(), map[string]string{"language": ""}, "")
	if err != nil || m.Ask == nil || len(m.Ask.Questions) != 2 {
		t.Errorf("two questions are left, got %+v, %v", m.Ask, err)
	}
}

func TestAFormWithNothingInItCanBeLeft(t *testing.T) {
	d, _ := desk(t)
	b := three()
	b.Requirements, b.Values = b.Requirements[:1], map[string]string{}
	m, err := planner(t).Answer(t.Context(), d, situation(aquaverter()), b, map[string]string{"title": ""}, "")
	if err != nil || m.Ask == nil {
		t.Fatalf("a title has no default, so it is asked again: %+v, %v", m, err)
	}
	if want := "I cannot go on without 1 detail that has no answer yet. Say “never mind” to leave it."; m.Ask.Intro != want {
		t.Errorf("got %q, want %q", m.Ask.Intro, want)
	}
	m = answered(t, planner(t), d, situation(aquaverter()), m, nil, "Never mind")
	if m.Brief.Status != assistant.PlanWithdrawn {
		t.Errorf("got %+v", m)
	}
}
