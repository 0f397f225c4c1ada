package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

func TestTheRosterIsWhole(t *testing.T) {
	words := packkit.Vocabulary(t)
	ids := []assistant.AgentID{
		assistant.Chief, assistant.DeliveryLead, assistant.ClientSuccess, assistant.CreativeLead, assistant.GrowthLead,
		assistant.TechnicalLead, assistant.WebEngineer, assistant.SEOSpecialist, assistant.EcommerceSpecialist,
		assistant.SportsMedia, assistant.NotificationAgent, assistant.ResearchAgent, assistant.SchedulerAgent, assistant.FileAgent,
	}
	all := agents.Roster()
	if len(all) != len(ids) {
		t.Fatalf("%d agents", len(all))
	}
	names := map[string]bool{}
	for i, a := range all {
		if a.ID != ids[i] || a.Ordering != i+1 || !a.Visible {
			t.Errorf("place %d is %+v", i, a)
		}
		if a.Name == "" || a.Title == "" || a.Role == "" || a.Avatar == "" || a.Category == "" || names[a.Name] {
			t.Errorf("%s is not whole, or its name is taken: %+v", a.ID, a)
		}
		if len(a.Examples) < 2 || len(a.Examples) > 3 {
			t.Errorf("%s has %d examples", a.ID, len(a.Examples))
		}
		names[a.Name] = true
		for _, ask := range []string{"ask " + a.Name + " to look", "the " + a.Title + " should look", "@" + a.Name} {
			if d := words.Route(agents.Context{Text: ask}); d.Agent != a.ID || d.By != "person" {
				t.Errorf("%q goes to %s", ask, d.Agent)
			}
		}
		if c := words.Classify("ask the " + a.Title + " to create a page, " + a.Name); c.Kind != agents.ClassPlanning {
			t.Errorf("%s by title: %s", a.ID, c.Kind)
		}
		if r := agents.ReadReply("go ahead " + a.Name); r.Intent != agents.ReplyYes {
			t.Errorf("%s by name: %s", a.ID, r.Intent)
		}
	}
	for id, want := range map[assistant.AgentID]string{
		assistant.Chief: "Hans", assistant.GrowthLead: "Growth Lead Dana", assistant.CreativeLead: "Creative Lead Mak",
		assistant.WebEngineer: "Web Engineer Nico", "stranger": "stranger",
	} {
		if got := agents.Called(id); got != want {
			t.Errorf("%s is called %q, want %q", id, got, want)
		}
	}
	if _, ok := agents.Find("stranger"); ok || agents.MustFind("stranger").ID != assistant.Chief {
		t.Error("a stranger is found")
	}
}

func TestEveryExampleGoesSomewhereSensible(t *testing.T) {
	words := packkit.Vocabulary(t)
	for _, a := range agents.Roster() {
		for _, example := range a.Examples {
			if d := words.Route(agents.Context{Current: a.ID, Text: example}); d.Agent == "" || d.Reason == "" {
				t.Errorf("%q goes nowhere", example)
			}
		}
	}
}
